import { createStore } from '../data/store.ts'

/** The overlay on the page: the search, or the sheet of keys. */
export const overlay = createStore<'none' | 'search' | 'keys'>('none')
