import type { Call } from './jsonRpc.ts'

/** Calls that every client may make through the gateway. */
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
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
]

/** The other calls of the practice chain. They are open on the practice chain only, because its node costs nothing. */
const practiceReads = [
  'getBlock',
  'getBlockCommitment',
  'getBlockProduction',
  'getBlocks',
  'getBlocksWithLimit',
  'getClusterNodes',
  'getEpochSchedule',
  'getFirstAvailableBlock',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getLargestAccounts',
  'getLeaderSchedule',
  'getMaxRetransmitSlot',
  'getMaxShredInsertSlot',
  'getProgramAccounts',
  'getSlotLeader',
  'getSlotLeaders',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountsByDelegate',
  'getTransactionCount',
  'getVoteAccounts',
  'minimumLedgerSlot',
  'requestAirdrop',
]

/** Each subscription with the method that ends it. */
const subscriptions = {
  accountSubscribe: 'accountUnsubscribe',
  logsSubscribe: 'logsUnsubscribe',
  rootSubscribe: 'rootUnsubscribe',
  signatureSubscribe: 'signatureUnsubscribe',
  slotSubscribe: 'slotUnsubscribe',
}

const practiceSubscriptions = {
  ...subscriptions,
  blockSubscribe: 'blockUnsubscribe',
  programSubscribe: 'programUnsubscribe',
  slotsUpdatesSubscribe: 'slotsUpdatesUnsubscribe',
}

/** The methods that pass the gateway. */
export interface MethodRules {
  readonly calls: ReadonlySet<string>
  readonly subscribes: ReadonlySet<string>
  readonly unsubscribes: ReadonlySet<string>
  /** `all`: logs of every transaction. `mentions`: only logs that mention a given address. */
  readonly logs: 'all' | 'mentions'
}

export function methodRules(kind: 'practice' | 'cluster'): MethodRules {
  const open = kind === 'practice' ? practiceSubscriptions : subscriptions
  return {
    calls: new Set(kind === 'practice' ? [...reads, ...practiceReads] : reads),
    subscribes: new Set(Object.keys(open)),
    unsubscribes: new Set(Object.values(open)),
    logs: kind === 'practice' ? 'all' : 'mentions',
  }
}

/**
 * Returns the practice SOL that a call asks for, rounded up. 0 if the amount is not readable: the node refuses such a
 * call.
 */
export function solAskedBy({ method, params }: Pick<Call, 'method' | 'params'>): number {
  const lamports = method === 'requestAirdrop' && Array.isArray(params) ? Number(params[1]) : 0
  return lamports > 0 ? Math.ceil(lamports / 1e9) : 0
}

/** Calls that scan all accounts, or report on every slot. */
const scans = new Set([
  'getProgramAccounts',
  'getLargestAccounts',
  'getSupply',
  'getLeaderSchedule',
  'getTokenLargestAccounts',
])

/**
 * Returns a call's cost for the client's rate limit. Reads of many accounts, and submissions, cost more than a simple
 * read.
 */
export function costOf(method: string): number {
  if (scans.has(method)) return 50
  if (method === 'requestAirdrop' || method === 'getBlock') return 10
  return method === 'getMultipleAccounts' || method === 'simulateTransaction' || method === 'sendTransaction' ? 2 : 1
}
