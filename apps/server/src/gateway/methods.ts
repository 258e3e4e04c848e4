import type { Call } from './jsonRpc.ts'

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
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
]

/** Only where they cost nobody anything: the rest of what the practice chain answers, for clients of every kind. */
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

/** Subscription → how it is ended. */
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

/** What passes the gateway. */
export interface MethodRules {
  readonly calls: ReadonlySet<string>
  readonly subscribes: ReadonlySet<string>
  readonly unsubscribes: ReadonlySet<string>
  /** Whether the logs of every transaction may be asked for, or only those that mention an address. */
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

/** Practice SOL that a call asks for, rounded up; none where it is not readable, which the node refuses. */
export function solAskedBy({ method, params }: Pick<Call, 'method' | 'params'>): number {
  const lamports = method === 'requestAirdrop' && Array.isArray(params) ? Number(params[1]) : 0
  return lamports > 0 ? Math.ceil(lamports / 1e9) : 0
}

/** Calls that go through all accounts, or say something of every slot. */
const scans = new Set([
  'getProgramAccounts',
  'getLargestAccounts',
  'getSupply',
  'getLeaderSchedule',
  'getTokenLargestAccounts',
])

/** What a call costs of a client's rate: reads of many accounts and submissions more than a glance at the slot. */
export function costOf(method: string): number {
  if (scans.has(method)) return 50
  if (method === 'requestAirdrop' || method === 'getBlock') return 10
  return method === 'getMultipleAccounts' || method === 'simulateTransaction' || method === 'sendTransaction' ? 2 : 1
}
