import { createStore, type Store } from './store.ts'

/** Whether a trade of a token is on its way, or its outcome not known yet: no second one until it is. */
export type Underway = 'none' | 'sending' | 'unknown'

const stores = new Map<string, Store<Underway>>()

/** Of one token. It outlives the page that sent the trade. */
export function underwayOf(mint: string): Store<Underway> {
  const known = stores.get(mint)
  if (known !== undefined) return known
  const store = createStore<Underway>('none')
  stores.set(mint, store)
  return store
}
