/**
 * Whether one signer serves all tabs of this browser: everywhere but in some older browsers on Android, where each tab has
 * its own and a wallet is unlocked in each. There is one holder of the keys, which no page can read.
 */
export const isSignerShared = typeof SharedWorker !== 'undefined'
