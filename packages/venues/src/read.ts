import { type Address, isTernError } from '@tern/core'
import { program as meteoraDammV2Program } from './meteoraDammV2/addresses.ts'
import { readEvent as readMeteoraDammV2Event } from './meteoraDammV2/events.ts'
import { program as meteoraDbcProgram } from './meteoraDbc/addresses.ts'
import { readEvent as readMeteoraDbcEvent, readMigration as readMeteoraDbcMigration } from './meteoraDbc/events.ts'
import { program as pumpAmmProgram } from './pumpAmm/addresses.ts'
import { readEvent as readPumpAmmEvent } from './pumpAmm/events.ts'
import { program as pumpfunProgram } from './pumpfun/addresses.ts'
import { readEvent as readPumpfunEvent } from './pumpfun/events.ts'
import { program as raydiumClmmProgram } from './raydiumClmm/addresses.ts'
import { readEvent as readRaydiumClmmEvent } from './raydiumClmm/events.ts'
import { program as raydiumCpmmProgram } from './raydiumCpmm/addresses.ts'
import { readCreation as readRaydiumCpmmCreation, readEvent as readRaydiumCpmmEvent } from './raydiumCpmm/events.ts'
import { program as raydiumLaunchlabProgram } from './raydiumLaunchlab/addresses.ts'
import { readMigration, readEvent as readRaydiumLaunchlabEvent } from './raydiumLaunchlab/events.ts'
import {
  type Executed,
  eventsOf,
  type Lookups,
  type NamedInstruction,
  type ReadAccounts,
  type VenueEvent,
} from './readEvents.ts'

export type { InstructionEffects } from './effects/instructionEffects.ts'
export type { Protocol } from './protocols.ts'
export type {
  Completion,
  Executed,
  Launch,
  Migration,
  MintOf,
  PoolCreation,
  ReadAccounts,
  Trade,
  VenueEvent,
} from './readEvents.ts'
export { type ExecutedEffects, readExecuted, tradingPrograms } from './readExecuted.ts'

/** The events that a single event of the program reports; often only one. */
type Reported = VenueEvent | readonly VenueEvent[] | undefined

/** The functions that read the reports of an on-chain program. */
interface EventReader {
  readonly event: (
    event: Uint8Array,
    instructions: readonly NamedInstruction[],
    lookups: Lookups,
  ) => Reported | Promise<Reported>
  /** Set only if the program does something reportable without writing an event. */
  readonly instructionEvent?: (instruction: NamedInstruction) => VenueEvent | undefined
}

const eventReaders: ReadonlyMap<Address, EventReader> = /* @__PURE__ */ new Map<Address, EventReader>([
  [raydiumClmmProgram, { event: readRaydiumClmmEvent }],
  [raydiumCpmmProgram, { event: readRaydiumCpmmEvent, instructionEvent: readRaydiumCpmmCreation }],
  [meteoraDammV2Program, { event: readMeteoraDammV2Event }],
  [pumpAmmProgram, { event: readPumpAmmEvent }],
  [meteoraDbcProgram, { event: readMeteoraDbcEvent, instructionEvent: readMeteoraDbcMigration }],
  [pumpfunProgram, { event: readPumpfunEvent }],
  [raydiumLaunchlabProgram, { event: readRaydiumLaunchlabEvent, instructionEvent: readMigration }],
])

/**
 * Reads the events of a program in a transaction, in order: trades, launches, completions, migrations, new pools.
 * Believes only events that the program itself wrote, and leaves out damaged ones.
 *
 * @param readAccounts reads facts that an event leaves out; without it, trades of CPMM have no `priceAfter`.
 * @throws the error of `readAccounts`.
 */
export async function readEvents(
  programAddress: Address,
  executed: Executed,
  readAccounts?: ReadAccounts,
): Promise<readonly VenueEvent[]> {
  const reader = eventReaders.get(programAddress)
  if (reader === undefined) return []
  const own = (executed.instructions ?? []).filter(one => one.program === programAddress)
  const mintOf = (tokenAccount: Address) => executed.mints?.get(tokenAccount)
  const events: VenueEvent[] = []
  for (const bytes of eventsOf(programAddress, executed)) {
    const reported = await tryRead(reader, bytes, own, { mintOf, readAccounts })
    if (reported !== undefined) events.push(...('kind' in reported ? [reported] : reported))
  }
  for (const instruction of own) {
    const reported = reader.instructionEvent?.(instruction)
    if (reported !== undefined) events.push(reported)
  }
  return events
}

async function tryRead(
  reader: EventReader,
  bytes: Uint8Array,
  own: readonly NamedInstruction[],
  lookups: Lookups,
): Promise<Reported> {
  try {
    return await reader.event(bytes, own, lookups)
  } catch (error) {
    if (isTernError(error) && error.code.startsWith('layout/')) return undefined
    throw error
  }
}
