import type { Instruction } from '@solana/kit'
import type { Address } from '@tern/core'
import { type ComputeBudget, computeBudgetInstructions, unitLimitFor } from './computeBudget.ts'
import { transferInstruction } from './systemInstructions.ts'
import type { TemporaryAccount } from './temporaryAccount.ts'
import { type AssociatedAccount, createAssociatedAccountInstruction, memoInstruction } from './tokenInstructions.ts'

/** Lamports to somebody. */
export interface Payment {
  readonly to: Address
  readonly lamports: bigint
}

/** What a trade’s message is put together from. */
export interface TradeParts {
  readonly owner: Address
  readonly budget: ComputeBudget
  /** Unset for a venue that settles in lamports. */
  readonly temporary?: TemporaryAccount
  /** Tern's own fee. */
  readonly tradeFee?: Payment
  /** A text that is signed with the trade. */
  readonly memo?: string
  /** The token account that a buy fills, opened unless it is there. */
  readonly destination?: AssociatedAccount
  readonly swap: readonly Instruction[]
  /** What a provider asks for. */
  readonly tip?: Payment & { readonly frontRunningAccount?: Address }
}

/**
 * The instructions of one trade, for one message: compute-unit price, limit, wrapped account opened and filled, Tern's
 * fee, memo, destination account, swap, wrapped account closed, tip. A payment of 0 is left out.
 *
 * @throws TernError `layout/invalidValue` for an amount beyond 64 bits.
 */
export function tradeInstructions(parts: TradeParts): readonly Instruction[] {
  const { before, after } = aroundSwap(parts)
  return [...computeBudgetInstructions(parts.budget), ...before, ...parts.swap, ...after]
}

/** The compute-unit limit of a trade whose swap takes `swapUnits`, as its quote says. */
export function tradeUnitLimit(parts: Omit<TradeParts, 'budget' | 'swap'>, swapUnits: number): number {
  const { before, after } = aroundSwap(parts)
  return unitLimitFor(swapUnits, [...before, ...after])
}

function aroundSwap({ owner, temporary, tradeFee, memo, destination, tip }: Omit<TradeParts, 'budget' | 'swap'>) {
  const pay = (payment: Payment | undefined, ...named: readonly Address[]) =>
    payment === undefined || payment.lamports === 0n
      ? []
      : [transferInstruction(owner, payment.to, payment.lamports, ...named)]
  const named = tip?.frontRunningAccount === undefined ? [] : [tip.frontRunningAccount]
  return {
    before: [
      ...(temporary?.opens ?? []),
      ...pay(tradeFee),
      ...(memo === undefined ? [] : [memoInstruction(memo)]),
      ...(destination === undefined ? [] : [createAssociatedAccountInstruction(destination)]),
    ],
    after: [...(temporary?.closes === undefined ? [] : [temporary.closes]), ...pay(tip, ...named)],
  }
}
