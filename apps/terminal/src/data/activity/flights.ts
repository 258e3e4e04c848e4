import type { Address } from '@tern/core'
import { createStore } from '../store.ts'

/** Where a transaction of this page stands. `refused`: it was never sent. */
export type FlightState = 'sending' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'expired' | 'refused'

/** One transaction of several that belong together. */
export interface FlightStep {
  readonly title: string
  /** `waiting`: not begun. */
  readonly state: 'waiting' | FlightState
  readonly signature?: string
  readonly why?: string
}

/** A transaction that this page began, from the click on: what the chain cannot tell of it, or not yet. */
export interface Flight {
  readonly id: number
  readonly owner: Address | undefined
  readonly kind: 'trade' | 'transfer' | 'rent'
  /** What it is meant to do: `Buy KITE`. */
  readonly title: string
  /** How much: `0.5 SOL`. */
  readonly detail: string
  /** The token that it is about. */
  readonly mint?: Address
  /** What was expected to arrive when it was sent. Raw units. */
  readonly expected?: bigint
  /** Whom it tips for bringing it in, and how much, in lamports. */
  readonly tip?: { readonly provider: string; readonly lamports: bigint }
  readonly state: FlightState
  readonly signature?: string
  /** With *unknown*: how many more blocks it may land in. */
  readonly blocksLeft?: bigint
  /** With *expired*: how many independent sources proved it. */
  readonly sources?: number
  /** With *failed* and *refused*: why. */
  readonly why?: string
  /** Where it takes several transactions. */
  readonly steps?: readonly FlightStep[]
  readonly startedAtMs: number
  /** When its outcome was known; unset too where the page that sent it did not see that. */
  readonly endedAtMs?: number
}

/** What it is, apart from what becomes of it. */
export type Intention = Pick<Flight, 'owner' | 'kind' | 'title' | 'detail' | 'mint' | 'expected' | 'tip'>
type Progress = Pick<Flight, 'state' | 'signature' | 'blocksLeft' | 'sources' | 'why' | 'steps'>

/** Transactions of this page, newest first. A reload forgets those that are over: what landed is in the chain's history. */
export const flights = createStore<readonly Flight[]>([])

const mostKept = 200
let lastId = 0

/** Whether nothing more can become of it. */
export const isOver = ({ state }: Pick<Flight, 'state'>): boolean =>
  state !== 'sending' && state !== 'sent' && state !== 'unknown'

/**
 * Notes a transaction that is about to be sent; `update` says what becomes of it. What an update leaves out stays known.
 * `sentAtMs`: a page that is gone sent it then, and how long it took nobody has seen.
 */
export function openFlight(intention: Intention, nowMs: () => number = Date.now, sentAtMs?: number) {
  const flight: Flight = { ...intention, id: ++lastId, state: 'sending', startedAtMs: sentAtMs ?? nowMs() }
  flights.set([flight, ...flights.get()].slice(0, mostKept))
  return {
    update(progress: Progress) {
      const ended = isOver(progress) && sentAtMs === undefined ? { endedAtMs: nowMs() } : {}
      flights.set(
        flights.get().map(known => {
          if (known.id !== flight.id) return known
          const { blocksLeft: _, ...rest } = known
          return { ...rest, ...progress, ...ended }
        }),
      )
    },
  }
}
