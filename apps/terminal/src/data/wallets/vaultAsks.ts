import { createStore } from '../store.ts'

/** The messages that the vault asks its owner to confirm. It signs none of them until then, so nothing of theirs is sent. */
export const vaultAsks = createStore<readonly Uint8Array[]>([])
