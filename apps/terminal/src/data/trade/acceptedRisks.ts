import type { Check } from '../market/mintChecks.ts'
import { createStore, useStore } from '../store.ts'

/** The risks that a person read and accepted, by token, until the page is reloaded. */
const accepted = createStore<ReadonlySet<string>>(new Set())

type Risks = readonly Pick<Check, 'text'>[]

const keysOf = (mint: string, risks: Risks) => risks.map(({ text }) => `${mint} ${text}`)

/** Accepts these risks, but no risk that appears later. */
export function acceptRisks(mint: string, risks: Risks): void {
  accepted.set(new Set([...accepted.get(), ...keysOf(mint, risks)]))
}

export const areRisksAccepted = (mint: string, risks: Risks, known = accepted.get()): boolean =>
  keysOf(mint, risks).every(key => known.has(key))

export const useAcceptedRisks = (mint: string, risks: Risks): boolean =>
  areRisksAccepted(mint, risks, useStore(accepted))
