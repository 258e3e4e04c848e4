import type { Instruction } from '@solana/kit'
import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  TernError,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { assertU64, ceilDiv, struct, u32, u64 } from '@tern/core/internal'

/** Compute-unit limit of a transaction for which no need is known. */
export const defaultComputeUnitLimit = 200_000

/** The runtime's max compute units for a transaction. */
export const maxComputeUnits = 1_400_000
const microLamports = 1_000_000n

/**
 * Max compute units for an instruction of each program, apart from the swap.
 * For the token programs, the most expensive release that clusters have run.
 * For an associated account, enough address tries for 999 of 1,000 owners.
 * For a memo, the length of a referral: 17 bytes used 7,300 units in a release that spent 365 a byte, and use 287 today.
 */
const maxUnits: ReadonlyMap<Address, number> = new Map([
  [computeBudgetProgram, 150],
  [systemProgram, 150],
  [tokenProgram, 5_000],
  [token2022Program, 5_000],
  [associatedTokenProgram, 45_000],
  [memoProgram, 8_000],
])

const priceLayout = struct('SetComputeUnitPrice', 9, { microLamports: u64 }, { discriminator: [3] })
const limitLayout = struct('SetComputeUnitLimit', 5, { units: u32 }, { discriminator: [2] })

/** A transaction's compute-unit limit and priority fee. */
export interface ComputeBudget {
  readonly unitLimit: number
  /** Price of the whole limit. */
  readonly priorityFeeLamports: bigint
}

/**
 * Computes the price of a compute unit. Rounds down, so that the chain never charges more than the fee.
 *
 * @returns micro-lamports per unit.
 * @throws TernError `trade/invalidComputeUnits` if `unitLimit` is not a whole number from 1 to 1,400,000.
 * @throws TernError `amount/outOfRange` if the fee is not a 64-bit amount.
 * @example
 * computeUnitPrice({ unitLimit: 200_000, priorityFeeLamports: 10_000n }) // 50_000n micro-lamports
 */
export function computeUnitPrice({ unitLimit, priorityFeeLamports }: ComputeBudget): bigint {
  if (!Number.isInteger(unitLimit) || unitLimit < 1 || unitLimit > maxComputeUnits)
    throw new TernError('trade/invalidComputeUnits', { unitLimit, max: maxComputeUnits })
  return (assertU64(priorityFeeLamports) * microLamports) / BigInt(unitLimit)
}

/**
 * Computes the priority fee that the chain charges for a budget: price × limit, rounded up.
 *
 * @returns lamports, at most `priorityFeeLamports`.
 * @throws TernError the errors of `computeUnitPrice`.
 * @example
 * chargedPriorityFee({ unitLimit: 300_000, priorityFeeLamports: 10_000n }) // 10_000n lamports
 */
export function chargedPriorityFee(budget: ComputeBudget): bigint {
  return ceilDiv(computeUnitPrice(budget) * BigInt(budget.unitLimit), microLamports)
}

/**
 * Estimates a message's compute-unit limit: the swap's units plus the maximum of every other instruction.
 * Adds 10%, because the chain changes between the read and the execution. Returns at most 1,400,000.
 *
 * @example
 * unitLimitFor(100_000, []) // 110_330: 300 for the budget's own instructions, then 10% more
 */
export function unitLimitFor(known: number, others: readonly Instruction[]): number {
  const budgeting = 2 * (maxUnits.get(computeBudgetProgram) ?? 0)
  const around = others.reduce((sum, { programAddress }) => sum + (maxUnits.get(programAddress) ?? 0), budgeting)
  return Math.min(maxComputeUnits, Math.ceil(((known + around) * 11) / 10))
}

/**
 * Builds the two compute-budget instructions: the price first, then the limit.
 *
 * @throws TernError the errors of `computeUnitPrice`.
 * @example
 * computeBudgetInstructions({ unitLimit: 200_000, priorityFeeLamports: 10_000n }).length // 2
 */
export function computeBudgetInstructions(budget: ComputeBudget): readonly Instruction[] {
  return [
    { programAddress: computeBudgetProgram, data: priceLayout.encode({ microLamports: computeUnitPrice(budget) }) },
    { programAddress: computeBudgetProgram, data: limitLayout.encode({ units: budget.unitLimit }) },
  ]
}
