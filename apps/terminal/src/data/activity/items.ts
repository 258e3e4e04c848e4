import type { Address } from '@tern/core'
import { type Flight, type FlightStep, isOver } from './flights.ts'
import type { Entry } from './useActivity.ts'

/** Kinds of transactions to show. */
export type Kind = 'all' | 'trades' | 'liquidity' | 'transfers' | 'rent' | 'failed' | 'unknown'
export const kinds: readonly Kind[] = ['all', 'trades', 'liquidity', 'transfers', 'rent', 'failed', 'unknown']

/**
 * Merges the transactions of this page with the browser's journal, newest first. If both hold a transaction, this page's
 * copy stays. If a reclaim was resumed, its newest run stays.
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

/**
 * Finds the reclaim to resume: the wallet's newest, if it stopped. Its plan includes everything that an older one left
 * over.
 */
export function resumable(flights: readonly Flight[], owner: Address): Flight | undefined {
  const newest = flights.find(flight => flight.owner === owner && flight.kind === 'rent')
  return newest?.state === 'stopped' && newest.reclaim !== undefined ? newest : undefined
}

/** The next step, counted from 1. */
export const resumeFrom = (steps: readonly FlightStep[]): number =>
  steps.findIndex(({ state }) => state !== 'confirmed') + 1

/** Longer than a blockhash transaction lives: a longer time means that the clocks disagree. */
const longestSeconds = 120

/**
 * The time from the click to landing: exact if this page saw the outcome, otherwise estimated from the block's time.
 */
export function tookText({ entry, flight }: Pick<Item, 'entry' | 'flight'>): string | undefined {
  if (flight === undefined || flight.steps !== undefined || flight.state === 'refused') return undefined
  const { startedAtMs, endedAtMs } = flight
  if (endedAtMs !== undefined) return `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s`
  if (entry?.timestampSeconds == null) return undefined
  const seconds = entry.timestampSeconds - startedAtMs / 1000
  return seconds < 0 || seconds > longestSeconds ? undefined : `about ${Math.max(1, Math.round(seconds))} s`
}

/**
 * Names the provider that landed a transaction, as far as this is known. A nonce variant goes only to the provider that
 * it tips, and so does a submission with `alone`. Any other tip may go to the nodes as well, and the chain does not
 * record the first sender. A transaction from elsewhere shows its tip, or nothing.
 */
export function landedBy({ entry, flight }: Pick<Item, 'entry' | 'flight'>): string | undefined {
  const tipped = entry?.tip?.provider ?? flight?.tip?.provider
  if (flight === undefined) return tipped && `tipped ${tipped}`
  // Several nonce variants were sent: the landed variant is unknown until the chain shows it.
  if (tipped === undefined) return flight.isByNonce === true && entry === undefined ? undefined : 'normal'
  return flight.isByNonce === true || flight.tip?.alone === true ? tipped : `${tipped} or normal`
}

/** A line of the list: the chain's record of a transaction, this page's record, or both. */
export interface Item {
  readonly key: string
  readonly entry: Entry | undefined
  readonly flight: Flight | undefined
  /** Seconds since 1970; `null` if the node does not report it. */
  readonly timestampSeconds: number | null
}

/**
 * Builds the list: pending transactions first, then the chain's history, newest first. A transaction in both is one
 * line.
 * Transactions that never landed are sorted in by their time.
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
    .filter(flight => !isCovered(flight, landed))
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

/** Keys by signature, so that an opened line stays open when the chain's record replaces it. */
function keyOf({ signature, steps, startedAtMs }: Flight): string {
  return signature === undefined || steps !== undefined ? `flight ${startedAtMs}` : signature
}

function signaturesOf({ signature, steps = [] }: Flight): readonly string[] {
  return [signature, ...steps.map(step => step.signature)].filter(one => one !== undefined)
}

/** Whether the chain's line covers the flight. A series that did not complete keeps a line of its own. */
function isCovered({ signature, steps, state }: Flight, landed: ReadonlySet<string>): boolean {
  if (steps !== undefined && state !== 'confirmed') return false
  return signature !== undefined && landed.has(signature)
}

/** Both lists are newest first; the entries keep the chain's order. */
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

/** Whether the URL names this item: by its key or by the signature of any of its transactions. */
export const isMeantBy = ({ key, flight }: Item, tx: string | undefined): boolean =>
  tx !== undefined && (key === tx || (flight !== undefined && signaturesOf(flight).includes(tx)))

/** Whether the transaction did not do its job: failed, expired, refused or stopped. */
export function isFailed({ entry, flight }: Item): boolean {
  if (entry !== undefined) return entry.failure !== null
  return flight !== undefined && isOver(flight) && flight.state !== 'confirmed'
}

/** Kinds that move lamports into refundable accounts or back. */
const isRent: ReadonlySet<unknown> = new Set(['rent', 'reclaim', 'nonce'])

export function isOfKind(item: Item, kind: Kind): boolean {
  const { entry, flight } = item
  switch (kind) {
    case 'all':
      return true
    case 'trades':
      return entry === undefined
        ? flight?.kind === 'trade' || flight?.kind === 'swap'
        : ['buy', 'sell', 'swap'].includes(entry.kind)
    case 'liquidity':
      return entry === undefined ? flight?.kind === 'liquidity' : entry.liquidity !== undefined
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

/** Whether an item matches the typed text: a signature, a mint, another wallet, a symbol or a name of a token. */
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
