import { createStore } from './store.ts'

/** The token that was looked at last, for the way back to it. */
export const lastToken = createStore<{ readonly mint: string; readonly symbol: string } | undefined>(undefined)
