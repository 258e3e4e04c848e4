import { type AccountSnapshot, type Address, encodeBase58 } from '@tern/core'
import type { DerivedGraduation } from '../venue.ts'
import { authority, cpswapProgram, migratedPoolAddress } from './addresses.ts'

/** Where a pool of CP-Swap (`PoolState`) names who made it. */
const poolCreator = { from: 40, to: 72 }

/**
 * The pool of CP-Swap that a curve is to move to. Anybody may have made that one before: it is the curve's if LaunchLab's authority,
 * for which only the program signs, is its creator. With leave to take a creator's fee the program names somebody else.
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
