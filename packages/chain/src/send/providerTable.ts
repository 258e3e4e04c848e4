/** The specification's providers, by name. */
export type ProviderName = 'jito' | 'bloxroute' | 'helius' | '0slot' | 'temporal' | 'normal'

/** Facts about a provider that need no loading of its code. */
export interface ProviderFacts {
  /** Lamports. Both the minimum tip and the default tip. */
  readonly minimumTip: bigint
  /** `true` if the provider accepts only transactions with its key. */
  readonly needsKey: boolean
  /**
   * The endpoints that a page may send to: keyless, https, and open to other sites' scripts (CORS).
   * A page cannot keep a key secret, and a page over https may request only https. `none`: a server sends for the page.
   */
  readonly fromPage: 'all' | 'none' | readonly string[]
  /** How to request front-running protection. `none`: the provider has no protection. */
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
