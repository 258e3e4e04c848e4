/** Names the subject of a wallet's nonce account, because it can carry only a single trade at a time, across all tabs. */
export const nonceOf = (owner: string): string => `nonce ${owner}`

/** The specification's reason if a trade needs a nonce account that is missing or in use. */
export const nonceNotReady = 'Nonce account not ready'
