import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit'
import { parseJsonWithBigInts } from '@solana/rpc-spec-types'
import { stringifyJson } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parseJson.ts'
import { createSolanaRpc, isNumberKey } from './solanaRpc.ts'

type Rpc = Record<string, (...params: readonly unknown[]) => { send(options?: object): Promise<unknown> }>

/** Compares the two clients: their requests for these parameters, and their results for the answer. Kit's come first. */
async function compare(method: string, params: readonly unknown[], result: unknown) {
  const text = stringifyJson({ jsonrpc: '2.0', id: '0', result })
  const through = async (create: (transport: RpcTransport) => object, parse: (text: string) => unknown) => {
    let asked = ''
    const transport: RpcTransport = async ({ payload }) => {
      const { method: name, params: given } = payload as { method: string; params: unknown }
      asked = stringifyJson([name, given])
      return parse(text) as never
    }
    const answer = await (create(transport) as Rpc)[method]?.(...params).send()
    return { asked, answer }
  }
  const kit = through(createSolanaRpcFromTransport, parseJsonWithBigInts)
  const ours = through(createSolanaRpc, answer => parseJson(answer, key => isNumberKey(method, key)))
  return [await kit, await ours] as const
}

const tokenAmount = { amount: '18446744073709551615', decimals: 6, uiAmount: 3, uiAmountString: '3' }
const parsed = (info: object) => ({
  data: { program: 'any', parsed: { info, type: 'any' }, space: 165 },
  ...{
    executable: false,
    lamports: 18446744073709551615n,
    owner: 'owner',
    rentEpoch: 18446744073709551615n,
    space: 165,
  },
})
const fee = { epoch: 700, maximumFee: 5000, transferFeeBasisPoints: 100 }
const accounts = [
  parsed({ mint: 'mint', tokenAmount, rentExemptReserve: tokenAmount, delegatedAmount: tokenAmount }),
  parsed({ extensions: [{ extension: 'fee', state: { olderTransferFee: fee, newerTransferFee: fee } }] }),
  parsed({ extensions: [{ extension: 'interest', state: { preUpdateAverageRate: -3, currentRate: 5, since: 17 } }] }),
  parsed({ lastExtendedSlot: '3', lastExtendedSlotStartIndex: 4 }),
  parsed({ slashPenalty: 12, warmupCooldownRate: 1, stake: { delegation: { warmupCooldownRate: 1 } } }),
  parsed({ decimals: 9, numRequiredSigners: 2, numValidSigners: 3, supply: '1' }),
  parsed({ exemptionThreshold: 2, burnPercent: 50, lamportsPerByteYear: '3480' }),
  parsed({
    commission: 5,
    blockRevenueCommissionBps: 1,
    inflationRewardsCommissionBps: 2,
    epochCredits: [{ epoch: 3 }],
  }),
  parsed({ votes: [{ confirmationCount: 31, latency: 1, slot: 400_000_000 }], rootSlot: 399_999_969 }),
]
const instructions = [{ accounts: [0, 1, 2], data: 'x', programIdIndex: 3, stackHeight: 2 }]
const balances = [{ accountIndex: 1, mint: 'mint', uiTokenAmount: tokenAmount }]
const meta = {
  ...{ computeUnitsConsumed: 150, err: { InstructionError: [0, { Custom: 6002 }] }, fee: 5000, loadedAddresses: {} },
  ...{ innerInstructions: [{ index: 0, instructions }], preTokenBalances: balances, postTokenBalances: balances },
  ...{ preBalances: [18446744073709551615n, 1], rewards: [{ commission: 7, lamports: -3, postBalance: 4 }] },
}
const message = {
  header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
  addressTableLookups: [{ accountKey: 'table', writableIndexes: [1, 2], readonlyIndexes: [0] }],
  ...{ instructions, transactionConfig: { computeUnitLimit: 200_000, heapSize: 1, loadedAccountsDataSizeLimit: 2 } },
}
const transaction = { meta, transaction: { message, signatures: ['s'] }, version: 0 }
const withContext = (value: unknown) => ({ context: { apiVersion: '4.0', slot: 400_000_000 }, value })
const bytes = { encoding: 'jsonParsed' } as const

