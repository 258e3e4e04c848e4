// In a file of its own, so that the main bundle has only this part of the package.
export { createClient } from '@tern/client'
