import type { Address, Ratio } from '@tern/core'
import { createPatientStore } from '../store.ts'
import type { BlocksLeft } from '../stream/latestBlockhash.ts'

/**
 * State of a transaction, or of several that belong together.
 * `refused`: never sent. `stopped`: not all of several transactions have landed, and no more are under way.
 */
export type FlightState = 'sending' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'expired' | 'refused' | 'stopped'

/** A single transaction of several that belong together. */
export interface FlightStep {
  readonly title: string
  /** `waiting`: not begun. */
  readonly state: 'waiting' | Exclude<FlightState, 'stopped'>
  readonly signature?: string
  readonly why?: string
  /** Milliseconds from signing to landing. Set only if the page that sent it saw the landing. */
  readonly tookMs?: number
}

/**
 * A transaction that this browser began, from the click on, with the facts that the chain does not hold, or not yet.
 * While it is *unknown*, it has the number of blocks that may still hold it.
 */
export interface Flight extends BlocksLeft {
  readonly id: number
  readonly owner: Address | undefined
  readonly kind: 'trade' | 'swap' | 'liquidity' | 'wrap' | 'transfer' | 'rent' | 'nonce'
  /** The action: `Buy KITE`. */
  readonly title: string
  /** The amount: `0.5 SOL`. */
  readonly detail: string
  /** The token that it is about. */
  readonly mint?: Address
  /** The address that a withdrawal pays. */
  readonly recipient?: Address
  /** Until the outcome is known, no second transaction with this subject begins. Unset: the token is the subject. */
  readonly subject?: string
  /** Lives by the wallet's nonce account: it may land until it is cancelled, not only for some blocks. */
  readonly isByNonce?: boolean
  /** The instruction to the wallet's nonce account, if the kind is `nonce`. */
  readonly nonce?: 'open' | 'advance' | 'close'
  /** Raw units that were expected to arrive when it was sent. */
  readonly expected?: bigint
  /** Mid price of a swap when it was sent: raw units out for a raw unit in, before fees and price impact. */
  readonly mid?: Ratio
  /** The provider that it tips, and the tip in lamports. `alone`: it is sent through this provider only. */
  readonly tip?: { readonly provider: string; readonly lamports: bigint; readonly alone?: boolean }
  readonly state: FlightState
  readonly signature?: string
  /** With *unknown*: it had landed, and a fork undid that. */
  readonly isRolledBack?: boolean
  /** With *expired* and *failed*: at least this many independent sources report it. */
  readonly sources?: number
  /** With *failed* and *refused*: the reason. */
  readonly why?: string
  /** Set if it takes several transactions. */
  readonly steps?: readonly FlightStep[]
  /** Id of the reclaim in the journal, for resuming it. */
  readonly reclaim?: string
  /** When the person asked for it, in milliseconds since 1970. */
  readonly startedAtMs: number
  /**
   * When its outcome became known, in milliseconds since 1970. Unset if the page that sent it did not see the outcome.
   */
  readonly endedAtMs?: number
}

/** The facts of a transaction that do not change, as opposed to `Progress`. The journal keeps them too. */
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
  | 'mid'
  | 'tip'
  | 'startedAtMs'
>
export type Progress = Pick<
  Flight,
  'state' | 'signature' | 'blocksLeft' | 'lastHeight' | 'isRolledBack' | 'sources' | 'why' | 'steps' | 'reclaim' | 'tip'
>

/** Transactions that this page began or follows, newest first. The journal has the transactions of other pages. */
export const flights = createPatientStore<readonly Flight[]>([])

const maxKept = 200
let lastId = 0

/** Returns `true` if no outcome is awaited. A fork may still undo it, and a stopped reclaim may be resumed. */
export const isOver = ({ state }: Pick<Flight, 'state'>): boolean =>
  state !== 'sending' && state !== 'sent' && state !== 'unknown'

/**
 * Adds a transaction that is about to be sent. `update` reports its progress.
 * A field that an update leaves out keeps its value, except the blocks that are left.
 *
 * @param sentBy `pageBefore`: another page sent it, so how long it took was not measured and `endedAtMs` stays unset.
 */
export function openFlight(intention: Intention, sentBy: 'here' | 'pageBefore' = 'here', nowMs = Date.now) {
  const flight: Flight = { ...intention, id: ++lastId, state: 'sending' }
  flights.set([flight, ...flights.get()].slice(0, maxKept))
  return {
    update(progress: Progress) {
      flights.set(
        flights.get().map(known => {
          if (known.id !== flight.id) return known
          const { blocksLeft: _, lastHeight: __, ...rest } = known
          // Later reports of the same outcome, such as "final", do not move the end.
          const ended = isOver(progress) && !isOver(known) && sentBy === 'here' ? { endedAtMs: nowMs() } : {}
          return { ...rest, ...progress, ...ended }
        }),
      )
    },
  }
}
