import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { SignedTransaction } from '@tern/core'
import { lastValidOf } from './ledger.ts'
import type { Mutation, Setting } from './run.ts'

type Node = Rpc<SolanaRpcApi>
type Method = 'getSignatureStatuses' | 'getEpochInfo' | 'getAccountInfo' | 'isBlockhashValid'
type Answer = Readonly<Record<string, unknown>>

const commitmentOf = (args: readonly unknown[]) => (args.at(-1) as { readonly commitment?: string }).commitment

/** Answers `isBlockhashValid` for the nodes: known when confirmed, gone when processed or finalized. */
const unasked = asking((ask, method, _, args) =>
  method === 'isBlockhashValid'
    ? { send: async () => ({ context: { slot: 0n }, value: commitmentOf(args) === 'confirmed' }) }
    : ask(),
)

/** Gives finalized blocks the height of processed blocks. It adds the expiry margin as well: otherwise the margin would hide the error. */
const earlier = asking((ask, method) =>
  method === 'getEpochInfo'
    ? answering(ask({ commitment: 'processed' }), answer => ({
        ...answer,
        blockHeight: (answer.blockHeight as bigint) + 32n,
      }))
    : ask(),
)

function withTrueLifetime(transaction: SignedTransaction): SignedTransaction {
  const { message } = transaction
  const { lifetime } = message
  if (lifetime.kind === 'nonce') return transaction
  const lastValidBlockHeight = BigInt(lastValidOf(lifetime.blockhash))
  return { ...transaction, message: { ...message, lifetime: { ...lifetime, lastValidBlockHeight } } }
}

/** The same for a nonce. */
const nonceUnasked: Mutation = setting => {
  let own = ''
  const otherwise = asking((ask, method, _, args) => {
    const commitment = commitmentOf(args)
    if (method !== 'getAccountInfo' || commitment === 'finalized') return ask()
    const data = [commitment === 'confirmed' ? own : 'another nonce']
    return { send: async () => ({ context: { slot: 0n }, value: { data } }) }
  })
  return {
    ...otherwise(setting),
    seenAs(transaction) {
      const { lifetime } = transaction.message
      if (lifetime.kind !== 'nonce') return transaction
      own = lifetime.nonce
      return { ...transaction, message: { ...transaction.message, lifetime: { ...lifetime, slot: 0n } } }
    },
  }
}

/** Errors that a landing engine may have. Each changes the parts that our engine gets, not its source. */
export const mutations = {
  'writes to the journal after it has sent': setting => ({
    ...setting,
    journal: {
      ...setting.journal,
      async append(record) {
        void setting.sources.pause?.(300, new AbortController().signal).then(() => setting.journal.append(record))
      },
    },
  }),

  'forgets at a reload that a trade is open': setting => ({
    ...setting,
    journal: { ...setting.journal, list: async () => [] },
  }),

  'signs again when it sends again': setting => ({
    ...setting,
    providers: setting.providers.map(provider => {
      let count = 0
      return {
        ...provider,
        send: (transaction, options) =>
          provider.send(count++ === 0 ? transaction : setting.resign(transaction), options),
      }
    }),
  }),

  'sends again after it has reported a failure': setting => ({
    ...setting,
    providers: setting.providers.map(provider => ({
      ...provider,
      send(transaction, options) {
        void (async () => {
          for (let round = 0; round < 30; round++) {
            await setting.sources.pause?.(2000, new AbortController().signal)
            await provider.send(transaction, options).catch(() => undefined)
          }
        })()
        return provider.send(transaction, options)
      },
    })),
  }),

  'forgets at a reload that it has reported a failure': setting => ({
    ...setting,
    journal: {
      ...setting.journal,
      list: async () => (await setting.journal.list()).map(record => ({ ...record, isRetired: false })),
    },
  }),

  'reports a failure that the journal did not take': setting => ({
    ...setting,
    journal: {
      ...setting.journal,
      async update(id, change) {
        void setting.journal.update(id, change).catch(() => undefined)
      },
    },
  }),

  'trusts one source': setting => ({ ...setting, faults: 0 }),

  'waits for the subscription only': asking((_, __, setting) => ({
    send: () => setting.sources.pause?.(1e9, new AbortController().signal),
  })),

  'ignores the slot at which a node answers': asking((ask, method) =>
    answering(ask(), answer =>
      method === 'getSignatureStatuses' ? { ...answer, context: { slot: 2n ** 60n } } : answer,
    ),
  ),

  'does not search the history': asking((ask, method) =>
    ask(method === 'getSignatureStatuses' ? { searchTransactionHistory: false } : undefined),
  ),

  'trusts one node’s word on the blockhash at signing': unasked,

  'assumes after a reload that every node knew the blockhash': setting => ({
    ...setting,
    journal: {
      ...setting.journal,
      list: async () =>
        (await setting.journal.list()).map(record => ({ ...record, known: setting.sources.nodes.map(() => 0n) })),
    },
  }),

  'uses heights that are not final': setting => ({
    ...unasked(earlier(setting)),
    // It stays broken even if the lifetime at signing was true.
    seenAs: withTrueLifetime,
  }),

  'trusts its own clock': asking((ask, method, { sources }) =>
    answering(ask(), answer => {
      if (sources.now() <= 30_000) return answer
      if (method === 'isBlockhashValid') return { ...answer, value: false }
      return method === 'getEpochInfo' ? { ...answer, blockHeight: 2n ** 60n } : answer
    }),
  ),

  'stops once a trade is confirmed': setting => ({ ...setting, isEnough: ({ status }) => status === 'confirmed' }),

  'takes any other nonce value for a used nonce': nonceUnasked,
} as const satisfies Readonly<Record<string, Mutation>>

interface Request {
  send(options?: object): unknown
}

/** Changes every request to a node. `ask` sends the engine's request, optionally with another last argument. */
function asking(
  how: (ask: (last?: object) => Request, method: Method, setting: Setting, args: readonly unknown[]) => Request,
): Mutation {
  return setting => {
    const otherwise = (node: Node) =>
      new Proxy(node, {
        get:
          (_, method: Method) =>
          (...args: readonly unknown[]) =>
            how(
              last => {
                const real = node[method] as (...args: readonly unknown[]) => Request
                return real(...(last === undefined ? args : [...args.slice(0, -1), last]))
              },
              method,
              setting,
              args,
            ),
      })
    return { ...setting, sources: { ...setting.sources, nodes: setting.sources.nodes.map(otherwise) } }
  }
}

function answering(request: Request, change: (answer: Answer) => Answer): Request {
  return { send: async options => change((await request.send(options)) as Answer) }
}
