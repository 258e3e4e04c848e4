import type { Instruction } from '@solana/kit'
import {
  type Address,
  assertU64,
  associatedTokenProgram,
  ceilDiv,
  computeBudgetProgram,
  memoProgram,
  struct,
  systemProgram,
  token2022Program,
  tokenProgram,
  u32,
  u64,
} from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'

/** What a transaction may use where nobody says what it needs. */
export const defaultComputeUnitLimit = 200_000

/** What the runtime gives a transaction at most. */
export const mostComputeUnits = 1_400_000
const microLamports = 1_000_000n

/**
 * What one instruction of these programs takes at most beside a swap: the dearest of the token programs that clusters had, and for
 * an associated account as many tries for its address as one in a thousand needs. A memo is as long as a referral's: 17 bytes took some
 * 7,300 units of a release that wrote 365 for each byte, and take 287 now.
 */
const dearest: ReadonlyMap<Address, number> = new Map([
  [computeBudgetProgram, 150],
  [systemProgram, 150],
  [tokenProgram, 5_000],
  [token2022Program, 5_000],
  [associatedTokenProgram, 45_000],
  [memoProgram, 8_000],
])

const priceLayout = struct('SetComputeUnitPrice', 9, { microLamports: u64 }, { discriminator: [3] })
const limitLayout = struct('SetComputeUnitLimit', 5, { units: u32 }, { discriminator: [2] })

/** How many compute units a transaction may take, and what is paid to get in early. */
export interface ComputeBudget {
  readonly unitLimit: number
  /** What the whole limit costs. */
  readonly priorityFeeLamports: bigint
}

/** Micro-lamports a unit: `1e6 × fee / limit`, rounded down, so that the chain never takes more than the fee. @throws TernError `trade/invalidComputeUnits`, `amount/outOfRange`. */
export function computeUnitPrice({ unitLimit, priorityFeeLamports }: ComputeBudget): bigint {
  if (!Number.isInteger(unitLimit) || unitLimit < 1 || unitLimit > mostComputeUnits)
    throw new TernError('trade/invalidComputeUnits', { unitLimit, most: mostComputeUnits })
  return (assertU64(priorityFeeLamports) * microLamports) / BigInt(unitLimit)
}

/** What the chain takes for it, in lamports: price × limit, rounded up. */
export function chargedPriorityFee(budget: ComputeBudget): bigint {
  return ceilDiv(computeUnitPrice(budget) * BigInt(budget.unitLimit), microLamports)
}

/**
 * The limit for a message of `known` units, as venues say of their swaps, beside `others`: their sum, a tenth more because what
 * was read has changed when it runs, and no more than the runtime gives.
 */
export function unitLimitFor(known: number, others: readonly Instruction[]): number {
  const budgeting = 2 * (dearest.get(computeBudgetProgram) ?? 0)
  const beside = others.reduce((sum, { programAddress }) => sum + (dearest.get(programAddress) ?? 0), budgeting)
  return Math.min(mostComputeUnits, Math.ceil(((known + beside) * 11) / 10))
}

/** The price first, then the limit. */
export function computeBudgetInstructions(budget: ComputeBudget): readonly Instruction[] {
  return [
    { programAddress: computeBudgetProgram, data: priceLayout.encode({ microLamports: computeUnitPrice(budget) }) },
    { programAddress: computeBudgetProgram, data: limitLayout.encode({ units: budget.unitLimit }) },
  ]
}
