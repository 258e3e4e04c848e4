import { pause } from './pause.ts'
import { createSocket, type Subscriber, type Subscriptions } from './socket.ts'

/**
 * Creates the nodes' sockets, in their order.
 *
 * @param urls unset: the nodes' URLs with `ws` instead of `http`.
 * @param mayAsk while it returns `false` for a node's position, the node's new subscriptions fail.
 */
export function createSockets(
  rpcUrls: readonly string[],
  urls: readonly string[] = rpcUrls.map(url => url.replace(/^http/i, 'ws')),
  mayAsk?: (node: number) => boolean,
): readonly Subscriptions[] {
  return urls.map((url, node) => createSocket(url, () => mayAsk?.(node) !== false))
}

interface Follower extends Subscriber {
  /** Called when the subscription breaks. It restarts after a pause. */
  onDown?(): void
  /** Unset: the machine's timer. */
  readonly pause?: typeof pause
  /** A number from 0 to below 1. Unset: `Math.random`. */
  readonly random?: () => number
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Keeps a subscription alive until its signal aborts.
 * After a break, restarts at the next socket, after 250 ms, then 500 ms, up to 10 s. A value resets the pause.
 */
export async function follow(
  sockets: readonly Subscriptions[],
  { topic, params, ...follower }: Follower & { readonly topic: string; readonly params: readonly unknown[] },
): Promise<void> {
  const { signal, pause: rest = pause, random = Math.random } = follower
  let wait = firstPauseMs
  for (let attempt = 0; !signal.aborted; attempt++) {
    const socket = sockets[attempt % sockets.length]
    if (socket === undefined) return
    try {
      await socket.subscribe(topic, params, {
        signal,
        onLive: () => follower.onLive?.(),
        onValue(value) {
          wait = firstPauseMs
          follower.onValue(value)
        },
      })
    } catch {
      // The caller polls as well, so it does not need the error.
    }
    if (signal.aborted) return
    follower.onDown?.()
    await rest(wait * (0.5 + random() / 2), signal)
    wait = Math.min(wait * 2, longestPauseMs)
  }
}
