export type { AskedMessage, WalletMessage } from './asked.ts'
export { type AutoLock, lockChannel, standardAutoLock } from './autoLock.ts'
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
  type SealedWallet,
  walletsToImport,
} from './bundle.ts'
export { bundleFileName, formatBundleFile, parseBundleFile } from './bundleFile.ts'
export type { SignerConnection } from './caller.ts'
export type { Withdrawal } from './firewallWithdrawal.ts'
export {
  connectKeys,
  type ForeignKeys,
  type Keys,
  type KeysStatus,
  type PasskeyOutput,
  type Relocked,
  type Unlocked,
  type WithdrawalProof,
} from './keys.ts'
export type { NamedDerivation, WalletChange } from './keyTree.ts'
export { checkPassphrase, type PassphraseReason } from './passphrase.ts'
export { type Derivation, type DerivationScheme, pathOf } from './phrase/derivation.ts'
export type { PhraseLength } from './phrase/phrase.ts'
export { parseSecretKey } from './phrase/secretKey.ts'
export { type PracticeWallet, parsePracticeWallet } from './practiceWallet.ts'
export { type SentError, sentError } from './sentError.ts'
export { formatSignerLimits, parseSignerLimits, type SignerLimits } from './signerLimits.ts'
export { type CountedEffects, shownOf } from './tradeLoss.ts'
export { connectVault, type Vault } from './vault/connectVault.ts'
export { answerDoor, appOriginOf, type DoorWindow, knockAt, vaultOriginOf } from './vault/door.ts'
export {
  type FormOutcome,
  type ListedPasskey,
  type ListedWallet,
  opensWindow,
  type TokenWords,
  type VaultForm,
  type VaultLook,
  type VaultMoney,
  type VaultNotice,
  type VaultState,
} from './vault/requests.ts'
export { serveVault, type VaultDuties } from './vault/serveVault.ts'
