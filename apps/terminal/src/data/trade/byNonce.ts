// In a file of its own, so that only wallets whose trades live by a nonce account load it.
export { byNonce } from '@tern/client'
