import type { Rpc, RpcTransport, SolanaRpcApi } from '@solana/kit'
import { isRecord } from './isRecord.ts'

const optionsFirst =
  'BlockHeight BlockProduction EpochInfo InflationGovernor LargestAccounts LatestBlockhash Slot SlotLeader StakeMinimumDelegation Supply TransactionCount VoteAccounts'
const optionsSecond =
  'AccountInfo Balance Block FeeForMessage InflationReward LeaderSchedule MinimumBalanceForRentExemption MultipleAccounts ProgramAccounts SignaturesForAddress TokenAccountBalance TokenLargestAccounts TokenSupply Transaction isBlockhashValid sendTransaction simulateTransaction'
const optionsThird = 'Blocks BlocksWithLimit TokenAccountsByDelegate TokenAccountsByOwner requestAirdrop'

/** Where the object with a method's options stands among its parameters, of all methods whose options have a commitment. */
const optionsAt: ReadonlyMap<string, number> = new Map(
  [optionsFirst, optionsSecond, optionsThird].flatMap((names, at) =>
    names.split(' ').map(name => [/^[A-Z]/.test(name) ? `get${name}` : name, at] as const),
  ),
)

/** The parameters, with commitment `confirmed` unless they say another. */
function withCommitment(method: string, params: readonly unknown[]): readonly unknown[] {
  const at = optionsAt.get(method)
  const given = at === undefined ? undefined : (params[at] ?? {})
  const name = method === 'sendTransaction' ? 'preflightCommitment' : 'commitment'
  if (at === undefined || !isRecord(given) || given[name] !== undefined) return params
  return Object.assign([...params], { [at]: { ...given, [name]: 'confirmed' } })
}

/**
 * Kit's RPC over `transport`, by its types, in a quarter of its bytes. The transport answers with numbers under the keys of
 * which `isNumberKey` is true, and with `bigint` otherwise. Commitment `confirmed` unless told.
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
      // Who awaits it, or prints it, asks for no method.
      typeof name === 'string' && /^(get|is|minimum|request|send|simulate)[A-Z]/.test(name)
        ? (...params: readonly unknown[]) => call(name, params)
        : undefined,
  })
}

/** What Kit's types have as numbers, wherever it stands; counts, places and shares of which none can be large. */
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

/** Whether Kit's types have numbers under this key of a method's answer. */
export const isNumberKey = (method: string, key: string): boolean =>
  numberKeys.has(key) || (key === 'total' && method === 'getInflationRate')
