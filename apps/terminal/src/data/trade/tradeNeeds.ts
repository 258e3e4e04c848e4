import type { MeasuredUnits } from '@tern/client'
import type { Address } from '@tern/core'
import { createStore, type Store } from '../store.ts'
import type { Side, TradeTerms } from './planTrade.ts'

/** What trades of one side in a pool take of the chain, as the last that was planned does. */
export interface TradeNeed {
  /** Compute units that are paid for. */
  readonly unitLimit: number
  /** The accounts that it changes; `undefined`: not looked at yet. */
  readonly writes?: readonly Address[]
}

const needs = new Map<string, Store<TradeNeed | undefined>>()

/** `undefined`: none was planned yet. */
export function needOf(pool: Address, side: Side): Store<TradeNeed | undefined> {
  const key = `${pool} ${side}`
  const known = needs.get(key) ?? createStore<TradeNeed | undefined>(undefined)
  needs.set(key, known)
  return known
}

/** What may be different with a newer plan stays as it is known. */
export function noteNeed(pool: Address, side: Side, need: TradeNeed): void {
  const store = needOf(pool, side)
  const known = store.get()
  const writes = need.writes ?? known?.writes
  if (known?.unitLimit === need.unitLimit && known.writes?.join() === writes?.join()) return
  store.set({ unitLimit: need.unitLimit, ...(writes && { writes }) })
}

type Measured = Pick<TradeTerms, 'token' | 'side' | 'amountIn' | 'slippageBps'> & {
  readonly owner: { readonly address: Address }
}

const keyOf = ({ token, side, amountIn, slippageBps, owner }: Measured) =>
  [owner.address, token.pool, side, amountIn, slippageBps].join(' ')

/** What was measured so long ago is measured anew. */
const measuredForMs = 10_000
/** And after so long it says nothing any more. */
const validForMs = 60_000
/** A refusal may pass with the next block: it is soon looked at again, and where that cannot be done it does not stand for long. */
const refusedForMs = 900
const refusalValidForMs = 3_000

let last: { readonly key: string; readonly atMs: number; readonly measured: MeasuredUnits } | undefined

/** What this very trade took when it was simulated, or why it would fail; `undefined`: it was not, or long ago. */
export function measuredOf(terms: Measured): MeasuredUnits | undefined {
  if (last?.key !== keyOf(terms)) return undefined
  const forMs = last.measured.refusal === undefined ? validForMs : refusalValidForMs
  return performance.now() - last.atMs < forMs ? last.measured : undefined
}

let begun: { readonly key: string; readonly atMs: number } | undefined

/** Whether it is time to simulate this trade; then it counts as begun, whatever comes of it. */
export function beginMeasuring(terms: Measured): boolean {
  const [key, atMs] = [keyOf(terms), performance.now()]
  const forMs = measuredOf(terms)?.refusal === undefined ? measuredForMs : refusedForMs
  if (begun?.key === key && atMs - begun.atMs < forMs) return false
  begun = { key, atMs }
  return true
}

export function noteMeasured(terms: Measured, measured: MeasuredUnits): void {
  last = { key: keyOf(terms), atMs: performance.now(), measured }
}