const calls: readonly [method: string, params: readonly unknown[], result: unknown][] = [
  ...accounts.map(
    account => ['getAccountInfo', ['address', bytes], withContext(account)] as [string, unknown[], object],
  ),
  ['getMultipleAccounts', [['a', 'b'], { ...bytes, commitment: 'processed' }], withContext(accounts)],
  ['getProgramAccounts', ['program', bytes], accounts.map(account => ({ account, pubkey: 'p' }))],
  [
    'getTokenAccountsByOwner',
    ['owner', { mint: 'm' }, bytes],
    withContext(accounts.slice(0, 3).map(account => ({ account }))),
  ],
  ['getTokenAccountsByDelegate', ['owner', { mint: 'm' }], withContext([{ account: accounts[0] }])],
  ['getTokenAccountBalance', ['a'], withContext(tokenAmount)],
  ['getTokenSupply', ['a'], withContext(tokenAmount)],
  ['getTokenLargestAccounts', ['a'], withContext([{ address: 'a', ...tokenAmount }])],
  [
    'getTransaction',
    ['s', { encoding: 'json', maxSupportedTransactionVersion: 0 }],
    { ...transaction, slot: 3, blockTime: 5 },
  ],
  [
    'getBlock',
    [3n, { transactionDetails: 'full' }],
    { transactions: [transaction], rewards: meta.rewards, blockHeight: 3 },
  ],
  [
    'simulateTransaction',
    ['wire', { encoding: 'base64' }],
    withContext({ accounts, loadedAccountsDataSize: 7, ...meta, rewards: [] }),
  ],
  ['getSignaturesForAddress', ['a', { limit: 1000 }], [{ slot: 3, transactionIndex: 4, blockTime: 5, memo: '1' }]],
  ['getSignatureStatuses', [['s'], { searchTransactionHistory: true }], withContext([{ slot: 3, confirmations: 4 }])],
  [
    'getVoteAccounts',
    [],
    { current: [{ commission: 5, inflationRewardsCommissionBps: 1, activatedStake: 3 }], delinquent: [] },
  ],
  ['getClusterNodes', [], [{ featureSet: 3, shredVersion: 4, version: '4.0' }]],
  ['getInflationRate', [], { epoch: 700, foundation: 0, total: 1, validator: 1 }],
  ['getInflationGovernor', [], { foundation: 0, foundationTerm: 7, initial: 1, taper: 1, terminal: 1 }],
  ['getInflationReward', [['a'], { epoch: 3n }], [{ amount: 3, commission: 4, epoch: 5, postBalance: 6 }]],
  ['getRecentPerformanceSamples', [2], [{ numSlots: 3, samplePeriodSecs: 60, slot: 4 }]],
  ['getSupply', [], withContext({ circulating: 3, nonCirculating: 4, total: 7 })],
  ['getVersion', [], { 'feature-set': 3, 'solana-core': '4.0' }],
  ['getRecentPrioritizationFees', [['a']], [{ prioritizationFee: 9007199254740993n, slot: 4 }]],
  ['getEpochInfo', [], { absoluteSlot: 400_000_000, epoch: 926, transactionCount: 18446744073709551615n }],
  ['getLatestBlockhash', [{ commitment: 'confirmed' }], withContext({ blockhash: 'b', lastValidBlockHeight: 5 })],
  ['getBalance', ['a'], withContext(18446744073709551615n)],
  ['getMinimumBalanceForRentExemption', [165n], 2_039_280],
  ['getBlocks', [5n, 9n], [5, 6, 9]],
  ['getBlocks', [5n, 9n, { commitment: 'processed' }], [5]],
  ['getBlocksWithLimit', [5n, 2], [5, 6]],
  ['getBlockTime', [5n], 1_700_000_000],
  ['getLeaderSchedule', [5n], { leader: [1, 2] }],
  ['getFeeForMessage', ['message'], withContext(5000)],
  ['isBlockhashValid', ['b'], withContext(true)],
  ['sendTransaction', ['wire', { encoding: 'base64', skipPreflight: true, maxRetries: 0n }], 'signature'],
  ['sendTransaction', ['wire', { encoding: 'base64', preflightCommitment: 'processed' }], 'signature'],
  ['requestAirdrop', ['a', 3n], 'signature'],
  ...['getBlockHeight', 'getSlot', 'getTransactionCount', 'getStakeMinimumDelegation', 'getSlotLeader'].map(
    method => [method, [], 3] as [string, unknown[], number],
  ),
  ...[
    'getHealth',
    'getIdentity',
    'getGenesisHash',
    'getFirstAvailableBlock',
    'minimumLedgerSlot',
    'getEpochSchedule',
  ].map(method => [method, [], 3] as [string, unknown[], number]),
]

describe('the RPC client requests and answers like Kit', () => {
  it.each(calls.map(([method, params, result], at) => [at, method, params, result] as const))(
    '%i %s',
    async (_, ...call) => {
      const [kit, ours] = await compare(...call)
      expect(ours).toEqual(kit)
    },
  )

  it('with every commitment', async () => {
    const [, ours] = await compare('getSlot', [{ commitment: 'finalized' }], 3)
    expect(ours.asked).toBe('["getSlot",[{"commitment":"finalized"}]]')
  })

  it('without being a promise', async () => {
    const rpc = createSolanaRpc(() => Promise.reject(new Error('nobody asks')))
    expect(await rpc).toBe(rpc)
  })
})
