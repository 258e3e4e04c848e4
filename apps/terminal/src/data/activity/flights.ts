import type { Address } from '@tern/core'
import { createPatientStore } from '../store.ts'
import type { BlocksLeft } from '../stream/latestBlockhash.ts'

/** Where a transaction stands. `refused`: it was never sent. `stopped`: of several, none is under way, and not all have landed. */
export type FlightState = 'sending' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'expired' | 'refused' | 'stopped'

/** One transaction of several that belong together. */
export interface FlightStep {
  readonly title: string
  /** `waiting`: not begun. */
  readonly state: 'waiting' | Exclude<FlightState, 'stopped'>
  readonly signature?: string
  readonly why?: string
  /** From its signing to its confirmation, where this page has seen both. */
  readonly tookMs?: number
}

/** A transaction that this page began, from the click on: what the chain cannot tell of it, or not yet. With *unknown*, how many blocks it may land in. */
export interface Flight extends BlocksLeft {
  readonly id: number
  readonly owner: Address | undefined
  readonly kind: 'trade' | 'transfer' | 'rent' | 'nonce'
  /** What it is meant to do: `Buy KITE`. */
  readonly title: string
  /** How much: `0.5 SOL`. */
  readonly detail: string
  /** The token that it is about. */
  readonly mint?: Address
  /** Whom a withdrawal pays. */
  readonly recipient?: Address
  /** What no second one of is begun until its outcome is known; unset: of the token. */
  readonly subject?: string
  /** It lives by the wallet's nonce account: until it is cancelled, and not for some blocks. */
  readonly isByNonce?: boolean
  /** What it does to the wallet's nonce account; with the kind `nonce`. */
  readonly nonce?: 'open' | 'advance' | 'close'
  /** What was expected to arrive when it was sent. Raw units. */
  readonly expected?: bigint
  /** Whom it tips for bringing it in, and how much, in lamports. `alone`: it went by nobody else. */
  readonly tip?: { readonly provider: string; readonly lamports: bigint; readonly alone?: boolean }
  readonly state: FlightState
  readonly signature?: string
  /** With *unknown*: it had landed, and the chain took that back. */
  readonly isRolledBack?: boolean
  /** With *expired* and *failed*: how many independent sources say so. */
  readonly sources?: number
  /** With *failed* and *refused*: why. */
  readonly why?: string
  /** Where it takes several transactions. */
  readonly steps?: readonly FlightStep[]
  /** The name of a reclaim in the journal, by which it is gone on with. */
  readonly reclaim?: string
  /** When it was asked for, in milliseconds since 1970. */
  readonly startedAtMs: number
  /** When its outcome was known; unset too where the page that sent it did not see that. */
  readonly endedAtMs?: number
}

/** What it is, apart from what becomes of it: what the journal says of it, too. */
export type Intention = Pick<
  Flight,
  | 'owner'
  | 'kind'
  | 'title'
  | 'detail'
  | 'mint'
  | 'recipient'
  | 'subject'
  | 'isByNonce'
  | 'nonce'
  | 'expected'
  | 'tip'
  | 'startedAtMs'
>
export type Progress = Pick<
  Flight,
  'state' | 'signature' | 'blocksLeft' | 'lastHeight' | 'isRolledBack' | 'sources' | 'why' | 'steps' | 'reclaim' | 'tip'
>

/** Transactions of this page, newest first. What other pages of this browser sent is in its journal. */
export const flights = createPatientStore<readonly Flight[]>([])

const mostKept = 200
let lastId = 0

/** Whether nothing more can become of it. */
export const isOver = ({ state }: Pick<Flight, 'state'>): boolean =>
  state !== 'sending' && state !== 'sent' && state !== 'unknown'

/**
 * Notes a transaction that is about to be sent; `update` says what becomes of it. What an update leaves out stays known.
 * `sentBy`: how long it takes what a page sent that is gone, nobody has seen.
 */
export function openFlight(intention: Intention, sentBy: 'here' | 'pageBefore' = 'here', nowMs = Date.now) {
  const flight: Flight = { ...intention, id: ++lastId, state: 'sending' }
  flights.set([flight, ...flights.get()].slice(0, mostKept))
  return {
    update(progress: Progress) {
      flights.set(
        flights.get().map(known => {
          if (known.id !== flight.id) return known
          const { blocksLeft: _, lastHeight: __, ...rest } = known
          // What is told of it afterwards does not make it last longer.
          const ended = isOver(progress) && !isOver(known) && sentBy === 'here' ? { endedAtMs: nowMs() } : {}
          return { ...rest, ...progress, ...ended }
        }),
      )
    },
  }
}
