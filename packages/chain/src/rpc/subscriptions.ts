import { pause } from './pause.ts'
import { createSocket, type Subscriber, type Subscriptions } from './socket.ts'

/**
 * The sockets of nodes, in their order. `urls` unset: the nodes' own, with `ws` for `http`. While one may not be asked, by its
 * place, its subscriptions fail.
 */
export function createSockets(
  rpcUrls: readonly string[],
  urls: readonly string[] = rpcUrls.map(url => url.replace(/^http/i, 'ws')),
  mayAsk?: (node: number) => boolean,
): readonly Subscriptions[] {
  return urls.map((url, node) => createSocket(url, () => mayAsk?.(node) !== false))
}

interface Follower extends Subscriber {
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
 * Keeps one subscription alive until its signal aborts: begins it again when it breaks, at the next socket, after 250 ms,
 * then 500, … 10 s.
 */
export async function follow(
  sockets: readonly Subscriptions[],
  topic: string,
  params: readonly unknown[],
  follower: Follower,
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
      // A broken socket is no news to the caller: whoever follows a value also polls for it.
    }
    if (signal.aborted) return
    follower.onDown?.()
    await rest(wait * (0.5 + random() / 2), signal)
    wait = Math.min(wait * 2, longestPauseMs)
  }
}
