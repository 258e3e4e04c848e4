import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Meteora's dynamic vaults. A vault holds a token for many pools, and lends a part of it out. */
export const program = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi' as Address
/** The base key of the vaults that anyone may create. Each mint has a single such vault. */
export const vaultBase = 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Derives the vault of a mint that anyone may create. */
export function vaultAddress(mint: Address): Promise<Address> {
  return derive('vault', addressBytes(mint), addressBytes(vaultBase))
}

/** Derives the token account of a vault. It holds the tokens that are not lent out. */
export function tokenVaultAddress(vault: Address): Promise<Address> {
  return derive('token_vault', addressBytes(vault))
}

/** Derives the mint of a vault's shares. The first vaults have other mints: read `lp_mint` of the vault. */
export function vaultLpMintAddress(vault: Address): Promise<Address> {
  return derive('lp_mint', addressBytes(vault))
}
