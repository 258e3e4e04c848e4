export { type AutoLock, standardAutoLock } from './autoLock.ts'
export {
  type Bundle,
  checkRevision,
  mostWallets,
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
  type Keys,
  type KeysStatus,
  type PasskeyOutput,
  type Relocked,
  type Unlocked,
  type WithdrawalProof,
} from './keys.ts'
export type { WalletChange } from './keyTree.ts'
export { checkPassphrase, type PassphraseReason } from './passphrase.ts'
export { formatSignerLimits, parseSignerLimits, type SignerLimits } from './signerLimits.ts'
export type { CountedEffects } from './tradeLoss.ts'
export { connectVault, type Vault } from './vault/connectVault.ts'
export { answerDoor, appOriginOf, type DoorWindow, knockAt, vaultOriginOf } from './vault/door.ts'
export type {
  FormOutcome,
  ListedPasskey,
  ListedWallet,
  TokenWords,
  VaultForm,
  VaultLook,
  VaultMoney,
  VaultNotice,
  VaultState,
  WithdrawalWords,
} from './vault/requests.ts'
export { serveVault, type VaultDuties } from './vault/serveVault.ts'
