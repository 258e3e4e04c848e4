export { program, tokenVaultAddress, vaultAddress } from './addresses.ts'
export { decodeVaultState, type VaultState } from './layout.ts'
