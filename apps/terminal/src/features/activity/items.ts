import type { Address } from '@tern/core'
import { type Flight, isOver } from '../../data/activity/flights.ts'
import type { Entry } from '../../data/activity/useActivity.ts'

/** A line of the page: what the chain tells of a transaction, what this page knows of it, or both. */
export interface Item {
  readonly key: string
  readonly entry: Entry | undefined
  readonly flight: Flight | undefined
  /** Seconds since 1970; `null`: the node does not tell. */
  readonly timestampSeconds: number | null
}

export type Kind = 'all' | 'trades' | 'transfers' | 'rent' | 'failed' | 'unknown'
export const kinds: readonly Kind[] = ['all', 'trades', 'transfers', 'rent', 'failed', 'unknown']

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
      key: `flight ${flight.id}`,
      entry: undefined,
      flight,
      timestampSeconds: Math.floor(flight.startedAtMs / 1000),
    }))
  const underway = others.filter(({ flight }) => !isOver(flight))
  const over = others.filter(({ flight }) => isOver(flight))
  return [...underway, ...mergeByTime(over, known)]
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

/** Whether it did not do what it was meant to. */
export function isFailed({ entry, flight }: Item): boolean {
  if (entry !== undefined) return entry.failure !== null
  return flight?.state === 'failed' || flight?.state === 'expired' || flight?.state === 'refused'
}

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
      return entry === undefined ? flight?.kind === 'rent' : entry.kind === 'reclaim'
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
