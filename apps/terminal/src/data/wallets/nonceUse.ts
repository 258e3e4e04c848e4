/** A wallet's nonce account carries one trade at a time, in whatever tab. */
export const nonceOf = (owner: string): string => `nonce ${owner}`

/** What the specification says where a trade has no nonce account to live by. */
export const nonceNotReady = 'Nonce account not ready'
