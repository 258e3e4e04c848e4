import { stringifyJson } from '@tern/core/internal'
import { checkParameters } from '../methods/method.ts'
import { rpcError } from '../methods/rpcError.ts'
import { isWritten } from '../methods/writtenJson.ts'
import { accountSubscribe } from './accountSubscribe.ts'
import { blockSubscribe } from './blockSubscribe.ts'
import { logsSubscribe } from './logsSubscribe.ts'
import { programSubscribe } from './programSubscribe.ts'
import { rootSubscribe } from './rootSubscribe.ts'
import { signatureSubscribe } from './signatureSubscribe.ts'
import { slotSubscribe } from './slotSubscribe.ts'
import { slotsUpdatesSubscribe } from './slotsUpdatesSubscribe.ts'
import type { Subscription, SubscriptionSource } from './subscription.ts'

/** Every kind of subscription, by the word before `Subscribe`, `Unsubscribe` and `Notification`. */
const subscriptions: ReadonlyMap<string, Subscription> = new Map(
  Object.entries({
    account: accountSubscribe,
    block: blockSubscribe,
    logs: logsSubscribe,
    program: programSubscribe,
    root: rootSubscribe,
    signature: signatureSubscribe,
    slot: slotSubscribe,
    slotsUpdates: slotsUpdatesSubscribe,
  }),
)

/** A client's side of a subscription. */
export interface Subscriber {
  /**
   * Takes a notification.
   * @param message UTF-8 text, in a buffer that all subscribers share.
   */
  notify(message: Buffer): void
  /** Reports that the subscription is over by itself. */
  end(number: number): void
}

/**
 * The subscriptions of a node.
 * Equal requests share a subscription and its number, as on a cluster, so each notification is encoded only once.
 */
export interface SubscriptionHub {
  /** Reports if this kind exists. */
  has(kind: string): boolean
  /**
   * @returns the subscription's number.
   * @throws TernError `practice/refused` for invalid parameters.
   */
  join(kind: string, params: readonly unknown[], subscriber: Subscriber): number
  leave(number: number, subscriber: Subscriber): void
}

interface Running {
  readonly number: number
  readonly subscribers: Set<Subscriber>
  stop(): void
}

export function createSubscriptionHub(source: SubscriptionSource): SubscriptionHub {
  const byKey = new Map<string, Running>()
  const byNumber = new Map<number, Running>()
  let lastNumber = 0

  function begin(kind: string, key: string, requested: ReturnType<Subscription['read']>, first: Subscriber): Running {
    lastNumber += 1
    const number = lastNumber
    const subscribers = new Set([first])
    let isOver = false
    let stopListening: (() => void) | undefined
    const running = {
      number,
      subscribers,
      stop() {
        isOver = true
        stopListening?.()
        byKey.delete(key)
        byNumber.delete(number)
      },
    }
    byKey.set(key, running)
    byNumber.set(number, running)
    stopListening = requested.begin(
      source,
      result => {
        if (isOver) return
        const message = notification(kind, number, result)
        for (const subscriber of subscribers) subscriber.notify(message)
      },
      () => {
        running.stop()
        for (const subscriber of subscribers) subscriber.end(number)
      },
    )
    if (isOver) stopListening()
    return running
  }

  return {
    has: kind => subscriptions.has(kind),
    join(kind, params, subscriber) {
      const subscription = subscriptions.get(kind)
      if (subscription === undefined) throw rpcError('methodNotFound', 'Method not found')
      checkParameters(params, subscription.minParameters, subscription.maxParameters)
      const requested = subscription.read(params)
      const key = stringifyJson([kind, requested.key])
      const found = byKey.get(key)
      found?.subscribers.add(subscriber)
      return (found ?? begin(kind, key, requested, subscriber)).number
    },
    leave(number, subscriber) {
      const running = byNumber.get(number)
      if (running?.subscribers.delete(subscriber) && running.subscribers.size === 0) running.stop()
    },
  }
}

function notification(kind: string, number: number, result: unknown): Buffer {
  const text = isWritten(result) ? result.json.join('') : stringifyJson(result)
  return Buffer.from(
    `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${text},"subscription":${number}}}`,
  )
}
