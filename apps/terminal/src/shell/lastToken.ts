import { createStore } from '../data/store.ts'

const key = 'tern-last-token'

/** The mint of the last token page of this tab, for the Trade link. It survives a reload. */
export const lastToken = createStore<string | undefined>(sessionStorage.getItem(key) ?? undefined)

lastToken.subscribe(() => sessionStorage.setItem(key, lastToken.get() ?? ''))
