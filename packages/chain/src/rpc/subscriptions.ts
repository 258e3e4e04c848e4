import type {
  PendingRpcSubscriptionsRequest,
  RpcSubscriptions,
  RpcSubscriptionsTransport,
  SolanaRpcSubscriptionsApi,
} from '@solana/kit'
import { createSolanaRpcSubscriptionsApi } from '@solana/rpc-subscriptions-api'
import { createSubscriptionRpc } from '@solana/rpc-subscriptions-spec'
import { TernError } from '@tern/core/tradeErrors'
import { pause } from './pause.ts'
import { apiConfig } from './solanaApi.ts'

export type Subscriptions = RpcSubscriptions<SolanaRpcSubscriptionsApi>

/**
 * One WebSocket a node, each connected when its first subscription begins. `urls` unset: those of the nodes, with `ws` for `http`.
 * While one may not be asked, by its place, its subscriptions fail.
 */
export function createSockets(
  rpcUrls: readonly string[],
  urls: readonly string[] = rpcUrls.map(url => url.replace(/^http/i, 'ws')),
  mayAsk?: (node: number) => boolean,
): readonly Subscriptions[] {
  return urls.map((url, node) => createSocket(url, () => mayAsk?.(node) !== false))
}

const api = createSolanaRpcSubscriptionsApi<SolanaRpcSubscriptionsApi>(apiConfig)

/**
 * Kit's, but that the code behind it, half of which is a WebSocket for Node, is loaded by the first subscription, and that two
 * subscriptions to the same are two: nobody here has one twice.
 */
function createSocket(url: string, mayAsk: () => boolean): Subscriptions {
  let transport: Promise<RpcSubscriptionsTransport> | undefined
  async function load(): Promise<RpcSubscriptionsTransport> {
    const kit = await import('@solana/rpc-subscriptions')
    const createChannel = kit.createDefaultSolanaRpcSubscriptionsChannelCreator({ url })
    return kit.createRpcSubscriptionsTransportFromChannelCreator(createChannel)
  }
  return createSubscriptionRpc({
    api,
    async transport(config) {
      if (!mayAsk()) throw new TernError('rpc/unreachable', { method: 'subscribe' })
      transport ??= load()
      transport.catch(() => {
        transport = undefined
      })
      return (await transport)(config)
    },
  })
}

interface Follower<T> {
  readonly signal: AbortSignal
  onValue(value: T): void
  /** The node has accepted the subscription. */
  onLive?(): void
  /** The subscription broke; it is begun again after a pause. */
  onDown?(): void
  /** Unset: by the machine's clock. */
  readonly pause?: typeof pause
  /** From 0 to below 1. Unset: by chance. */
  readonly random?: () => number
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Keeps one subscription alive until `signal` aborts: begins it again when it breaks, at the next socket, after 250 ms,
 * then 500, … 10 s.
 */
export async function follow<T>(
  sockets: readonly Subscriptions[],
  request: (socket: Subscriptions) => PendingRpcSubscriptionsRequest<T>,
  follower: Follower<T>,
): Promise<void> {
  const { signal, pause: rest = pause, random = Math.random } = follower
  let wait = firstPauseMs
  for (let attempt = 0; !signal.aborted; attempt++) {
    const socket = sockets[attempt % sockets.length]
    if (socket === undefined) return
    try {
      const values = await request(socket).subscribe({ abortSignal: signal })
      follower.onLive?.()
      for await (const value of values) {
        wait = firstPauseMs
        follower.onValue(value)
      }
    } catch {
      // A broken socket is no news to the caller: whoever follows a value also polls for it.
    }
    if (signal.aborted) return
    follower.onDown?.()
    await rest(wait * (0.5 + random() / 2), signal)
    wait = Math.min(wait * 2, longestPauseMs)
  }
}
