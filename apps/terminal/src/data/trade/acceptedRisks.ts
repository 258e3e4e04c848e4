import type { Check } from '../market/mintChecks.ts'
import { createStore, useStore } from '../store.ts'

/** What was read and accepted, of which tokens, until the page is loaded anew. */
const accepted = createStore<ReadonlySet<string>>(new Set())

type Risks = readonly Pick<Check, 'text'>[]

const keysOf = (mint: string, risks: Risks) => risks.map(({ text }) => `${mint} ${text}`)

/** Accepts these, and none that shows itself later. */
export function acceptRisks(mint: string, risks: Risks): void {
  accepted.set(new Set([...accepted.get(), ...keysOf(mint, risks)]))
}

export const areRisksAccepted = (mint: string, risks: Risks, known = accepted.get()): boolean =>
  keysOf(mint, risks).every(key => known.has(key))

export const useAcceptedRisks = (mint: string, risks: Risks): boolean =>
  areRisksAccepted(mint, risks, useStore(accepted))
