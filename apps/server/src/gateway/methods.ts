/** Calls that anybody may make through the gateway. */
const reads = [
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getBlockTime',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignaturesForAddress',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
]

/** Only where they cost nobody anything: a paid node bills a scan of a whole program. */
const practiceReads = ['getProgramAccounts', 'requestAirdrop']

/** Subscription → how it is ended. */
const subscriptions = {
  accountSubscribe: 'accountUnsubscribe',
  logsSubscribe: 'logsUnsubscribe',
  rootSubscribe: 'rootUnsubscribe',
  signatureSubscribe: 'signatureUnsubscribe',
  slotSubscribe: 'slotUnsubscribe',
}

/** What passes the gateway. */
export interface MethodRules {
  readonly calls: ReadonlySet<string>
  readonly subscribes: ReadonlySet<string>
  readonly unsubscribes: ReadonlySet<string>
  /** Whether the logs of every transaction may be asked for, or only those that mention an address. */
  readonly logs: 'all' | 'mentions'
}

export function methodRules(kind: 'practice' | 'cluster'): MethodRules {
  return {
    calls: new Set(kind === 'practice' ? [...reads, ...practiceReads] : reads),
    subscribes: new Set(Object.keys(subscriptions)),
    unsubscribes: new Set(Object.values(subscriptions)),
    logs: kind === 'practice' ? 'all' : 'mentions',
  }
}

/** What a call costs of a client's rate: reads of many accounts and submissions more than a glance at the slot. */
export function costOf(method: string): number {
  if (method === 'getProgramAccounts') return 50
  if (method === 'requestAirdrop') return 10
  return method === 'getMultipleAccounts' || method === 'simulateTransaction' || method === 'sendTransaction' ? 2 : 1
}
