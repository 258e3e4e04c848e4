import type { Address } from '@tern/core'
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
 * What lately got transactions in that write to the same accounts, in lamports (`getRecentPrioritizationFees`). The accounts
 * beyond 128 are not asked about.
 * @throws TernError `rpc/*`.
 */
export async function readPriorityFee(
  { rpc }: Pick<Chain, 'rpc'>,
  writes: readonly Address[],
  fee: AutoFee,
): Promise<bigint> {
  const blocks = await rpc.getRecentPrioritizationFees([...new Set(writes)].slice(0, mostAccounts)).send()
  return autoPriorityFee(
    blocks.map(({ prioritizationFee }) => BigInt(prioritizationFee)),
    fee,
  )
}

/**
 * Micro-lamports a compute unit, one for each recent block, as lamports for the whole limit: the price at the percentile
 * (nearest rank), times the limit, rounded up, no less than `least` and no more than `most`.
 * @example autoPriorityFee([1_000_000n, 0n, 0n, 0n], { unitLimit: 200_000, percentile: 100, most: 150_000n }) // 150000n
 */
export function autoPriorityFee(microLamports: readonly bigint[], fee: AutoFee): bigint {
  const { unitLimit = defaultComputeUnitLimit, least = 0n, most, percentile = 75 } = fee
  const inOrder = [...microLamports].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = inOrder[Math.max(0, Math.ceil((inOrder.length * percentile) / 100) - 1)] ?? 0n
  const lamports = (price * BigInt(unitLimit) + 999_999n) / 1_000_000n
  return cappedFee(lamports < least ? least : lamports, most)
}

/** A fee that somebody chose, no more than `most` lamports. */
export function cappedFee(lamports: bigint, most: bigint): bigint {
  return lamports < most ? lamports : most
}
