import { type Address, isTernError } from '@tern/core'
import { eventReaders } from './lists/events.ts'
import {
  type EventReader,
  type Executed,
  eventsOf,
  type Lookups,
  type NamedInstruction,
  type ReadAccounts,
  type Reported,
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

/**
 * Reads the events of a program in a transaction, in order: trades, launches, completions, migrations, new pools.
 * Believes only events that the program itself wrote, and leaves out damaged events.
 *
 * @param readAccounts reads facts that an event leaves out. Without it, trades of some protocols have no `priceAfter`.
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
  const balanceOf = (tokenAccount: Address) => executed.balances?.get(tokenAccount)
  const shared = { mintOf, balanceOf, readAccounts, eventsOf: (program: Address) => eventsOf(program, executed) }
  const events: VenueEvent[] = []
  const all = eventsOf(programAddress, executed, reader)
  for (const [i, bytes] of all.entries()) {
    const lookups = { ...shared, earlier: all.slice(0, i), later: all.slice(i + 1) }
    const reported = await tryRead(reader, bytes, own, lookups)
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
