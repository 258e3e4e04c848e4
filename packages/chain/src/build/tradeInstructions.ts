import type { Instruction } from '@solana/kit'
import type { Address } from '@tern/core'
import { type ComputeBudget, computeBudgetInstructions } from './computeBudget.ts'
import { transferInstruction } from './systemInstructions.ts'
import type { TemporaryAccount } from './temporaryAccount.ts'
import { type AssociatedAccount, createAssociatedAccountInstruction } from './tokenInstructions.ts'

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
  /** The token account that a buy fills, opened unless it is there. */
  readonly destination?: AssociatedAccount
  readonly swap: readonly Instruction[]
  /** What a provider asks for. */
  readonly tip?: Payment
}

/**
 * The instructions of one trade, for one message: compute-unit price, limit, wrapped account opened and filled, Tern's
 * fee, destination account, swap, wrapped account closed, tip. A payment of 0 is left out.
 *
 * @throws TernError `layout/invalidValue` for an amount beyond 64 bits.
 */
export function tradeInstructions(parts: TradeParts): readonly Instruction[] {
  const { owner, budget, temporary, tradeFee, destination, swap, tip } = parts
  const pay = (payment: Payment | undefined) =>
    payment === undefined || payment.lamports === 0n ? [] : [transferInstruction(owner, payment.to, payment.lamports)]
  return [
    ...computeBudgetInstructions(budget),
    ...(temporary?.opens ?? []),
    ...pay(tradeFee),
    ...(destination === undefined ? [] : [createAssociatedAccountInstruction(destination)]),
    ...swap,
    ...(temporary?.closes === undefined ? [] : [temporary.closes]),
    ...pay(tip),
  ]
}
