import { executedBy } from '@tern/chain'
import { type Address, isTernError, memoProgram, readReferralMemo } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/compiledMessage'
import { readInstruction } from '@tern/venues/read'
import type { FoundTransaction } from '../indexer/transaction.ts'
import { feePaid } from './feePaid.ts'

/** A transaction of Tern's shape: whoever pays for it trades on a known venue and pays the fee, both by its own instructions. */
export interface FeeTrade {
  readonly trader: Address
  readonly feeLamports: bigint
  /** The referral code that its one memo names. */
  readonly code?: string
}

/**
 * Reads a transaction as a trade that pays the fee.
 *
 * @param instructions its own, without the calls that follow from them.
 * @returns `undefined` if it is anything else, as a transfer that funds the fee wallet.
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

/** Reads the same from a transaction that landed. @returns `undefined` for one that failed, too. */
export function feeTradeIn(found: FoundTransaction, feeWallet: Address): FeeTrade | undefined {
  const [trader] = found.transaction.message.accountKeys
  if (trader === undefined || found.meta.err !== null) return undefined
  return readFeeTrade(trader, ownInstructions(found), feeWallet)
}

/** The instructions of its message. Behind them `executedBy` has the calls that followed. */
const ownInstructions = (found: FoundTransaction): readonly CompiledInstruction[] =>
  executedBy(found).instructions.slice(0, found.transaction.message.instructions.length)

function isSwapOf(owner: Address, { program, accounts, data }: CompiledInstruction): boolean {
  try {
    const read = readInstruction(program, accounts, data)
    return read?.kind === 'swap' && read.accounts.owner === owner
  } catch (error) {
    if (isTernError(error)) return false
    throw error
  }
}

function codeOf(signer: Address, { program, accounts, data }: CompiledInstruction): readonly string[] {
  if (program !== memoProgram || accounts.some(account => account !== signer)) return []
  const code = readReferralMemo(data)
  return code === undefined ? [] : [code]
}
