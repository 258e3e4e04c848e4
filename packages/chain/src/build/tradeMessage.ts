import type { Instruction } from '@solana/kit'
import type { Address, Message } from '@tern/core'
import type { BlockhashLifetime } from '../read/blockhash.ts'
import { type ComputeBudget, computeBudgetInstructions } from './computeBudget.ts'
import { compileMessage, type MessageVersion } from './message.ts'
import { transferInstruction } from './systemInstructions.ts'
import type { TemporaryAccount } from './temporaryAccount.ts'
import { type AssociatedAccount, createAssociatedAccountInstruction } from './tokenInstructions.ts'

export interface Payment {
  readonly to: Address
  readonly lamports: bigint
}

export interface TradeMessageRequest {
  readonly owner: Address
  readonly lifetime: BlockhashLifetime
  /** Unset: 0. */
  readonly version?: MessageVersion
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
 * One trade, whole or not at all, in this order: compute-unit price, limit, temporary account opened and initialised, Tern's
 * fee, destination account, swap, temporary account closed, tip. A payment of 0 is left out.
 *
 * @throws TernError `transaction/tooLarge`, `amount/outOfRange`.
 */
export function buildTradeMessage(request: TradeMessageRequest): Message {
  const { owner, lifetime, version, budget, temporary, tradeFee, destination, swap, tip } = request
  const pay = (payment: Payment | undefined) =>
    payment === undefined || payment.lamports === 0n ? [] : [transferInstruction(owner, payment.to, payment.lamports)]
  const instructions = [
    ...computeBudgetInstructions(budget),
    ...(temporary?.opens ?? []),
    ...pay(tradeFee),
    ...(destination === undefined ? [] : [createAssociatedAccountInstruction(destination)]),
    ...swap,
    ...(temporary === undefined ? [] : [temporary.closes]),
    ...pay(tip),
  ]
  return compileMessage({ feePayer: owner, lifetime, instructions, ...(version === undefined ? {} : { version }) })
}
