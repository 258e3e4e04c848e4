import type { Address } from '@tern/core'

export { authority as vaultOwner } from './addresses.ts'

/**
 * Returns no address: a pool's address derives from its market, which may be any public key, and not from its mints.
 * The finder learns of pools from Raydium's index, from ended curves, and from the holders of a token: the owner of all
 * vaults is the same.
 */
export async function candidatePools(_: Address): Promise<readonly Address[]> {
  return []
}
