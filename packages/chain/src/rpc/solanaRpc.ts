import type { Rpc, RpcTransport, SolanaRpcApi } from '@solana/kit'
import { isRecord } from './isRecord.ts'

const optionsFirst =
  'BlockHeight BlockProduction EpochInfo InflationGovernor LargestAccounts LatestBlockhash Slot SlotLeader StakeMinimumDelegation Supply TransactionCount VoteAccounts'
const optionsSecond =
  'AccountInfo Balance Block FeeForMessage InflationReward LeaderSchedule MinimumBalanceForRentExemption MultipleAccounts ProgramAccounts SignaturesForAddress TokenAccountBalance TokenLargestAccounts TokenSupply Transaction isBlockhashValid sendTransaction simulateTransaction'
const optionsThird = 'Blocks BlocksWithLimit TokenAccountsByDelegate TokenAccountsByOwner requestAirdrop'

/** Position of the options among a method's parameters, for methods whose options have a commitment. */
const optionsAt: ReadonlyMap<string, number> = new Map(
  [optionsFirst, optionsSecond, optionsThird].flatMap((names, at) =>
    names.split(' ').map(name => [/^[A-Z]/.test(name) ? `get${name}` : name, at] as const),
  ),
)

/** Adds commitment `confirmed` to the parameters, unless they set another. */
function withCommitment(method: string, params: readonly unknown[]): readonly unknown[] {
  const at = optionsAt.get(method)
  const given = at === undefined ? undefined : (params[at] ?? {})
  const name = method === 'sendTransaction' ? 'preflightCommitment' : 'commitment'
  if (at === undefined || !isRecord(given) || given[name] !== undefined) return params
  return Object.assign([...params], { [at]: { ...given, [name]: 'confirmed' } })
}

/**
 * Creates an RPC client with Kit's types, in a quarter of Kit's bytes. The default commitment is `confirmed`.
 *
 * @param transport must return numbers under the keys of `isNumberKey`, and `bigint` elsewhere.
 */
export function createSolanaRpc(transport: RpcTransport): Rpc<SolanaRpcApi> {
  let lastId = 0
  const call = (method: string, params: readonly unknown[]) => ({
    async send({ abortSignal: signal }: { readonly abortSignal?: AbortSignal } = {}) {
      const id = String(lastId++)
      const payload = { jsonrpc: '2.0', id, method, params: withCommitment(method, params) }
      const { result } = await transport<{ readonly result: unknown }>({ payload, ...(signal && { signal }) })
      return result
    },
  })
  return new Proxy({} as Rpc<SolanaRpcApi>, {
    get: (_, name) =>
      // Other names are not methods: `await` looks up `then`, and a debugger looks up symbols.
      typeof name === 'string' && /^(get|is|minimum|request|send|simulate)[A-Z]/.test(name)
        ? (...params: readonly unknown[]) => call(name, params)
        : undefined,
  })
}

/** Keys whose values are numbers in Kit's types. They are counts, positions and rates, all small. */
const numberKeys: ReadonlySet<string> = new Set(
  [
    'accountIndex accounts index programIdIndex readonlyIndexes stackHeight transactionIndex writableIndexes version',
    'numReadonlySignedAccounts numReadonlyUnsignedAccounts numRequiredSignatures',
    'computeUnitLimit heapSize loadedAccountsDataSize loadedAccountsDataSizeLimit',
    'decimals uiAmount transferFeeBasisPoints currentRate preUpdateAverageRate numRequiredSigners numValidSigners',
    'blockRevenueCommissionBps commission confirmationCount inflationRewardsCommissionBps latency',
    'burnPercent exemptionThreshold lastExtendedSlotStartIndex slashPenalty warmupCooldownRate',
    'foundation foundationTerm initial taper terminal validator',
    'feature-set featureSet samplePeriodSecs shredVersion',
  ].flatMap(keys => keys.split(' ')),
)

/** Checks if Kit's types have numbers under this key of a method's answer. */
export const isNumberKey = (method: string, key: string): boolean =>
  numberKeys.has(key) || (key === 'total' && method === 'getInflationRate')
