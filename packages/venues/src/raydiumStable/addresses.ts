import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Raydium's program for pools of tokens of nearly equal value. Closed source. */
export const program = '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h' as Address
/** Owns every vault and mints every LP token: the address of seed `stable_authority`. */
export const authority = '3uaZBfHPfmpAHW7dsimC1SnyR61X4bJqQZKWmRSCXJxv' as Address
/** Bump of `authority`, as pools store it in `nonce`. */
export const authorityBump = 255
/** The table that mainnet's pools follow. */
export const modelDataAccount = 'CDSr3ssLcRB6XYPJwAfFt18MZvEZp4LjHcvzBVZ45duo' as Address

/** The accounts that the program derives from a pool's market: `stable` is the pool itself. */
export type DerivedAccount = 'stable' | 'coin_vault' | 'pc_vault' | 'lp_mint' | 'open_order' | 'target'

/** Derives a pool's address, or the address of another of its accounts, from its market. */
export async function accountOfMarket(market: Address, account: DerivedAccount): Promise<Address> {
  const seeds = [addressBytes(program), addressBytes(market), `${account}_associated_seed`]
  const [address] = await programAddress(program, seeds)
  return address
}
