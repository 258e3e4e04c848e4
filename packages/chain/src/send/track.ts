import { isTernError } from '@tern/core'
import type { Chain } from '../chain.ts'
import { unwrap } from '../read/accounts.ts'
import { isRecord } from '../rpc/isRecord.ts'
import { pause } from '../rpc/pause.ts'
import { follow } from '../rpc/subscriptions.ts'
import { claimOf, look, type Watched } from './look.ts'
import {
  agreed,
  bounded,
  countsFrom,
  hear,
  isNews,
  isOver,
  type Look,
  limited,
  mayBeginAnew,
  type Outcome,
  type Word,
  weigh,
} from './outcome.ts'

/** After this long without an answer the outcome is unknown; it is never failed for that. */
const confirmationTimeoutMs = 60_000
const pollMs = 2000
/** What is not known by then is looked at less often. */
const patientAfterMs = 120_000
const patientPollMs = 10_000

/** What a transaction is followed by: sources, each independent of the others, and a clock. */
export interface Sources extends Pick<Chain, 'nodes' | 'sockets' | 'now'> {
  /** Unset: by the machine's clock. */
  readonly pause?: typeof pause
  /** From 0 to below 1. Unset: by chance. */
  readonly random?: () => number
}

/** How an outcome is found. */
export interface TrackOptions {
  /** How many of the sources may lie. Unset: 1. */
  readonly faults?: number
  /** See `JournalRecord`: what was seen before, in another life of the page. Unset: nothing. */
  readonly known?: readonly (bigint | undefined)[]
  /** After each source that was seen to know what they live by. */
  onKnown?(known: readonly (bigint | undefined)[]): void
  /** When nodes are asked first, in milliseconds: no slot holds yet what is about to be sent. Unset: at once. */
  readonly firstLookMs?: number
  /**
   * Of how many sources that it landed makes it settled: `one` that nobody denies, or `enough`, of whom one is honest (`faults` + 1, or
   * all that there are). Unset: `one`.
   */
  readonly believe?: 'one' | 'enough'
  /** Stops following; what was sent cannot be called back. */
  readonly signal?: AbortSignal
  /**
   * Writes down that the transactions are never sent again. The first *failed* or *expired* is reported once this resolves.
   * If it rejects, it is called again every 2 s.
   */
  retire?(): Promise<void>
  /** After each change, until nothing more can become of it. */
  onOutcome?(outcome: Outcome): void
}

/** Transactions that are being followed. */
export interface Tracking {
  /** The last one that was reported. */
  readonly outcome: Outcome
  /** Aborts once it is over, or following was stopped. */
  readonly signal: AbortSignal
  /** The outcome as soon as it is known, or *unknown* when the time is up. Unset: 60 s. It may change afterwards. */
  settled(timeoutMs?: number): Promise<Outcome>
  stop(): void
}

/**
 * Follows transactions until their outcome is final, by subscription at every socket and by asking every node every 2 s.
 * `weigh` decides what the answers prove.
 *
 * @example
 * const tracking = track(chain, { signatures: [signature], lifetime })
 * await tracking.settled() // { status: 'confirmed', signature: '5Nf…', slot: 312_000_123n, isFinal: false }
 */
