// By itself, so that of the package only this is in the part that everybody with a wallet gets.
export { createClient } from '@tern/client'
