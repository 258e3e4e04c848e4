export { type Bundle, checkRevision, type PinnedRevision, parseBundle } from './bundle.ts'
export { bundleFileName, formatBundleFile, parseBundleFile } from './bundleFile.ts'
export { connectKeys, type Keys, type KeysStatus, type SignerConnection } from './keys.ts'
export { checkPassphrase, type PassphraseCheck, type PassphraseReason } from './passphrase.ts'
