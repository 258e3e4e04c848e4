/** The ways for transactions into a cluster that the specification names. */
export type ProviderName = 'jito' | 'bloxroute' | 'helius' | '0slot' | 'temporal' | 'normal'

/** What can be known of a provider without loading it. */
export interface ProviderFacts {
  /** Lamports: what it takes at least, and what it is tipped unless told otherwise. */
  readonly minimumTip: bigint
  /** Whether it takes transactions only from whom it has given a key. */
  readonly needsKey: boolean
  /**
   * Which of its endpoints a page may send to by itself: those that need no key, since a page has no secrets, speak https,
   * since a page over https may ask nothing else, and allow other sites' scripts (CORS). `none`: a server sends for it.
   */
  readonly fromPage: 'all' | 'none' | readonly string[]
  /** How it is asked to keep a transaction from front-runners; `none`: it cannot. */
  readonly frontRunningProtection: 'account' | 'request' | 'none'
}

/**
 * | provider | from a page | why |
 * |---|---|---|
 * | jito | yes | no key, https, allows other sites |
 * | bloxroute | through a server | its token would be public |
 * | helius | its one global address | no key; the regional ones speak http only and allow no other sites |
 * | 0slot | through a server | its key would be public; whether it allows other sites is not documented |
 * | temporal | through a server | its key would be public; whether it allows other sites is not documented |
 * | normal | yes | the nodes that the page reads from |
 */
export const providerTable: Readonly<Record<ProviderName, ProviderFacts>> = {
  jito: { minimumTip: 1_000n, needsKey: false, fromPage: 'all', frontRunningProtection: 'account' },
  bloxroute: { minimumTip: 1_000_000n, needsKey: true, fromPage: 'none', frontRunningProtection: 'request' },
  helius: {
    minimumTip: 1_000_000n,
    needsKey: false,
    fromPage: ['https://sender.helius-rpc.com'],
    frontRunningProtection: 'none',
  },
  '0slot': { minimumTip: 1_000_000n, needsKey: true, fromPage: 'none', frontRunningProtection: 'request' },
  temporal: { minimumTip: 1_000_000n, needsKey: true, fromPage: 'none', frontRunningProtection: 'none' },
  normal: { minimumTip: 0n, needsKey: false, fromPage: 'all', frontRunningProtection: 'none' },
}
