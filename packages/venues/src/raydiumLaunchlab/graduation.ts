import { type AccountSnapshot, type Address, encodeBase58 } from '@tern/core'
import type { DerivedGraduation } from '../venue.ts'
import { authority, cpswapProgram, migratedPoolAddress } from './addresses.ts'

/** Offsets of `pool_creator` in a `PoolState` of CP-Swap. */
const poolCreator = { from: 40, to: 72 }

/**
 * Derives the CP-Swap pool that a curve will move to.
 * A stranger may have created that pool before. It is the curve's pool if its creator is LaunchLab's authority, because
 * only the program signs for that address.
 * If the migration lets the pool take a creator fee, the program names another creator, and the proof fails.
 */
export async function graduationOf(
  cpswapConfig: Address,
  baseMint: Address,
  quoteMint: Address,
): Promise<DerivedGraduation> {
  const isProvedBy = ({ owner, data }: AccountSnapshot) =>
    owner === cpswapProgram && encodeBase58(data.subarray(poolCreator.from, poolCreator.to)) === authority
  const address = await migratedPoolAddress(cpswapConfig, baseMint, quoteMint)
  return { protocol: 'raydium_cpmm', address, isProvedBy }
}
