import type { Address } from '@tern/core'
import { type Flight, type FlightStep, isOver } from '../../data/activity/flights.ts'
import type { Entry } from '../../data/activity/useActivity.ts'
import type { Kind } from './search.ts'

/**
 * What this page knows and what the browser's journal does: a transaction that is in both as this page knows it. Of a reclaim that
 * was gone on with, the newest.
 */
export function mergeFlights(own: readonly Flight[], noted: readonly Flight[]): readonly Flight[] {
  const live = own.filter(
    ({ reclaim }, i) => reclaim === undefined || own.findIndex(one => one.reclaim === reclaim) === i,
  )
  const isSame = (a: Flight, b: Flight) =>
    (a.signature !== undefined && a.signature === b.signature) ||
    (a.reclaim !== undefined && a.reclaim === b.reclaim) ||
    (a.owner === b.owner && a.startedAtMs === b.startedAtMs)
  return [...live, ...noted.filter(one => !live.some(flight => isSame(one, flight)))].sort(
    (a, b) => b.startedAtMs - a.startedAtMs,
  )
}

/** The reclaim that can be gone on with: the wallet's newest, where it has stopped; what an older one left is in the newer one's plan. */
export function resumable(flights: readonly Flight[], owner: Address): Flight | undefined {
  const newest = flights.find(flight => flight.owner === owner && flight.kind === 'rent')
  return newest?.state === 'stopped' && newest.reclaim !== undefined ? newest : undefined
}

/** The step, counted from 1, that comes next. */
export const resumeFrom = (steps: readonly FlightStep[]): number =>
  steps.findIndex(({ state }) => state !== 'confirmed') + 1

/** Longer than a transaction takes that lives by a blockhash: one of two clocks is wrong. */
const longestSeconds = 120

/** From the click to its landing, where the page that sent it saw that; else by the time of its block, which is that of other clocks. */
export function tookText({ entry, flight }: Pick<Item, 'entry' | 'flight'>): string | undefined {
  if (flight === undefined || flight.steps !== undefined || flight.state === 'refused') return undefined
  const { startedAtMs, endedAtMs } = flight
  if (endedAtMs !== undefined) return `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s`
  if (entry?.timestampSeconds == null) return undefined
  const seconds = entry.timestampSeconds - startedAtMs / 1000
  return seconds < 0 || seconds > longestSeconds ? undefined : `about ${Math.max(1, Math.round(seconds))} s`
}

/**
 * By whom it landed, as far as can be known. A variant of a nonce is given to nobody but whom it tips, and so is what that one keeps
 * from others; any other that tips may go to the nodes, too, and the chain does not tell who was first. One that this browser did not send has its tip alone, or nothing.
 */
export function landedBy({ entry, flight }: Pick<Item, 'entry' | 'flight'>): string | undefined {
  const tipped = entry?.tip?.provider ?? flight?.tip?.provider
  if (flight === undefined) return tipped && `tipped ${tipped}`
  // Of a nonce's variants the chain alone says which it was.
  if (tipped === undefined) return flight.isByNonce === true && entry === undefined ? undefined : 'normal'
  return flight.isByNonce === true || flight.tip?.alone === true ? tipped : `${tipped} or normal`
}

/** A line of the page: what the chain tells of a transaction, what this page knows of it, or both. */
export interface Item {
  readonly key: string
  readonly entry: Entry | undefined
  readonly flight: Flight | undefined
  /** Seconds since 1970; `null`: the node does not tell. */
  readonly timestampSeconds: number | null
}

/**
 * What is under way in this page first, then the chain's history, newest first; a transaction that is in both is one line.
 * What this page knows never to have landed is between them by its time.
 */
