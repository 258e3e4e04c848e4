import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { answerJsonRpc } from '../jsonRpc.ts'
import { version } from '../methods/getVersion.ts'
import { checkParameters } from '../methods/method.ts'
import { readU64 } from '../methods/params.ts'
import { rpcError } from '../methods/rpcError.ts'
import type { Subscriber, SubscriptionHub } from './subscriptionHub.ts'

/** Max unsent bytes for a client. A slower reader is cut off, as a cluster does. */
const maxBufferedBytes = 16 * 1024 * 1024
const maxSubscriptions = 10_000
/**
 * A new subscription's first notifications wait this many milliseconds.
 * A client listens only after it has read the subscription's number, so it would miss a notification that comes with
 * it.
 */
const graceMs = 50

/**
 * Serves a socket: subscribes, notifies and unsubscribes. Leaves every subscription when the socket closes.
 * @param stream the connection under the socket.
 */
export function serveSubscriptions(hub: SubscriptionHub, socket: WebSocket, stream: Duplex): void {
  const open = new Map<number, Subscriber>()
  /** Notifications that wait for their grace period, and every later notification. */
  const held: { readonly message: Buffer; readonly grace: { readonly isOver: boolean } }[] = []
  let isCorked = false

  /** Sends all messages of a turn in a single write. */
  function cork(): void {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }

  function send(message: Buffer | string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxBufferedBytes) {
      socket.terminate()
      return
    }
    cork()
    socket.send(message, { binary: false })
  }

  function subscribe(kind: string, params: readonly unknown[]): number {
    if (open.size >= maxSubscriptions)
      throw rpcError('internalError', 'Internal Error: Subscription refused. Node subscription limit reached')
    const grace = { isOver: false }
    let isOver = false
    const subscriber: Subscriber = {
      notify(message) {
        if (grace.isOver && held.length === 0) send(message)
        else held.push({ message, grace })
      },
      end(number) {
        isOver = true
        open.delete(number)
      },
    }
    const number = hub.join(kind, params, subscriber)
    setTimeout(() => {
      grace.isOver = true
      while (held[0]?.grace.isOver) send(held.shift()?.message ?? '')
    }, graceMs).unref()
    if (isOver) return number
    // If the client subscribes to the same again, it gets the same subscription, and a single unsubscribe ends it.
    if (open.has(number) || socket.readyState !== socket.OPEN) hub.leave(number, subscriber)
    else open.set(number, subscriber)
    return number
  }

  /** Any unsubscribe method ends any kind of subscription: a cluster looks at the number alone. */
  function unsubscribe(params: readonly unknown[]): boolean {
    checkParameters(params, 1, 1)
    const number = Number(readU64(params[0]))
    const subscriber = open.get(number)
    if (subscriber === undefined) throw rpcError('invalidParams', 'Invalid subscription id.')
    hub.leave(number, subscriber)
    return open.delete(number)
  }

  const dispatch = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'getVersion') {
      checkParameters(params, 0, 0)
      return version
    }
    const [, kind = '', verb] = /^([a-zA-Z]+?)(Subscribe|Unsubscribe)$/.exec(method) ?? []
    if (!hub.has(kind)) throw rpcError('methodNotFound', 'Method not found')
    return verb === 'Subscribe' ? subscribe(kind, params) : unsubscribe(params)
  }

  const answer = async (body: string): Promise<void> => {
    const pieces = await answerJsonRpc(body, dispatch)
    if (pieces !== undefined) send(pieces.join(''))
  }

  let turn = Promise.resolve()
  socket.on('message', data => {
    turn = turn.then(() => answer(data.toString())).catch(() => socket.terminate())
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const [number, subscriber] of open) hub.leave(number, subscriber)
    open.clear()
  })
}
