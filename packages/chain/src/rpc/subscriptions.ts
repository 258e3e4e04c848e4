import {
  createSolanaRpcSubscriptions,
  type PendingRpcSubscriptionsRequest,
  type RpcSubscriptions,
  type SolanaRpcSubscriptionsApi,
} from '@solana/kit'
import { pause } from './pause.ts'

export type Subscriptions = RpcSubscriptions<SolanaRpcSubscriptionsApi>

/** The node's WebSocket, connected when the first subscription begins. */
export function createSubscriptions(rpcUrl: string, url: string | undefined): Subscriptions {
  return createSolanaRpcSubscriptions(url ?? webSocketUrl(rpcUrl))
}

/** @example webSocketUrl('https://node.example/rpc?key=1') // 'wss://node.example/rpc?key=1' */
function webSocketUrl(rpcUrl: string): string {
  return rpcUrl.replace(/^http/i, 'ws')
}

interface Follower<T> {
  readonly signal: AbortSignal
  onValue(value: T): void
  /** The node has accepted the subscription. */
  onLive?(): void
  /** The subscription broke; it is begun again after a pause. */
  onDown?(): void
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/** Keeps one subscription alive until `signal` aborts: begins it again when it breaks, after 250 ms, then 500, … 10 s. */
export async function follow<T>(request: PendingRpcSubscriptionsRequest<T>, follower: Follower<T>): Promise<void> {
  const { signal } = follower
  let wait = firstPauseMs
  while (!signal.aborted) {
    try {
      const values = await request.subscribe({ abortSignal: signal })
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
    await pause(wait * (0.5 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, longestPauseMs)
  }
}
