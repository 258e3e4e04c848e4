import { type AccountSet, type Address, decodeBase64, type Ratio } from '@tern/core'
import type { NamedInstruction } from './effects/instructionEffects.ts'
import type { Protocol } from './protocols.ts'

/** A trade as the chain reports it: raw units that left the trader's accounts and that arrived there. */
export interface Trade {
  readonly kind: 'trade'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mintIn: Address
  readonly mintOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Set if the event names the trader. */
  readonly trader?: Address
  /**
   * The pool's price after the trade, before fees: raw units of `mintOut` per raw unit of `mintIn`.
   * It equals `currentPrice` of a quote in the same direction.
   * `undefined`: the pool's accounts or the balances after the transaction do not show it.
   */
  readonly priceAfter?: Ratio
}

/** A new token, with the bonding curve that it trades on. A stranger wrote the name, symbol and URI. */
export interface Launch {
  readonly kind: 'launch'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mint: Address
  readonly tokenProgram: Address
  readonly creator: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
  /** `undefined` if the event does not contain the time. */
  readonly timestampSeconds: bigint | undefined
}

/** The last token of a bonding curve was bought. The curve no longer trades. */
export interface Completion {
  readonly kind: 'completion'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mint: Address
}

/** The liquidity of a complete bonding curve moved to the pool `to`. */
export interface Migration {
  readonly kind: 'migration'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mint: Address
  readonly to: Address
}

/** A new pool. `mints` are in the pool's order. */
export interface PoolCreation {
  readonly kind: 'pool'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  readonly creator: Address
  /** `undefined` if the event does not contain the time. */
  readonly timestampSeconds: bigint | undefined
}

/** An event that a trading program reports. */
export type VenueEvent = Trade | Launch | Completion | Migration | PoolCreation

/** The effects of a transaction, as a node reports them. */
export interface Executed {
  readonly logs: readonly string[]
  /** The inner instructions, in order: Anchor programs write events by calling themselves (`emit_cpi!`). */
  readonly inner?: readonly { readonly program: Address; readonly data: Uint8Array }[]
  /**
   * All instructions, including inner instructions.
   * If a program's events do not name a pool's mints, the trade's instruction does.
   */
  readonly instructions?: readonly NamedInstruction[]
  /** The mint of each token account, by the balances before and after. Some instructions name vaults only. */
  readonly mints?: ReadonlyMap<Address, Address>
  /** The raw units in each token account after the transaction. Some events leave out the pool's reserves. */
  readonly balances?: ReadonlyMap<Address, bigint>
}

/** Returns the mint of a token account, or `undefined` if unknown. */
export type MintOf = (tokenAccount: Address) => Address | undefined

/** Returns the raw units in a token account after the transaction, or `undefined` if unknown. */
export type BalanceOf = (tokenAccount: Address) => bigint | undefined

/** Reads accounts from the chain. */
export type ReadAccounts = (addresses: readonly Address[]) => Promise<AccountSet>

/** Sources of facts that an event leaves out. */
export interface Lookups {
  readonly mintOf: MintOf
  readonly balanceOf?: BalanceOf
  readonly readAccounts?: ReadAccounts | undefined
  /** Returns the events of another program in the transaction, in order. Set if the program calls a program that writes events. */
  readonly eventsOf?: (program: Address) => readonly Uint8Array[]
  /**
   * The program's events before this event. Their number identifies an event that names no pool.
   * @default no event
   */
  readonly earlier?: readonly Uint8Array[]
  /** The program's events after this event. */
  readonly later?: readonly Uint8Array[]
}

export type { NamedInstruction }

/** The events that an event of the program reports, often a single event. */
export type Reported = VenueEvent | readonly VenueEvent[] | undefined

/** The functions that read the reports of an on-chain program. */
export interface EventReader {
  readonly event: (
    event: Uint8Array,
    instructions: readonly NamedInstruction[],
    lookups: Lookups,
  ) => Reported | Promise<Reported>
  /** The beginning of a log line with an event. @default 'Program data: ' */
  readonly logPrefix?: string
  /** Set if an event is the rest of such a line as it is written, in UTF-8, instead of base64. */
  readonly logIsText?: true
  /** Set only if the program does something reportable without writing an event. */
  readonly instructionEvent?: (instruction: NamedInstruction) => VenueEvent | undefined
}

/**
 * Returns the bytes of each event that `program` itself wrote to a transaction's log, in order.
 * A truncated log ends the list. Leaves out events of other programs, even of programs that `program` called.
 */
export function eventsInLogs(
  program: Address,
  logs: readonly string[],
  { logPrefix: prefix = 'Program data: ', logIsText }: Pick<EventReader, 'logPrefix' | 'logIsText'> = {},
): readonly Uint8Array[] {
  const running: string[] = []
  const events: Uint8Array[] = []
  for (const line of logs) {
    if (line.startsWith(prefix)) {
      if (running.at(-1) !== program) continue
      const text = line.slice(prefix.length)
      const bytes = logIsText ? new TextEncoder().encode(text) : tryDecodeBase64(text)
      if (bytes !== undefined) events.push(bytes)
      continue
    }
    if (!line.startsWith('Program ')) continue
    const [, name = '', verb = '', depth = ''] = line.split(' ', 4)
    if (verb === 'invoke' && /^\[\d+\]$/.test(depth)) running.push(name)
    else if ((verb === 'success' || verb.startsWith('failed')) && running.at(-1) === name) running.pop()
  }
  return events
}

/** The bytes before an event that an Anchor program writes by calling itself (`EVENT_IX_TAG`). */
const eventTag = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d]

/**
 * Returns the bytes of each event of `program` in a transaction, in order.
 * Programs write an event to the log, to an instruction to themselves, or to both; an event in both counts once.
 * Such an instruction needs the signature of the program's own event authority, so if it landed, the program sent it.
 */
export function eventsOf(
  program: Address,
  { logs, inner = [] }: Executed,
  reader?: Pick<EventReader, 'logPrefix' | 'logIsText'>,
): readonly Uint8Array[] {
  const called = inner.flatMap(instruction =>
    instruction.program === program && eventTag.every((byte, i) => instruction.data[i] === byte)
      ? [instruction.data.subarray(eventTag.length)]
      : [],
  )
  return merged(called, eventsInLogs(program, logs, reader))
}

/**
 * Merges both lists, each in its order; an event in both counts once.
 * Often, either list is complete and the other is a part of it.
 */
function merged(a: readonly Uint8Array[], b: readonly Uint8Array[]): readonly Uint8Array[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const events: Uint8Array[] = []
  let next = 0
  for (const event of a) {
    const at = b.findIndex((other, i) => i >= next && isEqual(event, other))
    if (at >= 0) {
      events.push(...b.slice(next, at))
      next = at + 1
    }
    events.push(event)
  }
  return [...events, ...b.slice(next)]
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

function tryDecodeBase64(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text)
  } catch {
    return undefined
  }
}
