import type { TransactionError } from '@solana/kit'
import { type Address, associatedTokenProgram, type ErrorCode, type ErrorFacts, systemProgram } from '@tern/core'
import { TernError } from '@tern/core/failureErrors'
import { readProgramFailure } from '@tern/venues/programErrors'

/** Programs that take lamports, whose number 1 is for too few. */
const takeLamports: readonly Address[] = [systemProgram, associatedTokenProgram]

/** Why a transaction failed, in the catalogue's words. `programs`: of its instructions, in order. */
export function failureText(
  error: TransactionError,
  programs: readonly Address[],
  side: 'buy' | 'sell' | undefined,
): string {
  const notEnough = () => new TernError(side === 'sell' ? 'trade/notEnoughToPayTradeFee' : 'trade/notEnoughToBuy', {})
  // The node's words, which may be anything.
  const told: object = typeof error === 'object' && error !== null ? error : {}
  if (error === 'InsufficientFundsForFee' || 'InsufficientFundsForRent' in told) return notEnough().message
  const failure = readProgramFailure(error, programs)
  if (failure?.code !== undefined) return new TernError(failure.code, {} as ErrorFacts<ErrorCode>).message
  if (failure !== undefined && takeLamports.includes(failure.program) && failure.number === 1)
    return notEnough().message
  return new TernError('trade/failedOnChain', { error }).message
}
