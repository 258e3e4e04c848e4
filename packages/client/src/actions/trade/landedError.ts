import type { TransactionError } from '@solana/kit'
import { type Address, associatedTokenProgram, type ErrorCode, type ErrorFacts, systemProgram } from '@tern/core'
import { TernError } from '@tern/core/failureErrors'
import { readProgramFailure } from '@tern/venues/programErrors'
import type { FailureKey } from './trade.ts'

/** Programs that take lamports to open accounts, and their number for too few (`SystemError::ResultWithNegativeLamports`). */
const opensAccounts: readonly Address[] = [systemProgram, associatedTokenProgram]
const negativeLamports = 1
/** `TokenError`s, which a venue that calls a token program passes on as its own. */
const insufficientTokens = 1
const accountFrozen = 17

/**
 * Why a trade failed on chain: what the venue's own number means, or the runtime's words. `signature` unset: it was only simulated,
 * and would fail.
 */
export function landedError(key: FailureKey, error: TransactionError, signature?: string): TernError {
  const { side, tokenAccount, nativeSettlement, programs } = key
  const options = { cause: { signature, error } }
  const notEnough = () =>
    new TernError(side === 'buy' ? 'trade/notEnoughToBuy' : 'trade/notEnoughToPayTradeFee', {}, options)
  if (error === 'InsufficientFundsForFee') return notEnough()
  // The node's words, which may be anything.
  const told: object = typeof error === 'object' && error !== null ? error : {}
  if ('InsufficientFundsForRent' in told) return notEnough()
  if (isBehind(told, programs.length)) return new TernError('program/stoppedByWallet', {}, options)
  const { program, number, code } = readProgramFailure(error, programs) ?? {}
  if (code !== undefined) return new TernError(code, {} as ErrorFacts<ErrorCode>, options)
  if (number === negativeLamports) {
    if (program !== undefined && opensAccounts.includes(program)) return notEnough()
    // A venue that takes lamports passes on the System program's number for too few, which is the token programs' too.
    if (side === 'buy' && nativeSettlement === 'lamports') return notEnough()
  }
  if (number === insufficientTokens) return new TernError('trade/notEnoughTokens', {}, options)
  if (number === accountFrozen) return new TernError('token/accountFrozen', { address: tokenAccount }, options)
  return new TernError(signature === undefined ? 'trade/wouldFail' : 'trade/failedOnChain', { error }, options)
}

/** Whether an instruction failed that stands behind so many: who signs may add guards there. */
const isBehind = (told: object, count: number): boolean =>
  'InstructionError' in told && Array.isArray(told.InstructionError) && Number(told.InstructionError[0]) >= count
