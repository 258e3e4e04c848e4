import type { Address } from '@tern/core'
import type { Pool, Stage } from '@tern/venues'
import type { Candidate } from '@tern/venues/finder'
import type { Client } from './client.ts'

/** A pool of a token that is there. */
export interface FoundPool {
  readonly pool: Pool
  readonly stage: Stage
  /**
   * Lamports against which the price moves: of a constant product its SOL, of a curve its virtual SOL. `undefined` while it
   * does not trade, or not against SOL.
   */
  readonly depth: bigint | undefined
}

/**
 * The pools of a token on all venues: those whose addresses follow from the mint, those of `listed` that an index told of, and those
 * that curves among them have moved to. Anybody may open a worthless one there, so unless a curve against SOL trades, or of a SOL that
 * buys at one of them and sells at once three quarters would come back, also those that are among the token's twenty largest holders, if
 * the node tells holders (`getTokenLargestAccounts`). Each was opened. First those of which that much can be said, the deepest before
 * others; then the token's curve that has ended, after where it moved to; then those of which less would come back, or that do not trade
 * now; then those that are not against SOL. A few requests, some thirty at most where the holders are asked.
 * @throws TernError `address/invalid`, `rpc/*`.
 */
export async function findPools(
  client: Pick<Client, 'chain'>,
  mint: Address,
  options?: { readonly listed?: readonly Candidate[] },
): Promise<readonly FoundPool[]> {
  // Knows an address or two of every venue: loaded by those who look for pools.
  const { searchPools } = await import('./searchPools.ts')
  return searchPools(client.chain, mint, options?.listed ?? [])
}
