import { type Address, type ErrorCode, isTernError } from '@tern/core'
import { program as meteoraDammV2Program } from './meteoraDammV2/addresses.ts'
import { programErrors as meteoraDammV2Errors } from './meteoraDammV2/errors.ts'
import { readEvent as readMeteoraDammV2Event } from './meteoraDammV2/events.ts'
import { readInstruction as readMeteoraDammV2 } from './meteoraDammV2/readInstruction.ts'
import { program as meteoraDbcProgram } from './meteoraDbc/addresses.ts'
import { programErrors as meteoraDbcErrors } from './meteoraDbc/errors.ts'
import { readEvent as readMeteoraDbcEvent, readMigration as readMeteoraDbcMigration } from './meteoraDbc/events.ts'
import { readInstruction as readMeteoraDbc } from './meteoraDbc/readInstruction.ts'
import { program as pumpAmmProgram } from './pumpAmm/addresses.ts'
import { programErrors as pumpAmmErrors } from './pumpAmm/errors.ts'
import { readEvent as readPumpAmmEvent } from './pumpAmm/events.ts'
import { readInstruction as readPumpAmm } from './pumpAmm/readInstruction.ts'
import { program as pumpfunProgram } from './pumpfun/addresses.ts'
import { programErrors as pumpfunErrors } from './pumpfun/errors.ts'
import { readEvent as readPumpfunEvent } from './pumpfun/events.ts'
import { readInstruction as readPumpfun } from './pumpfun/readInstruction.ts'
import { program as raydiumClmmProgram } from './raydiumClmm/addresses.ts'
import { programErrors as raydiumClmmErrors } from './raydiumClmm/errors.ts'
import { readEvent as readRaydiumClmmEvent } from './raydiumClmm/events.ts'
import { readInstruction as readRaydiumClmm } from './raydiumClmm/readInstruction.ts'
import { program as raydiumCpmmProgram } from './raydiumCpmm/addresses.ts'
import { programErrors as raydiumCpmmErrors } from './raydiumCpmm/errors.ts'
import { readTrade as readRaydiumCpmmTrade } from './raydiumCpmm/events.ts'
import { readInstruction as readRaydiumCpmm } from './raydiumCpmm/readInstruction.ts'
import { program as raydiumLaunchlabProgram } from './raydiumLaunchlab/addresses.ts'
import { programErrors as raydiumLaunchlabErrors } from './raydiumLaunchlab/errors.ts'
import { readMigration, readEvent as readRaydiumLaunchlabEvent } from './raydiumLaunchlab/events.ts'
import { readInstruction as readRaydiumLaunchlab } from './raydiumLaunchlab/readInstruction.ts'
import { type Executed, eventsOf, type NamedInstruction, type VenueEvent } from './readEvents.ts'
import type { ReadInstruction } from './readInstruction.ts'

export type { Protocol } from './protocols.ts'
export type { Completion, Executed, Launch, Migration, PoolCreation, Trade, VenueEvent } from './readEvents.ts'
export type { ExtendInstruction, LiquidityInstruction, ReadInstruction, SwapInstruction } from './readInstruction.ts'

/** What one event tells of: often one thing. */
type Told = VenueEvent | readonly VenueEvent[] | undefined

/** How to read what one on-chain program is asked for and reports. */
interface Reader {
  readonly instruction: (accounts: readonly Address[], data: Uint8Array) => ReadInstruction | undefined
  readonly event: (event: Uint8Array, instructions: readonly NamedInstruction[]) => Told | Promise<Told>
  /** Only of a program that does some of what is to be told without an event. */
  readonly instructionEvent?: (instruction: NamedInstruction) => VenueEvent | undefined
  readonly errors: Readonly<Record<number, ErrorCode>>
}

const readers: ReadonlyMap<Address, Reader> = new Map<Address, Reader>([
  [raydiumClmmProgram, { instruction: readRaydiumClmm, event: readRaydiumClmmEvent, errors: raydiumClmmErrors }],
  [raydiumCpmmProgram, { instruction: readRaydiumCpmm, event: readRaydiumCpmmTrade, errors: raydiumCpmmErrors }],
  [
    meteoraDammV2Program,
    { instruction: readMeteoraDammV2, event: readMeteoraDammV2Event, errors: meteoraDammV2Errors },
  ],
  [pumpAmmProgram, { instruction: readPumpAmm, event: readPumpAmmEvent, errors: pumpAmmErrors }],
  [
    meteoraDbcProgram,
    {
      instruction: readMeteoraDbc,
      event: readMeteoraDbcEvent,
      instructionEvent: readMeteoraDbcMigration,
      errors: meteoraDbcErrors,
    },
  ],
  [pumpfunProgram, { instruction: readPumpfun, event: readPumpfunEvent, errors: pumpfunErrors }],
  [
    raydiumLaunchlabProgram,
    {
      instruction: readRaydiumLaunchlab,
      event: readRaydiumLaunchlabEvent,
      instructionEvent: readMigration,
      errors: raydiumLaunchlabErrors,
    },
  ],
])

/** Every program that trades and that this package reads. */
export const tradingPrograms: readonly Address[] = [...readers.keys()]

/** What an instruction asks for, from its bytes alone; `undefined` for an unknown program or an instruction that is no trade. */
export function readInstruction(
  programAddress: Address,
  accounts: readonly Address[],
  data: Uint8Array,
): ReadInstruction | undefined {
  return readers.get(programAddress)?.instruction(accounts, data)
}

/**
 * What a program reports of a transaction, in order: trades, launches, completions, migrations. Only what the program wrote
 * itself is believed; an event that is damaged is left out.
 */
export async function readEvents(programAddress: Address, executed: Executed): Promise<readonly VenueEvent[]> {
  const reader = readers.get(programAddress)
  if (reader === undefined) return []
  const own = (executed.instructions ?? []).filter(one => one.program === programAddress)
  const events: VenueEvent[] = []
  for (const bytes of eventsOf(programAddress, executed)) {
    const told = await tryRead(reader, bytes, own)
    if (told !== undefined) events.push(...('kind' in told ? [told] : told))
  }
  for (const instruction of own) {
    const told = reader.instructionEvent?.(instruction)
    if (told !== undefined) events.push(told)
  }
  return events
}

async function tryRead(reader: Reader, bytes: Uint8Array, own: readonly NamedInstruction[]): Promise<Told> {
  try {
    return await reader.event(bytes, own)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** What a program's own error number means; `undefined` when it is not one of its own. */
export function readProgramError(programAddress: Address, number: number): ErrorCode | undefined {
  return readers.get(programAddress)?.errors[number]
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
