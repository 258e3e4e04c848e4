import { createStore } from '../data/store.ts'

/** The mint of the token that was looked at last, for the way back to it. */
export const lastToken = createStore<string | undefined>(undefined)
