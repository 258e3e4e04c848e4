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

/** A trade that was measured longer ago than this is measured again. */
const measuredForMs = 10_000
/** After this a measure says nothing any more. */
const validForMs = 60_000
/** A refusal may pass with the next block, so it is soon looked at again. If that fails, it does not stand for long. */
const refusedForMs = 900
const refusalValidForMs = 3_000

/** The simulations of one wish: when the last one began, and the answer of the last one that gave one. */
interface Simulations {
  begunAtMs: number
  answer?: { readonly begunAtMs: number; readonly atMs: number; readonly measured: MeasuredUnits }
}

/** By wish: a slow simulation of one wish says nothing of another. */
const simulations = new Map<string, Simulations>()

/** Finds this trade's latest simulation: the units it took, or why it would fail. `undefined` if there is none, or only an old one. */
export function measuredOf(terms: Measured): MeasuredUnits | undefined {
  const answer = simulations.get(keyOf(terms))?.answer
  if (answer === undefined) return undefined
  const forMs = answer.measured.refusal === undefined ? validForMs : refusalValidForMs
  return performance.now() - answer.atMs < forMs ? answer.measured : undefined
}

/**
 * Begins a simulation of this trade, if it is time for one.
 *
 * @returns takes the simulation's answer, unless one that began later was faster; `undefined`: it is not time yet.
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
