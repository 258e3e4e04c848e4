import { createStore, useStore } from '../store.ts'

/** Tokens whose dangers were read and accepted, until the page is loaded anew. */
const accepted = createStore<ReadonlySet<string>>(new Set())

export function acceptRisks(mint: string): void {
  accepted.set(new Set([...accepted.get(), mint]))
}

export const areRisksAccepted = (mint: string): boolean => accepted.get().has(mint)

export const useAcceptedRisks = (mint: string): boolean => useStore(accepted).has(mint)