export function track(sources: Sources, watched: Watched, options: TrackOptions = {}): Tracking {
  const { faults = 1, firstLookMs = 0, believe = 'one', onOutcome, onKnown, retire } = options
  const { nodes, sockets, now, pause: rest = pause, random = Math.random } = sources
  const { signatures } = watched
  let { lifetime } = watched
  let isLimited = false
  const end = new AbortController()
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal])
  const landed = new AbortController()
  const known = AbortSignal.any([signal, landed.signal])
  const began = now()
  // Of other sources than those it says nothing.
  const before = options.known?.length === nodes.length ? options.known : []
  let words: readonly Word[] = nodes.map((_, i) => ({ knownAt: before[i] }))
  /** The outcome that the words prove. */
  let found: Outcome = { status: 'unknown' }
  /** The outcome that was reported last. It equals `found` unless that waits for `retire`. */
  let outcome: Outcome = { status: 'unknown' }
  let retirement: 'none' | 'pending' | 'written' = retire === undefined ? 'written' : 'none'

  const isBelieved = () =>
    believe === 'one' || outcome.status === 'expired' || agreed(words) > Math.min(faults, words.length - 1)

  function hearOf(source: number, said: Look) {
    if (signal.aborted || isOver(found)) return
    const isFirst = words[source]?.knownAt === undefined && said.knownAt !== undefined
    words = bounded(words.map((word, i) => (i === source ? hear(word, said, now()) : word)))
    if (isFirst) onKnown?.(words.map(({ knownAt }) => knownAt))
    const limit = isLimited ? undefined : limited(lifetime, words, faults)
    if (limit !== undefined) [lifetime, isLimited] = [limit, true]
    const lastValid = lifetime.kind === 'blockhash' ? lifetime.lastValidBlockHeight : undefined
    const proved = weigh(words, faults, lastValid, now())
    const landedAs = found.status === 'unknown' ? found.rolledBack : 'slot' in found ? found.status : undefined
    found = proved.status === 'unknown' && landedAs ? { ...proved, rolledBack: landedAs } : proved
    if (!mayBeginAnew(found) || retirement === 'written') report()
    else if (retirement === 'none') void writeRetirement()
  }

  /** Nobody may begin anew on a failure that a reload could forget: its bytes would be sent again beside the new ones. */
  async function writeRetirement() {
    retirement = 'pending'
    while (retirement === 'pending' && !signal.aborted) {
      try {
        await retire?.()
        retirement = 'written'
      } catch {
        await rest(pollMs, signal)
      }
    }
    if (!signal.aborted) report()
  }

  function report() {
    const last = outcome
    outcome = found
    if (outcome.status !== 'unknown' && isBelieved()) landed.abort()
    if (!isNews(last, outcome)) return
    if (isOver(outcome)) end.abort()
    onOutcome?.(outcome)
  }

  async function ask(source: number, node: Chain['nodes'][number]) {
    if (firstLookMs > 0) await rest(firstLookMs, signal)
    while (!signal.aborted) {
      let wait = now() - began < patientAfterMs ? pollMs : patientPollMs
      try {
        const isClaimed = words.some(({ claim }) => claim !== undefined)
        const word = words[source] ?? {}
        const isKnown = word.knownAt !== undefined
        const said = await look(node, { signatures, lifetime }, { isClaimed, isKnown, from: countsFrom(word) }, signal)
        if (said !== undefined) hearOf(source, said)
      } catch (error) {
        // A node that does not answer says nothing about the transaction.
        if (isTernError(error, 'rpc/tooManyRequests')) wait = Math.max(wait, error.facts.retryAfterMs)
      }
      await rest(wait, signal)
    }
  }

  function listen(source: number, socket: Chain['sockets'][number], signature: string) {
    void follow([socket], 'signature', [signature, { commitment: 'confirmed' }], {
      signal: known,
      pause: rest,
      random,
      onValue(told) {
        const { slot, value } = unwrap(told)
        // A node that acknowledges receipt first sends a plain string.
        const claim = isRecord(value) ? claimOf(signature, slot, value.err, false) : undefined
        if (claim !== undefined && words[source]?.claim === undefined) hearOf(source, { claim })
      },
    })
  }

  for (const [source, node] of nodes.entries()) void ask(source, node)
  for (const [i, socket] of sockets.entries())
    for (const signature of signatures) listen(Math.min(i, nodes.length - 1), socket, signature)

  return {
    get outcome() {
      return outcome
    },
    signal,
    async settled(timeoutMs = confirmationTimeoutMs) {
      const deadline = now() + timeoutMs
      for (let left = timeoutMs; left > 0 && !known.aborted; left = deadline - now())
        await rest(Math.min(pollMs, left), known)
      return outcome
    },
    stop: () => end.abort(),
  }
}
