export { type AutoLock, standardAutoLock } from './autoLock.ts'
export type { SignerConnection } from './caller.ts'
export type { Withdrawal } from './firewallWithdrawal.ts'
export type { SignerLimits } from './signerLimits.ts'
export { connectVault, type Vault } from './vault/connectVault.ts'
export { knockAt, vaultOriginOf } from './vault/door.ts'
export {
  type FormOutcome,
  type ListedPasskey,
  type ListedWallet,
  opensWindow,
  type TokenWords,
  type VaultForm,
  type VaultLook,
  type VaultNotice,
  type VaultState,
} from './vault/requests.ts'
export type { VaultDuties } from './vault/serveVault.ts'
