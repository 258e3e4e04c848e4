import type { ReadOptions } from '@tern/chain'
import { type Address, parseAddress } from '@tern/core'
import type { Client } from '../../client.ts'
import type { LiquidityPosition } from './positionIn.ts'

/** LP tokens of a known program, if their pool cannot be read. */
export interface UnresolvedLiquidity {
  readonly lpMint: Address
  /** Raw units. */
  readonly lpAmount: bigint
}

/** A wallet's liquidity. */
export interface FoundLiquidity {
  readonly positions: readonly LiquidityPosition[]
  /** Empty unless the node cannot name an LP token's pool. */
  readonly unresolved: readonly UnresolvedLiquidity[]
}

/**
 * Finds the liquidity of a wallet: its LP tokens, their pools, and their worth.
 *
 * Takes few requests, however many pools there are: the wallet's token accounts, their mints, and the pools.
 * Another request finds the pool of an LP token that the chain has not read yet. If the node refuses it
 * (`getProgramAccounts`), the LP token's newest transactions name the pool.
 *
 * @throws TernError `address/invalid`, `rpc/*`.
 * @example
 * const { positions } = await findLiquidity(client, owner)
 * positions[0]?.sharePpm // 100_000: a tenth of the pool
 * positions[0]?.amounts[0].received // 499_999_999n raw units, if all LP tokens were given back now
 */
export async function findLiquidity(
  client: Pick<Client, 'chain'>,
  owner: Address,
  options: Pick<ReadOptions, 'maxAgeMs'> = {},
): Promise<FoundLiquidity> {
  // Loaded on demand, because it knows addresses of every venue.
  const { searchLiquidity } = await import('./searchLiquidity.ts')
  return searchLiquidity(client.chain, parseAddress(owner), options)
}
