import type { Address, ErrorCode } from '@tern/core'
import { program as raydiumCpmmProgram } from './raydiumCpmm/addresses.ts'
import { programErrors as raydiumCpmmErrors } from './raydiumCpmm/errors.ts'
import { readTrade as readRaydiumCpmmTrade } from './raydiumCpmm/events.ts'
import { readInstruction as readRaydiumCpmm } from './raydiumCpmm/readInstruction.ts'
import { eventsInLogs, type Trade } from './readEvents.ts'
import type { ReadInstruction } from './readInstruction.ts'

export type { Protocol } from './protocols.ts'
export type { Trade } from './readEvents.ts'
export type { LiquidityInstruction, ReadInstruction, SwapInstruction } from './readInstruction.ts'

/** How to read what one on-chain program is asked for and reports. */
interface Reader {
  readonly instruction: (accounts: readonly Address[], data: Uint8Array) => ReadInstruction | undefined
  readonly trade: (event: Uint8Array) => Trade | undefined
  readonly errors: Readonly<Record<number, ErrorCode>>
}

const readers: ReadonlyMap<Address, Reader> = new Map<Address, Reader>([
  [raydiumCpmmProgram, { instruction: readRaydiumCpmm, trade: readRaydiumCpmmTrade, errors: raydiumCpmmErrors }],
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

/** The trades that a program reports in a transaction's log, in order. Only what the program wrote itself is believed. */
export function readEvents(programAddress: Address, logs: readonly string[]): readonly Trade[] {
  const reader = readers.get(programAddress)
  if (reader === undefined) return []
  return eventsInLogs(programAddress, logs).flatMap(event => reader.trade(event) ?? [])
}

/** What a program's own error number means; `undefined` when it is not one of its own. */
export function readProgramError(programAddress: Address, number: number): ErrorCode | undefined {
  return readers.get(programAddress)?.errors[number]
}
