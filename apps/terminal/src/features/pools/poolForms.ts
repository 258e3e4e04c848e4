import type { Address } from '@tern/core'
import type { Side } from '../../data/liquidity/pair.ts'
import { createStore, useStore } from '../../data/store.ts'

/** The typed texts of a pool's page. */
export interface PoolForm {
  readonly tab: 'add' | 'remove'
  /** The field that was typed into. The other field shows the quote. */
  readonly side: Side
  readonly amount: string
  /** LP tokens to remove, or a share of them: `50%`. */
  readonly removed: string
}

const fresh: PoolForm = { tab: 'add', side: 0, amount: '', removed: '' }

/** Outlives the page, so that visiting another page loses no input. */
const forms = createStore<ReadonlyMap<Address, PoolForm>>(new Map())

/** Follows the form of a pool. */
export const usePoolForm = (pool: Address): PoolForm => useStore(forms).get(pool) ?? fresh

/** @param instead for late answers: only while the form still holds these values. */
export function changePoolForm(pool: Address, change: Partial<PoolForm>, instead: Partial<PoolForm> = {}): void {
  const all = forms.get()
  const form = all.get(pool) ?? fresh
  const names = Object.keys(instead) as readonly (keyof PoolForm)[]
  if (names.some(name => form[name] !== instead[name])) return
  forms.set(new Map([...all, [pool, { ...form, ...change }]]))
}
