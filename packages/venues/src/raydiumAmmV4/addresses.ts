import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Raydium's oldest program for pools (AMM v4). */
export const program = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8' as Address
/** Owns every vault and mints every LP token: the address of seed `amm authority`. */
export const authority = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1' as Address
/** Bump of `authority`, as pools store it in `nonce`. */
export const authorityBump = 254

/** The accounts that the program derives from a pool's market (`Initialize2`, processor.rs). */
export type DerivedAccount = 'amm' | 'coin_vault' | 'pc_vault' | 'lp_mint' | 'open_order' | 'target'

/**
 * Derives a pool's address, or the address of another of its accounts, from its market.
 * Since July 2026, the market may be any public key. Pools from before 2022 have other addresses.
 */
export async function accountOfMarket(market: Address, account: DerivedAccount): Promise<Address> {
  const [address] = await programAddress(program, [
    addressBytes(program),
    addressBytes(market),
    `${account}_associated_seed`,
  ])
  return address
}
