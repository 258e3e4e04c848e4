import { type Address, ceilDiv } from '@tern/core'
import { defaultComputeUnitLimit } from '../build/computeBudget.ts'
import type { Chain } from '../chain.ts'

/** What an automatic priority fee is for, and within what it stays. */
export interface AutoFee {
  /** Compute units that will be paid for. Unset: 200,000. */
  readonly unitLimit?: number
  /** Lamports. Unset: 0. */
  readonly least?: bigint
  /** Lamports. */
  readonly most: bigint
  /** Per cent of recent blocks in which no more than this had to be paid. Unset: 75. */
  readonly percentile?: number
}

/** The most accounts that a node takes. */
const mostAccounts = 128

/**
 * What lately got transactions in that write to the same accounts, in micro-lamports a compute unit
 * (`getRecentPrioritizationFees`). The accounts beyond 128 are not asked about. `percentile`: 75 unless told.
 * @throws TernError `rpc/*`.
 */
export async function readUnitPrice(
  { rpc }: Pick<Chain, 'rpc'>,
  writes: readonly Address[],
  percentile?: number,
): Promise<bigint> {
  const blocks = await rpc.getRecentPrioritizationFees([...new Set(writes)].slice(0, mostAccounts)).send()
  return unitPriceAt(
    blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee)),
    percentile,
  )
}

/** The price that sufficed in so many per cent of these blocks (nearest rank; 75 unless told); 0 of none. */
export function unitPriceAt(microLamports: readonly bigint[], percentile = 75): bigint {
  const inOrder = [...microLamports].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return inOrder[Math.max(0, Math.ceil((inOrder.length * percentile) / 100) - 1)] ?? 0n
}

/**
 * A price in micro-lamports a compute unit as lamports for the whole limit, rounded up; no less than `least` and no more than `most`.
 * @example autoPriorityFee(1_000_000n, { unitLimit: 200_000, most: 150_000n }) // 150000n
 */
export function autoPriorityFee(microLamports: bigint, fee: Omit<AutoFee, 'percentile'>): bigint {
  const { unitLimit = defaultComputeUnitLimit, least = 0n, most } = fee
  const lamports = ceilDiv(microLamports * BigInt(unitLimit), 1_000_000n)
  return cappedFee(lamports < least ? least : lamports, most)
}

/** A fee that somebody chose, no more than `most` lamports. */
export function cappedFee(lamports: bigint, most: bigint): bigint {
  return lamports < most ? lamports : most
}
