// By itself, so that only wallets whose trades live by a nonce account load it.
export { byNonce } from '@tern/client'
