// For Tern's own packages and tests. Names here may change in any release.
export type { AskedMessage, WalletMessage } from './asked.ts'
export { lockChannel } from './autoLock.ts'
export {
  type Bundle,
  checkRevision,
  freeName,
  type Lock,
  maxWallets,
  type PasskeyLock,
  type PinnedRevision,
  parseBundle,
  pinOf,
  walletsToImport,
} from './bundle.ts'
export { bundleFileName, formatBundleFile, parseBundleFile } from './bundleFile.ts'
export {
  connectKeys,
  type ForeignKeys,
  type Keys,
  type PasskeyOutput,
  type Relocked,
  type Unlocked,
  type WithdrawalProof,
} from './keys.ts'
export type { NamedDerivation, WalletChange } from './keyTree.ts'
export { checkPassphrase } from './passphrase.ts'
export { type Derivation, pathOf } from './phrase/derivation.ts'
export type { PhraseLength } from './phrase/phrase.ts'
export { parseSecretKey } from './phrase/secretKey.ts'
export { type PracticeWallet, parsePracticeWallet } from './practiceWallet.ts'
export { type SentError, sentError } from './sentError.ts'
export { formatSignerLimits, parseSignerLimits } from './signerLimits.ts'
export { type CountedEffects, shownOf } from './tradeLoss.ts'
export { answerDoor, appOriginOf } from './vault/door.ts'
export type { VaultMoney } from './vault/requests.ts'
export { serveVault } from './vault/serveVault.ts'
