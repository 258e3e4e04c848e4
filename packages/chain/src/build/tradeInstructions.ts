import type { Instruction } from '@solana/kit'
import type { Address } from '@tern/core'
import { unitLimitFor } from './computeBudget.ts'
import { transferInstruction } from './systemInstructions.ts'
import type { TemporaryAccount } from './temporaryAccount.ts'
import { type AssociatedAccount, createAssociatedAccountInstruction, memoInstruction } from './tokenInstructions.ts'

/** A payment of lamports. */
export interface Payment {
  readonly to: Address
  readonly lamports: bigint
}

/** The parts of a trade's message. */
export interface TradeParts {
  readonly owner: Address
  /** Unset if the venue settles in lamports. */
  readonly temporary?: TemporaryAccount
  /** Tern's own fee. */
  readonly tradeFee?: Payment
  /** A text that is signed with the trade. */
  readonly memo?: string
  /** The token account that a buy fills. It is opened unless it exists. */
  readonly destination?: AssociatedAccount
  readonly swap: readonly Instruction[]
  /** The provider's tip. */
  readonly tip?: Payment & { readonly frontRunningAccount?: Address }
}

/**
 * Builds a trade's instructions for a single message, without its compute budget. Leaves out payments of 0.
 * The order: wrapped account opened and filled, Tern's fee, memo, destination account, swap, wrapped account closed, tip.
 *
 * @throws TernError `layout/invalidValue` for an amount beyond 64 bits.
 * @example
 * tradeInstructions({ owner, swap: [swap] }).length // 1: the swap alone
 */
export function tradeInstructions(parts: TradeParts): readonly Instruction[] {
  const { before, after } = aroundSwap(parts)
  return [...before, ...parts.swap, ...after]
}

/**
 * Estimates a trade's compute-unit limit.
 *
 * @param swapUnits the quote's compute units.
 * @example
 * tradeUnitLimit({ owner }, 60_000) // 66_330: 300 for the budget's own instructions, then 10% more
 */
export function tradeUnitLimit(parts: Omit<TradeParts, 'swap'>, swapUnits: number): number {
  const { before, after } = aroundSwap(parts)
  return unitLimitFor(swapUnits, [...before, ...after])
}

function aroundSwap({ owner, temporary, tradeFee, memo, destination, tip }: Omit<TradeParts, 'swap'>) {
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
