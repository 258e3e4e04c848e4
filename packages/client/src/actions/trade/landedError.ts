import type { TransactionError } from '@solana/kit'
import {
  type Address,
  associatedTokenProgram,
  type ErrorCode,
  type ErrorFacts,
  systemProgram,
  TernError,
} from '@tern/core'
import { readProgramError } from '@tern/venues/read'
import type { SentTrade } from './executeTrade.ts'

/** Programs that take lamports to open accounts, and their number for too few (`SystemError::ResultWithNegativeLamports`). */
const opensAccounts: readonly Address[] = [systemProgram, associatedTokenProgram]
const negativeLamports = 1
/** `TokenError`s, which a venue that calls a token program passes on as its own. */
const insufficientTokens = 1
const accountFrozen = 17

/** Why a trade failed on chain: what the venue's own number means, or the runtime's words. */
export function landedError({ plan, programs, transaction }: SentTrade, error: TransactionError): TernError {
  const options = { cause: { signature: transaction.signature, error } }
  const notEnough = () =>
    new TernError(plan.side === 'buy' ? 'trade/notEnoughToBuy' : 'trade/notEnoughToPayTradeFee', {}, options)
  if (error === 'InsufficientFundsForFee') return notEnough()
  // The node's words, which may be anything.
  const told: object = typeof error === 'object' && error !== null ? error : {}
  if ('InsufficientFundsForRent' in told) return notEnough()
  if ('InstructionError' in told && Array.isArray(told.InstructionError)) {
    const [index, inner] = told.InstructionError as readonly unknown[]
    const program = programs[Number(index)]
    if (typeof inner === 'object' && inner !== null && 'Custom' in inner && program !== undefined) {
      const number = Number(inner.Custom)
      const code = readProgramError(program, number)
      if (code !== undefined) return new TernError(code, {} as ErrorFacts<ErrorCode>, options)
      if (opensAccounts.includes(program) && number === negativeLamports) return notEnough()
      // A venue that takes lamports passes on the System program's number for too few, which is the token programs' too.
      if (plan.side === 'buy' && plan.pool.nativeSettlement === 'lamports' && number === negativeLamports)
        return notEnough()
      if (number === insufficientTokens) return new TernError('trade/notEnoughTokens', {}, options)
      if (number === accountFrozen) return new TernError('token/accountFrozen', { address: plan.tokenAccount }, options)
    }
  }
  return new TernError('trade/failedOnChain', { why: describe(error) }, options)
}

function describe(error: TransactionError): string {
  return JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
}
