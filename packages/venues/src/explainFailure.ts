import { type Address, associatedTokenProgram, type ErrorCode, type ErrorFacts, systemProgram } from '@tern/core'
import { failureWords, TernError } from '@tern/core/failureErrors'
import { readProgramFailure } from './programErrors.ts'

/** A transaction that failed. Only trades have a side and a token account. */
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
 * `SystemError::ResultWithNegativeLamports` and `TokenError::InsufficientFunds`. A venue passes on the number of a program that it
 * calls, and does not say which program that was.
 */
const tooFew = 1
/** A `TokenError` number, which a venue that calls a token program passes on as its own. */
const accountFrozen = 17

/**
 * Explains why a transaction failed, by the program's own number or the runtime's words. Toasts and Activity both use it.
 *
 * @param error a node's `TransactionError`; nonsense is allowed
 * @param signature of the transaction; unset if it was only simulated and would fail
 * @example
 * explainFailure({ programs: [raydiumCpmm], side: 'buy' }, { InstructionError: [0, { Custom: 6005 }] }).message
 * // 'The price moved beyond the slippage limit'
 */
export function explainFailure(failed: FailedTransaction, error: unknown, signature?: string): TernError {
  const { side, tokenAccount, programs } = failed
  const options = { cause: { signature, error } }
  const notEnough = () =>
    new TernError(side === 'sell' ? 'trade/notEnoughToPayTradeFee' : 'trade/notEnoughToBuy', {}, options)
  const told: object = typeof error === 'object' && error !== null ? error : {}
  if (error === 'InsufficientFundsForFee' || 'InsufficientFundsForRent' in told) return notEnough()
  if (isBehind(told, programs.length)) return new TernError('program/stoppedByWallet', {}, options)
  const { program, number, code } = readProgramFailure(error, programs) ?? {}
  if (code !== undefined) return new TernError(code, {} as ErrorFacts<ErrorCode>, options)
  if (number === tooFew) {
    // A buyer pays in SOL, so a venue that passes the number on means SOL, wrapped or not.
    if (side === 'buy' || (program !== undefined && opensAccounts.includes(program))) return notEnough()
    if (side === 'sell') return new TernError('trade/notEnoughTokens', {}, options)
  }
  if (number === accountFrozen && tokenAccount !== undefined)
    return new TernError('token/accountFrozen', { address: tokenAccount }, options)
  if (signature === undefined) return new TernError('trade/wouldFail', { error }, options)
  return new TernError('trade/failedOnChain', { error, words: failureWords(error) }, options)
}

/** Whether the instruction that failed stands behind the plan's own. A wallet may add guards there. */
const isBehind = (told: object, count: number): boolean =>
  'InstructionError' in told && Array.isArray(told.InstructionError) && Number(told.InstructionError[0]) >= count
