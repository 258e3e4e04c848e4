import { createStore } from '../store.ts'

/** The messages that the vault is asking its owner to confirm. It signs no message before that, so nothing is sent. */
export const vaultAsks = createStore<readonly Uint8Array[]>([])
