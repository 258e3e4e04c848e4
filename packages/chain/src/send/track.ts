import { isTernError } from '@tern/core'
import type { Chain } from '../chain.ts'
import { unwrap } from '../read/accounts.ts'
import { isRecord } from '../rpc/isRecord.ts'
import { pause } from '../rpc/pause.ts'
import { follow } from '../rpc/subscriptions.ts'
import { claimOf, look, type Watched } from './look.ts'
import {
  addLook,
  agreed,
  capClaims,
  capLifetime,
  countsFrom,
  isNews,
  isOver,
  type Look,
  mayReplace,
  type Outcome,
  type SourceReport,
  weigh,
} from './outcome.ts'

/** Without an answer for this long, `settled` returns *unknown*. Time alone never makes an outcome *failed*. */
const confirmationTimeoutMs = 60_000
const pollMs = 2000
/** After this long without a final outcome, poll less often. */
const patientAfterMs = 120_000
const patientPollMs = 10_000

/** Independent sources to follow a transaction by, and a clock. */
export interface Sources extends Pick<Chain, 'nodes' | 'sockets' | 'now'> {
  /** Unset: the machine's timer. */
  readonly pause?: typeof pause
  /** A number from 0 to below 1. Unset: `Math.random`. */
  readonly random?: () => number
}

/** How to find an outcome. */
export interface TrackOptions {
  /** How many of the sources may lie. Unset: 1. */
  readonly faults?: number
  /** See `JournalRecord`: the slots seen before the page was reloaded. Unset: nothing was seen. */
  readonly known?: readonly (bigint | undefined)[]
  /** Called each time that another source is seen to accept the blockhash or nonce. */
  onKnown?(known: readonly (bigint | undefined)[]): void
  /** Delay before the first look, in milliseconds. A transaction that is about to be sent is in no slot yet. Unset: 0. */
  readonly firstLookMs?: number
  /**
   * How many sources must report a landing before `settled` returns it.
   * `one`: a single uncontradicted source. `enough`: `faults` + 1, or all sources if there are fewer. Unset: `one`.
   */
  readonly believe?: 'one' | 'enough'
  /** Stops following. It cannot recall bytes that were sent. */
  readonly signal?: AbortSignal
  /**
   * Records that the transactions are never sent again. The first *failed* or *expired* is reported once this resolves.
   * If it rejects, it is called again every 2 s.
   */
  retire?(): Promise<void>
  /** Called after each change, until the outcome can no longer change. */
  onOutcome?(outcome: Outcome): void
}

/** Transactions that are being followed. */
export interface Tracking {
  /** The outcome that was reported last. */
  readonly outcome: Outcome
  /** Aborts once the outcome is final or following was stopped. */
  readonly signal: AbortSignal
  /**
   * Waits for a settled outcome. The outcome may still change afterwards, for example in a fork.
   *
   * @param timeoutMs milliseconds. Unset: 60 s.
   * @returns *unknown* if the time runs out first.
   */
  settled(timeoutMs?: number): Promise<Outcome>
  stop(): void
}

/**
 * Follows transactions until their outcome is final.
 * Subscribes at every socket. Asks every node every 2 s, and every 10 s after two minutes.
 * `weigh` decides the outcome that the answers prove.
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
  // With a different number of nodes, the positions no longer name the same sources.
  const before = options.known?.length === nodes.length ? options.known : []
  let reports: readonly SourceReport[] = nodes.map((_, i) => ({ knownAt: before[i] }))
  /** The outcome that the reports prove. */
  let found: Outcome = { status: 'unknown' }
  /** The outcome that was reported last. It equals `found` unless that waits for `retire`. */
  let outcome: Outcome = { status: 'unknown' }
  let retirement: 'none' | 'pending' | 'written' = retire === undefined ? 'written' : 'none'

  const isBelieved = () =>
    believe === 'one' || outcome.status === 'expired' || agreed(reports) > Math.min(faults, reports.length - 1)

  function receive(source: number, seen: Look) {
    if (signal.aborted || isOver(found)) return
    const isFirst = reports[source]?.knownAt === undefined && seen.knownAt !== undefined
    reports = capClaims(reports.map((report, i) => (i === source ? addLook(report, seen, now()) : report)))
    if (isFirst) onKnown?.(reports.map(({ knownAt }) => knownAt))
    const limit = isLimited ? undefined : capLifetime(lifetime, reports, faults)
    if (limit !== undefined) [lifetime, isLimited] = [limit, true]
    const lastValid = lifetime.kind === 'blockhash' ? lifetime.lastValidBlockHeight : undefined
    const proved = weigh(reports, { faults, lastValid, nowMs: now() })
    const landedAs = found.status === 'unknown' ? found.rolledBack : 'slot' in found ? found.status : undefined
    found = proved.status === 'unknown' && landedAs ? { ...proved, rolledBack: landedAs } : proved
    if (!mayReplace(found) || retirement === 'written') publish()
    else if (retirement === 'none') void writeRetirement()
  }

  /**
   * Reports a failure only once the journal holds it.
   * Otherwise a reload could forget it and send the old bytes again, next to their replacement.
   */
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
    if (!signal.aborted) publish()
  }

  function publish() {
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
        const isClaimed = reports.some(({ claim }) => claim !== undefined)
        const report = reports[source] ?? {}
        const isKnown = report.knownAt !== undefined
        const seen = await look(
          node,
          { signatures, lifetime },
          { isClaimed, isKnown, from: countsFrom(report), abortSignal: signal },
        )
        if (seen !== undefined) receive(source, seen)
      } catch (error) {
        // A node that does not answer proves nothing about the transaction.
        if (isTernError(error, 'rpc/tooManyRequests')) wait = Math.max(wait, error.facts.retryAfterMs)
      }
      await rest(wait, signal)
    }
  }

  function listen(source: number, socket: Chain['sockets'][number], signature: string) {
    void follow([socket], {
      topic: 'signature',
      params: [signature, { commitment: 'confirmed' }],
      signal: known,
      pause: rest,
      random,
      onValue(notification) {
        const { slot, value } = unwrap(notification)
        // A node that acknowledges receipt first sends a plain string.
        const claim = isRecord(value) ? claimOf(signature, { slot, error: value.err, isFinal: false }) : undefined
        if (claim !== undefined && reports[source]?.claim === undefined) receive(source, { claim })
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
      const isStopped = outcome.status === 'unknown' && options.signal?.aborted === true
      return isStopped ? { ...outcome, isStopped } : outcome
    },
    stop: () => end.abort(),
  }
}
