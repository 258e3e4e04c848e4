import type { Instruction } from '@solana/kit'
import { assertU64, ceilDiv, computeBudgetProgram, struct, TernError, u32, u64 } from '@tern/core'

/** What a trade may use unless told otherwise. */
export const defaultComputeUnitLimit = 200_000

/** What the runtime gives a transaction at most. */
const mostComputeUnits = 1_400_000
const microLamports = 1_000_000n

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

/** The price first, then the limit. */
export function computeBudgetInstructions(budget: ComputeBudget): readonly Instruction[] {
  return [
    { programAddress: computeBudgetProgram, data: priceLayout.encode({ microLamports: computeUnitPrice(budget) }) },
    { programAddress: computeBudgetProgram, data: limitLayout.encode({ units: budget.unitLimit }) },
  ]
}
