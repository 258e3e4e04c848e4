import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { Mutation, Setting } from './run.ts'

type Node = Rpc<SolanaRpcApi>
type Method = 'getSignatureStatuses' | 'getEpochInfo' | 'getAccountInfo'
type Answer = Readonly<Record<string, unknown>>

/** What a landing engine may get wrong. Each makes a broken one of ours by what it is given; its source stays as it is. */
export const mutations = {
  'notes down after it has sent': setting => ({
    ...setting,
    journal: {
      ...setting.journal,
      async append(record) {
        void setting.sources.pause?.(300, new AbortController().signal).then(() => setting.journal.append(record))
      },
    },
  }),

  'forgets at a reload what was under way': setting => ({
    ...setting,
    journal: { ...setting.journal, list: async () => [] },
  }),

  'signs anew when it sends again': setting => ({
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

  'takes the word of one source': setting => ({ ...setting, faults: 0 }),

  'waits for the subscription only': asking((_, __, setting) => ({
    send: () => setting.sources.pause?.(1e9, new AbortController().signal),
  })),

  'does not look as of which slot a node answers': asking((ask, method) =>
    answering(ask(), answer =>
      method === 'getSignatureStatuses' ? { ...answer, context: { slot: 2n ** 60n } } : answer,
    ),
  ),

  'does not search the history': asking((ask, method) =>
    ask(method === 'getSignatureStatuses' ? { searchTransactionHistory: false } : undefined),
  ),

  'takes heights that are not final': asking((ask, method) => {
    if (method !== 'getEpochInfo') return ask()
    // The margin hides it, so that goes too.
    return answering(ask({ commitment: 'processed' }), answer => ({
      ...answer,
      blockHeight: (answer.blockHeight as bigint) + 32n,
    }))
  }),

  'goes by its own clock': asking((ask, method, { sources }) =>
    answering(ask(), answer =>
      method === 'getEpochInfo' && sources.now() > 30_000 ? { ...answer, blockHeight: 2n ** 60n } : answer,
    ),
  ),

  'is done once something is confirmed': setting => ({ ...setting, isEnough: ({ status }) => status === 'confirmed' }),

  'takes any other value of a nonce for a used one': setting => ({
    ...setting,
    seenAs: transaction => {
      const { lifetime } = transaction.message
      if (lifetime.kind !== 'nonce') return transaction
      return { ...transaction, message: { ...transaction.message, lifetime: { ...lifetime, slot: 0n } } }
    },
  }),
} as const satisfies Readonly<Record<string, Mutation>>

interface Request {
  send(options?: object): unknown
}

/** Asks every node in another way. `ask` asks as the engine would, but for its last argument, if another is given. */
function asking(how: (ask: (last?: object) => Request, method: Method, setting: Setting) => Request): Mutation {
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
            ),
      })
    return { ...setting, sources: { ...setting.sources, nodes: setting.sources.nodes.map(otherwise) } }
  }
}

function answering(request: Request, change: (answer: Answer) => Answer): Request {
  return { send: async options => change((await request.send(options)) as Answer) }
}