export function itemsOf(entries: readonly Entry[], flights: readonly Flight[], owner: Address): readonly Item[] {
  const own = flights.filter(flight => flight.owner === owner)
  const bySignature = new Map(
    own.flatMap(flight => signaturesOf(flight).map(signature => [signature, flight] as const)),
  )
  const landed = new Set(entries.map(({ signature }) => signature))
  const known = entries.map(entry => ({
    key: entry.signature,
    entry,
    flight: bySignature.get(entry.signature),
    timestampSeconds: entry.timestampSeconds,
  }))
  const others = own
    .filter(flight => !isTold(flight, landed))
    .map(flight => ({
      key: keyOf(flight),
      entry: undefined,
      flight,
      timestampSeconds: Math.floor(flight.startedAtMs / 1000),
    }))
  const underway = others.filter(({ flight }) => !isOver(flight))
  const over = others.filter(({ flight }) => isOver(flight))
  return [...underway, ...mergeByTime(over, known)]
}

/** The chain's line of a transaction is the one that was there before: what was opened in it stays open. */
function keyOf({ signature, steps, startedAtMs }: Flight): string {
  return signature === undefined || steps !== undefined ? `flight ${startedAtMs}` : signature
}

function signaturesOf({ signature, steps = [] }: Flight): readonly string[] {
  return [signature, ...steps.map(step => step.signature)].filter(one => one !== undefined)
}

/** Of one transaction: whether the chain's line says it all. One of several steps that did not end well keeps a line of its own. */
function isTold({ signature, steps, state }: Flight, landed: ReadonlySet<string>): boolean {
  if (steps !== undefined && state !== 'confirmed') return false
  return signature !== undefined && landed.has(signature)
}

/** Both are newest first; entries keep the chain's order. */
function mergeByTime(over: readonly Item[], known: readonly Item[]): readonly Item[] {
  const merged: Item[] = []
  let next = 0
  for (const item of known) {
    for (let one = over[next]; one !== undefined && isLater(one, item); one = over[++next]) merged.push(one)
    merged.push(item)
  }
  return [...merged, ...over.slice(next)]
}

const isLater = (a: Item, b: Item) => a.timestampSeconds !== null && a.timestampSeconds >= (b.timestampSeconds ?? 0)

/** Whether it is the line that an address means: by the signature of any of its transactions, or by its key. */
export const isMeantBy = ({ key, flight }: Item, tx: string | undefined): boolean =>
  tx !== undefined && (key === tx || (flight !== undefined && signaturesOf(flight).includes(tx)))

/** Whether it did not do what it was meant to. */
export function isFailed({ entry, flight }: Item): boolean {
  if (entry !== undefined) return entry.failure !== null
  return flight !== undefined && isOver(flight) && flight.state !== 'confirmed'
}

/** Lamports that go into accounts and come back. */
const isRent: ReadonlySet<unknown> = new Set(['rent', 'reclaim', 'nonce'])

export function isOfKind(item: Item, kind: Kind): boolean {
  const { entry, flight } = item
  switch (kind) {
    case 'all':
      return true
    case 'trades':
      return entry === undefined ? flight?.kind === 'trade' : ['buy', 'sell', 'swap'].includes(entry.kind)
    case 'transfers':
      return entry === undefined ? flight?.kind === 'transfer' : ['deposit', 'withdrawal'].includes(entry.kind)
    case 'rent':
      return entry === undefined ? isRent.has(flight?.kind) : isRent.has(entry.kind)
    case 'failed':
      return isFailed(item)
    case 'unknown':
      return entry === undefined && flight?.state === 'unknown'
  }
}

/** Whether a line has to do with what was typed: a signature, a mint, another wallet, a symbol or a name of a token. */
export function matches(item: Item, text: string, wordsOf: (mint: Address) => readonly string[]): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const { entry, flight } = item
  const mints = [
    ...(entry?.tokens.map(({ mint }) => mint) ?? []),
    ...(entry?.trade ? [entry.trade.mint] : []),
    ...(flight?.mint === undefined ? [] : [flight.mint]),
  ]
  const exact = [entry?.signature, ...(flight === undefined ? [] : signaturesOf(flight)), entry?.counterparty, ...mints]
  const words = [flight?.title, ...mints.flatMap(wordsOf)]
  return [...exact, ...words].some(word => word?.toLowerCase().includes(wanted) ?? false)
}
