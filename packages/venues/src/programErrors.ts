import type { Address, ErrorCode } from '@tern/core'
import { errorsOf } from './lists/errors.ts'
import { program as router } from './raydiumRouter/addresses.ts'
import { programErrors as routerErrors } from './raydiumRouter/errors.ts'

/** Returns the meaning of a program's own error number. `undefined` if the number is unknown. */
export function readProgramError(programAddress: Address, number: number): ErrorCode | undefined {
  return (programAddress === router ? routerErrors : errorsOf.get(programAddress))?.[number]
}

/** A program's error number, from the instruction at which a transaction failed. */
export interface ProgramFailure {
  readonly program: Address
  readonly number: number
  /** The meaning of the number. `undefined` if the program or the number is unknown to this package. */
  readonly code: ErrorCode | undefined
}

/**
 * Reads the failed program and its error number from a node's `TransactionError`.
 *
 * @param error may be any value, because a node sent it.
 * @param programs the program of each instruction, in order.
 * @returns `undefined` if the transaction failed in another way.
 */
export function readProgramFailure(error: unknown, programs: readonly Address[]): ProgramFailure | undefined {
  const failure: object = typeof error === 'object' && error !== null ? error : {}
  if (!('InstructionError' in failure) || !Array.isArray(failure.InstructionError)) return undefined
  const [index, inner] = failure.InstructionError as readonly unknown[]
  const program = programs[Number(index)]
  if (typeof inner !== 'object' || inner === null || !('Custom' in inner) || program === undefined) return undefined
  const number = Number(inner.Custom)
  return { program, number, code: readProgramError(program, number) }
}
