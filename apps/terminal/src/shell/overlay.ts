import { createStore } from '../data/store.ts'

/** What lies over the page: the search for everything, or the sheet of keys. */
export const overlay = createStore<'none' | 'search' | 'keys'>('none')
