import type { Address } from '@tern/core'
import { ceilDiv } from '@tern/core/internal'
import { defaultComputeUnitLimit } from '../build/computeBudget.ts'
import type { Chain } from '../chain.ts'

/** Purpose and bounds of an automatic priority fee. */
export interface AutoFee {
  /** Compute units to pay for. Unset: 200,000. */
  readonly unitLimit?: number
  /** Min lamports. Unset: 0. */
  readonly minLamports?: bigint
  /** Max lamports. */
  readonly maxLamports: bigint
  /** The fee sufficed in this percentage of recent blocks. Unset: 75. */
  readonly percentile?: number
}

/** Max accounts that a node accepts. */
const maxAccounts = 128

/**
 * Reads the compute-unit price that recently sufficed to write to these accounts (`getRecentPrioritizationFees`).
 *
 * @param writes accounts after the first 128 are ignored.
 * @param percentile from 0 to 100. Unset: 75.
 * @returns micro-lamports per unit.
 * @throws TernError `rpc/*`.
 * @example
 * await readUnitPrice(chain, [pool]) // 25_000n micro-lamports
 */
export async function readUnitPrice(
  { rpc }: Pick<Chain, 'rpc'>,
  writes: readonly Address[],
  percentile?: number,
): Promise<bigint> {
  const blocks = await rpc.getRecentPrioritizationFees([...new Set(writes)].slice(0, maxAccounts)).send()
  return unitPriceAt(
    blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee)),
    percentile,
  )
}

/**
 * Computes the price that sufficed in `percentile` per cent of the blocks, by nearest rank.
 *
 * @param percentile from 0 to 100. Unset: 75.
 * @returns the price. 0 if there are no blocks.
 * @example
 * unitPriceAt([4n, 1n, 3n, 2n]) // 3n
 */
export function unitPriceAt(microLamports: readonly bigint[], percentile = 75): bigint {
  const inOrder = [...microLamports].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return inOrder[Math.max(0, Math.ceil((inOrder.length * percentile) / 100) - 1)] ?? 0n
}

/**
 * Turns a compute-unit price into a fee for the whole limit, rounded up and kept from `minLamports` to `maxLamports`.
 *
 * @param microLamports price of a unit.
 * @returns lamports.
 * @example
 * autoPriorityFee(1_000_000n, { unitLimit: 200_000, maxLamports: 150_000n }) // 150000n
 */
export function autoPriorityFee(microLamports: bigint, fee: Omit<AutoFee, 'percentile'>): bigint {
  const { unitLimit = defaultComputeUnitLimit, minLamports = 0n, maxLamports } = fee
  const lamports = ceilDiv(microLamports * BigInt(unitLimit), 1_000_000n)
  return cappedFee(lamports < minLamports ? minLamports : lamports, maxLamports)
}

/**
 * Caps a fee at `maxLamports`.
 *
 * @example
 * cappedFee(200n, 150n) // 150n
 */
export function cappedFee(lamports: bigint, maxLamports: bigint): bigint {
  return lamports < maxLamports ? lamports : maxLamports
}
