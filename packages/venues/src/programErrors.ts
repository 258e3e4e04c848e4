import type { Address, ErrorCode } from '@tern/core'
import { program as meteoraDammV2Program } from './meteoraDammV2/addresses.ts'
import { programErrors as meteoraDammV2Errors } from './meteoraDammV2/errors.ts'
import { program as meteoraDbcProgram } from './meteoraDbc/addresses.ts'
import { programErrors as meteoraDbcErrors } from './meteoraDbc/errors.ts'
import { program as pumpAmmProgram } from './pumpAmm/addresses.ts'
import { programErrors as pumpAmmErrors } from './pumpAmm/errors.ts'
import { program as pumpfunProgram } from './pumpfun/addresses.ts'
import { programErrors as pumpfunErrors } from './pumpfun/errors.ts'
import { program as raydiumClmmProgram } from './raydiumClmm/addresses.ts'
import { programErrors as raydiumClmmErrors } from './raydiumClmm/errors.ts'
import { program as raydiumCpmmProgram } from './raydiumCpmm/addresses.ts'
import { programErrors as raydiumCpmmErrors } from './raydiumCpmm/errors.ts'
import { program as raydiumLaunchlabProgram } from './raydiumLaunchlab/addresses.ts'
import { programErrors as raydiumLaunchlabErrors } from './raydiumLaunchlab/errors.ts'

/** The meaning of each program's own error numbers, as far as a trade can meet them. */
const errorsOf: ReadonlyMap<Address, Readonly<Record<number, ErrorCode>>> = new Map([
  [meteoraDammV2Program, meteoraDammV2Errors],
  [meteoraDbcProgram, meteoraDbcErrors],
  [pumpAmmProgram, pumpAmmErrors],
  [pumpfunProgram, pumpfunErrors],
  [raydiumClmmProgram, raydiumClmmErrors],
  [raydiumCpmmProgram, raydiumCpmmErrors],
  [raydiumLaunchlabProgram, raydiumLaunchlabErrors],
])

/** Returns the meaning of a program's own error number. `undefined` if the number is unknown. */
export function readProgramError(programAddress: Address, number: number): ErrorCode | undefined {
  return errorsOf.get(programAddress)?.[number]
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
