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
  if ('InstructionError' in told && Array.isArray(told.InstructionError)) {
    const [index, inner] = told.InstructionError as readonly unknown[]
    const program = programs[Number(index)]
    if (typeof inner === 'object' && inner !== null && 'Custom' in inner && program !== undefined) {
      const number = Number(inner.Custom)
      const code = readProgramError(program, number)
      if (code !== undefined) return new TernError(code, {} as ErrorFacts<ErrorCode>).message
      if (takeLamports.includes(program) && number === 1) return notEnough().message
    }
  }
  const why = JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  return new TernError('trade/failedOnChain', { why }).message
}
