/**
 * `true` if a single signer serves all tabs of this browser. It alone holds the keys, and no page can read them.
 * Some older browsers on Android have no shared workers: each tab has its own signer and unlocks the wallets by itself.
 */
export const isSignerShared = typeof SharedWorker !== 'undefined'
