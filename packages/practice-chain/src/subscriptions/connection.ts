import type { WebSocket } from 'ws'
import { stringifyJson } from '../json.ts'
import { answerJsonRpc } from '../jsonRpc.ts'
import { readNumber } from '../methods/params.ts'
import { rpcError } from '../methods/rpcError.ts'
import { accountSubscribe } from './accountSubscribe.ts'
import { logsSubscribe } from './logsSubscribe.ts'
import { programSubscribe } from './programSubscribe.ts'
import { rootSubscribe } from './rootSubscribe.ts'
import { signatureSubscribe } from './signatureSubscribe.ts'
import { slotSubscribe } from './slotSubscribe.ts'
import type { Subscription, SubscriptionSource } from './subscription.ts'

/** Every kind of subscription, by the word before `Subscribe`, `Unsubscribe` and `Notification`. */
const subscriptions: ReadonlyMap<string, Subscription> = new Map(
  Object.entries({
    account: accountSubscribe,
    logs: logsSubscribe,
    program: programSubscribe,
    root: rootSubscribe,
    signature: signatureSubscribe,
    slot: slotSubscribe,
  }),
)

/** A client that reads slower than this is cut off, as a cluster does. */
const mostBufferedBytes = 16 * 1024 * 1024
const mostSubscriptions = 10_000
/**
 * What a new subscription has to say at once waits this long: clients begin to listen when they have read its number, and
 * lose a notification that comes in the same breath.
 */
const graceMs = 10

/** Serves one socket: subscribes, notifies, unsubscribes, and lets go of everything when it closes. */
export function serveSubscriptions(source: SubscriptionSource, socket: WebSocket): void {
  const open = new Map<number, { kind: string; stop: () => void }>()
  let lastNumber = 0

  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostBufferedBytes) socket.terminate()
    else socket.send(text)
  }

  const subscribe = (kind: string, subscription: Subscription, params: readonly unknown[]): number => {
    if (open.size >= mostSubscriptions)
      throw rpcError('internalError', 'Internal Error: Subscription refused. Node subscription limit reached')
    lastNumber += 1
    const number = lastNumber
    let isOver = false
    let held: string[] | undefined = []
    const stop = subscription(
      source,
      params,
      result => {
        const notification = { jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription: number } }
        if (held === undefined) send(stringifyJson(notification))
        else held.push(stringifyJson(notification))
      },
      () => {
        isOver = true
        open.get(number)?.stop()
        open.delete(number)
      },
    )
    setTimeout(() => {
      for (const notification of held ?? []) send(notification)
      held = undefined
    }, graceMs)
    if (isOver || socket.readyState !== socket.OPEN) stop()
    else open.set(number, { kind, stop })
    return number
  }

  const unsubscribe = (kind: string, number: unknown): boolean => {
    const asked = readNumber(number, 'a subscription')
    const found = open.get(asked)
    if (found?.kind !== kind) throw rpcError('invalidParams', 'Invalid subscription id.')
    found.stop()
    open.delete(asked)
    return true
  }

  const dispatch = (method: string, params: readonly unknown[]): unknown => {
    const [, kind = '', verb] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? []
    const subscription = subscriptions.get(kind)
    if (subscription === undefined) throw rpcError('methodNotFound', 'Method not found')
    return verb === 'Subscribe' ? subscribe(kind, subscription, params) : unsubscribe(kind, params[0])
  }

  const answer = async (body: string): Promise<void> => {
    const text = await answerJsonRpc(body, dispatch)
    if (text !== undefined) send(text)
  }

  let turn = Promise.resolve()
  socket.on('message', data => {
    turn = turn.then(() => answer(data.toString())).catch(() => socket.terminate())
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const { stop } of open.values()) stop()
    open.clear()
  })
}
