import { type AccountSet, type Address, decodeBase64, type Ratio } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** A trade as the chain reports it: raw units that left and reached the trader's accounts. */
export interface Trade {
  readonly kind: 'trade'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mintIn: Address
  readonly mintOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Where the event says it. */
  readonly trader?: Address
  /**
   * The pool's price after the trade, before fees: raw units of `mintOut` per raw unit of `mintIn`.
   * It equals `currentPrice` of a quote in the same direction.
   * `undefined`: the program is CPMM and the caller gave no `readAccounts`, or the pool is gone.
   */
  readonly priceAfter?: Ratio
}

/** A new token, with the bonding curve that it trades on. Name, symbol and address are a stranger's words. */
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
  /** `undefined`: the event does not say it. */
  readonly timestampSeconds: bigint | undefined
}

/** The last token of a bonding curve was bought: nothing trades there any more. */
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

/** A new pool. `mints` in the pool's order. */
export interface PoolCreation {
  readonly kind: 'pool'
  readonly protocol: Protocol
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  readonly creator: Address
  /** `undefined`: the event does not say it. */
  readonly timestampSeconds: bigint | undefined
}

/** What a trading program reports of itself. */
export type VenueEvent = Trade | Launch | Completion | Migration | PoolCreation

/** An instruction with its accounts. */
export interface NamedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** What a transaction did, as far as its programs tell. */
export interface Executed {
  readonly logs: readonly string[]
  /** The inner instructions, in order: Anchor programs write events by calling themselves (`emit_cpi!`). */
  readonly inner?: readonly { readonly program: Address; readonly data: Uint8Array }[]
  /** All instructions, inner ones too: where a program's events do not name a pool's tokens, those who trade in it do. */
  readonly instructions?: readonly NamedInstruction[]
  /** Whose mint a token account is of, as the balances before and after tell: some instructions name vaults only. */
  readonly mints?: ReadonlyMap<Address, Address>
}

/** What a token account holds; `undefined`: not known. */
export type MintOf = (tokenAccount: Address) => Address | undefined

/** Reads accounts from the chain. */
export type ReadAccounts = (addresses: readonly Address[]) => Promise<AccountSet>

/** Facts that an event leaves out. */
export interface Lookups {
  readonly mintOf: MintOf
  readonly readAccounts?: ReadAccounts | undefined
}

/**
 * The bytes of each event that `program` itself wrote to a transaction's log, in order. A log that was cut short ends the
 * list; what another program wrote, even one that it called, is not in it.
 */
export function eventsInLogs(program: Address, logs: readonly string[]): readonly Uint8Array[] {
  const running: string[] = []
  const events: Uint8Array[] = []
  for (const line of logs) {
    if (line.startsWith('Program data: ')) {
      if (running.at(-1) !== program) continue
      const bytes = tryDecodeBase64(line.slice('Program data: '.length))
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

/** What Anchor puts before an event that a program writes by calling itself (`EVENT_IX_TAG`). */
const eventTag = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d]

/**
 * The bytes of each event of `program` in a transaction, in order. Programs write an event to the log, to an instruction to
 * themselves, or to both; what is in both counts once. Only a program's own event authority can sign the instruction, which
 * the program checks: one that landed is its own.
 */
export function eventsOf(program: Address, { logs, inner = [] }: Executed): readonly Uint8Array[] {
  const called = inner.flatMap(instruction =>
    instruction.program === program && eventTag.every((byte, i) => instruction.data[i] === byte)
      ? [instruction.data.subarray(eventTag.length)]
      : [],
  )
  return merged(called, eventsInLogs(program, logs))
}

/** Both lists, each in its order, with what stands in both once: one list is often the whole and the other a part. */
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
