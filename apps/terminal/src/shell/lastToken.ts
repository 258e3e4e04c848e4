import { createStore } from '../data/store.ts'

const key = 'tern-last-token'

/** The mint of the token that this tab looked at last, for the way back to it, after a reload too. */
export const lastToken = createStore<string | undefined>(sessionStorage.getItem(key) ?? undefined)

lastToken.subscribe(() => sessionStorage.setItem(key, lastToken.get() ?? ''))
