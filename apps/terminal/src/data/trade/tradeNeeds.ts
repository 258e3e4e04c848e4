import type { MeasuredUnits } from '@tern/client'
import type { Address } from '@tern/core'
import { createStore, type Store } from '../store.ts'
import type { Side, TradeTerms } from './planWithProviders.ts'

/** The needs of the last trade that was planned for a side of a pool. */
export interface TradeNeed {
  /** Compute units that the trade pays for. */
  readonly unitLimit: number
  /** The accounts that it writes to; `undefined` until a simulation has found them. */
  readonly writes?: readonly Address[]
}

/** A swap of the swap page has no side: its pool may be any of its route. */
export type NeedSide = Side | 'swap'

const needs = new Map<string, Store<TradeNeed | undefined>>()

/** Returns the need of a pool's side. Its value is `undefined` until a trade is planned. */
export function needOf(pool: Address, side: NeedSide): Store<TradeNeed | undefined> {
  const key = `${pool} ${side}`
  const known = needs.get(key) ?? createStore<TradeNeed | undefined>(undefined)
  needs.set(key, known)
  return known
}

/** Notes a newer need. If it has no `writes`, the known accounts stay. */
export function noteNeed(pool: Address, side: NeedSide, need: TradeNeed): void {
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

/** A trade is simulated again if its last simulation began longer ago than this. */
const measuredForMs = 10_000
/** A measurement is ignored once it is older than this. */
const validForMs = 60_000
/** A refusal may pass with the next block, so simulate again soon. If no answer comes, the refusal is soon ignored. */
const refusedForMs = 900
const refusalValidForMs = 3_000

/** The simulations of a wish: when the last began, and the latest answer. */
interface Simulations {
  begunAtMs: number
  answer?: { readonly begunAtMs: number; readonly atMs: number; readonly measured: MeasuredUnits }
}

/** By wish, because a slow simulation of a wish says nothing about another. */
const simulations = new Map<string, Simulations>()

/**
 * Finds a trade's latest simulation: its units, or the reason why it would fail. `undefined` without a recent simulation.
 */
export function measuredOf(terms: Measured): MeasuredUnits | undefined {
  const answer = simulations.get(keyOf(terms))?.answer
  if (answer === undefined) return undefined
  const forMs = answer.measured.refusal === undefined ? validForMs : refusalValidForMs
  return performance.now() - answer.atMs < forMs ? answer.measured : undefined
}

/**
 * Begins a simulation of this trade, if it is time for one.
 *
 * @returns takes the simulation's answer, unless a later simulation answered first; `undefined`: it is not time yet.
 */
export function beginMeasuring(terms: Measured): ((measured: MeasuredUnits) => void) | undefined {
  const [key, begunAtMs] = [keyOf(terms), performance.now()]
  const forMs = measuredOf(terms)?.refusal === undefined ? measuredForMs : refusedForMs
  const known = simulations.get(key)
  if (known !== undefined && begunAtMs - known.begunAtMs < forMs) return undefined
  for (const [other, { begunAtMs: lastMs }] of simulations)
    if (begunAtMs - lastMs > 2 * validForMs) simulations.delete(other)
  const ours: Simulations = { ...known, begunAtMs }
  simulations.set(key, ours)
  return measured => {
    const now = simulations.get(key) ?? ours
    if ((now.answer?.begunAtMs ?? 0) > begunAtMs) return
    simulations.set(key, { ...now, answer: { begunAtMs, atMs: performance.now(), measured } })
  }
}
