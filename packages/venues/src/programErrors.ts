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

/** What each program's own error numbers mean, as far as a trade can meet them. */
const errorsOf: ReadonlyMap<Address, Readonly<Record<number, ErrorCode>>> = new Map([
  [meteoraDammV2Program, meteoraDammV2Errors],
  [meteoraDbcProgram, meteoraDbcErrors],
  [pumpAmmProgram, pumpAmmErrors],
  [pumpfunProgram, pumpfunErrors],
  [raydiumClmmProgram, raydiumClmmErrors],
  [raydiumCpmmProgram, raydiumCpmmErrors],
  [raydiumLaunchlabProgram, raydiumLaunchlabErrors],
])

/** What a program's own error number means; `undefined` when it is not one of its own. */
export function readProgramError(programAddress: Address, number: number): ErrorCode | undefined {
  return errorsOf.get(programAddress)?.[number]
}

/** An instruction that a transaction failed at, by a number of its program's. */
export interface ProgramFailure {
  readonly program: Address
  readonly number: number
  /** What the number means; `undefined` when it is none of a program that this package reads. */
  readonly code: ErrorCode | undefined
}

/**
 * Which program failed, and how, by what a node says of a transaction (`TransactionError`), which may be anything; `undefined`
 * when it failed otherwise. `programs`: those of its instructions, in order.
 */
export function readProgramFailure(error: unknown, programs: readonly Address[]): ProgramFailure | undefined {
  const told: object = typeof error === 'object' && error !== null ? error : {}
  if (!('InstructionError' in told) || !Array.isArray(told.InstructionError)) return undefined
  const [index, inner] = told.InstructionError as readonly unknown[]
  const program = programs[Number(index)]
  if (typeof inner !== 'object' || inner === null || !('Custom' in inner) || program === undefined) return undefined
  const number = Number(inner.Custom)
  return { program, number, code: readProgramError(program, number) }
}
