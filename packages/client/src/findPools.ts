import type { Address } from '@tern/core'
import type { Pool, Stage } from '@tern/venues'
import type { Candidate } from '@tern/venues/internal/finder'
import type { Client } from './client.ts'

/** An existing pool of a token. */
export interface FoundPool {
  readonly pool: Pool
  readonly stage: Stage
  /**
   * Lamports that decide how far a trade moves the price: a constant product's SOL, a curve's virtual SOL.
   * `undefined` while the pool does not trade, or if it is not against SOL.
   */
  readonly depth: bigint | undefined
}

/**
 * Finds a token's pools on all venues and opens each.
 *
 * Opens the pools with addresses that derive from the mint, the `listed` pools, and the pools that ended curves moved to.
 * Anyone can open a worthless pool at a derived address, so a pool counts only if it returns enough.
 * It returns enough if it is a trading curve against SOL, or if buying for 1 SOL and selling would return 0.75 SOL.
 * If no pool does, also opens pools that the token's 20 largest holders name, if the node serves `getTokenLargestAccounts`.
 *
 * The order: pools that return enough, deepest first. Then the pool that an ended curve moved to, and the curve.
 * Then other pools by the lamports that they return. Pools that do not trade or are not against SOL come last.
 *
 * Takes a few requests, or up to about 30 with the holders.
 *
 * @param options `listed`: pools from an index, for example `readListedPools`.
 * @throws TernError `address/invalid`, `rpc/*`.
 * @example
 * (await findPools(client, mint)).map(({ stage }) => stage) // ['trading']
 */
export async function findPools(
  client: Pick<Client, 'chain'>,
  mint: Address,
  options?: { readonly listed?: readonly Candidate[] },
): Promise<readonly FoundPool[]> {
  // Loaded on demand, because it knows addresses of every venue.
  const { searchPools } = await import('./searchPools.ts')
  return searchPools(client.chain, mint, options?.listed ?? [])
}
