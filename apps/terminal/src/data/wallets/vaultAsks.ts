import { createStore } from '../store.ts'

/** Whether the vault asks its owner to confirm a trade: until then nothing is signed, and so nothing is sent. */
export const vaultAsks = createStore(false)
