import {
  type Address,
  associatedTokenProgram,
  type ErrorCode,
  type ErrorFacts,
  systemProgram,
  TernError,
} from '@tern/core'
import { failureWords } from '@tern/core/internal'
import { readProgramFailure } from './programErrors.ts'

/** A failed transaction. Only trades have a side and a token account. */
export interface FailedTransaction {
  /** The program of each instruction, in order. */
  readonly programs: readonly Address[]
  readonly side?: 'buy' | 'sell' | undefined
  /** The trader's account of the token. */
  readonly tokenAccount?: Address
}

/** Programs that take lamports to open accounts. */
const opensAccounts: readonly Address[] = [systemProgram, associatedTokenProgram]
/**
 * `SystemError::ResultWithNegativeLamports` and `TokenError::InsufficientFunds`.
 * A venue passes on the error number of a program that it calls, without the name of that program.
 */
const tooFew = 1
/** `TokenError::AccountFrozen`. A venue that calls a token program passes this number on. */
const accountFrozen = 17

/**
 * Explains why a transaction failed, by the program's error number or the runtime's error.
 *
 * @param error a node's `TransactionError`; may be any value
 * @param signature of the transaction; unset if the transaction was only simulated and would fail
 * @example
 * explainFailure({ programs: [raydiumCpmm], side: 'buy' }, { InstructionError: [0, { Custom: 6005 }] }).message
 * // 'The price moved beyond the slippage limit'
 */
export function explainFailure(failed: FailedTransaction, error: unknown, signature?: string): TernError {
  const { side, tokenAccount, programs } = failed
  const options = { cause: { signature, error } }
  const notEnough = () =>
    new TernError(side === 'sell' ? 'trade/notEnoughToPayTradeFee' : 'trade/notEnoughToBuy', {}, options)
  const failure: object = typeof error === 'object' && error !== null ? error : {}
  if (error === 'InsufficientFundsForFee' || 'InsufficientFundsForRent' in failure) return notEnough()
  if (isBehind(failure, programs.length)) return new TernError('program/stoppedByWallet', {}, options)
  const { program, number, code } = readProgramFailure(error, programs) ?? {}
  if (code !== undefined) return new TernError(code, {} as ErrorFacts<ErrorCode>, options)
  if (number === tooFew) {
    // A buyer pays in SOL, so if a venue passes the number on, SOL is missing, wrapped or not.
    if (side === 'buy' || (program !== undefined && opensAccounts.includes(program))) return notEnough()
    if (side === 'sell') return new TernError('trade/notEnoughTokens', {}, options)
  }
  if (number === accountFrozen && tokenAccount !== undefined)
    return new TernError('token/accountFrozen', { address: tokenAccount }, options)
  if (signature === undefined) return new TernError('trade/wouldFail', { error, words: failureWords(error) }, options)
  return new TernError('trade/failedOnChain', { error, words: failureWords(error) }, options)
}

/** Checks that the failed instruction comes after the plan's own instructions. A wallet may append guard instructions there. */
const isBehind = (failure: object, count: number): boolean =>
  'InstructionError' in failure &&
  Array.isArray(failure.InstructionError) &&
  Number(failure.InstructionError[0]) >= count
