import { executedBy } from '@tern/chain/internal'
import { type Address, memoProgram } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import { readReferralMemo } from '@tern/core/internal'
import { readExecuted } from '@tern/venues/read'
import type { FoundTransaction } from '../indexer/transaction.ts'
import { feePaid } from './feePaid.ts'

/**
 * A trade of Tern's form: the fee payer trades on a known venue and pays Tern's fee, both with the transaction's own
 * instructions.
 */
export interface FeeTrade {
  readonly trader: Address
  readonly feeLamports: bigint
  /** The referral code in its only memo with a code. */
  readonly code?: string
}

/**
 * Reads a transaction as a trade that pays the fee.
 *
 * @param instructions its own, without inner instructions.
 * @returns `undefined` for any other transaction, such as a transfer to the fee wallet.
 */
export function readFeeTrade(
  trader: Address,
  instructions: readonly CompiledInstruction[],
  feeWallet: Address,
): FeeTrade | undefined {
  const feeLamports = feePaid(instructions, trader, feeWallet)
  if (feeLamports === 0n || !instructions.some(one => isSwapOf(trader, one))) return undefined
  const [code, ...others] = instructions.flatMap(one => codeOf(trader, one))
  return { trader, feeLamports, ...(code !== undefined && others.length === 0 && { code }) }
}

/** Reads a landed transaction in the same way. @returns `undefined` also for a failed transaction. */
export function feeTradeIn(found: FoundTransaction, feeWallet: Address): FeeTrade | undefined {
  const [trader] = found.transaction.message.accountKeys
  if (trader === undefined || found.meta.err !== null) return undefined
  return readFeeTrade(trader, ownInstructions(found), feeWallet)
}

/** Returns the message's own instructions. `executedBy` appends the inner instructions. */
const ownInstructions = (found: FoundTransaction): readonly CompiledInstruction[] =>
  executedBy(found).instructions.slice(0, found.transaction.message.instructions.length)

function isSwapOf(owner: Address, instruction: CompiledInstruction): boolean {
  const read = readExecuted(instruction)
  return read?.kind === 'swap' && read.wallet === owner
}

function codeOf(signer: Address, { program, accounts, data }: CompiledInstruction): readonly string[] {
  if (program !== memoProgram || accounts.some(account => account !== signer)) return []
  const code = readReferralMemo(data)
  return code === undefined ? [] : [code]
}
