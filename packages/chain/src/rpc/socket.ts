import { stringifyJson } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { isRecord } from './isRecord.ts'
import { parseJson } from './parseJson.ts'

/** Who is told of something. */
export interface Subscriber {
  /** Ends the subscription. */
  readonly signal: AbortSignal
  /** The node has accepted it. */
  onLive?(): void
  /** What the node tells, integers as `bigint`. Nothing of it is checked. */
  onValue(value: unknown): void
}

/** What a node tells by itself. */
export interface Subscriptions {
  /**
   * Subscribes to `topic`, `account` for `accountSubscribe`, with the parameters that the node takes. Resolves once `signal` aborts.
   * @throws TernError `rpc/unreachable` when the socket breaks, `rpc/timedOut` when the node has not accepted within 10 s,
   *   `rpc/refused` when it does not; whatever `onValue` throws.
   */
  subscribe(topic: string, params: readonly unknown[], subscriber: Subscriber): Promise<void>
}

/** What nodes allow on one socket, and Tern's own gateway too. */
const mostOnOne = 100
const acceptedWithinMs = 10_000
/** So often a node is asked whether it is there, and so long it has for an answer. Who is on the way closes what is silent for a minute. */
const pingMs = 10_000

interface Connection {
  hasRoom(): boolean
  subscribe: Subscriptions['subscribe']
}

/**
 * WebSockets to one node, opened for the first subscription, another for each hundred, closed after the last. While it may not be
 * asked, it is as one that cannot be reached.
 */
export function createSocket(url: string, mayAsk: () => boolean): Subscriptions {
  const connections = new Set<Connection>()
  return {
    async subscribe(topic, params, subscriber) {
      if (!mayAsk()) throw new TernError('rpc/unreachable', { method: `${topic}Subscribe` })
      let connection = [...connections].find(one => one.hasRoom())
      if (connection === undefined) {
        const opened = connect(url, () => connections.delete(opened))
        connections.add(opened)
        connection = opened
      }
      await connection.subscribe(topic, params, subscriber)
    },
  }
}

interface Subscription {
  readonly method: string
  onAnswer(answer: Record<string, unknown>): void
  onValue(value: unknown): void
  end(error?: unknown): void
}

function connect(url: string, onClosed: () => void): Connection {
  const all = new Set<Subscription>()
  /** By the request's id. */
  const asked = new Map<unknown, Subscription>()
  /** By the node's, which is one for all that want the same. */
  const live = new Map<unknown, Set<Subscription>>()
  let isClosed = false
  let lastId = 0n
  let isHeard = true
  let socket: WebSocket | undefined
  let pinging: ReturnType<typeof setInterval> | undefined

  const opened = open()
  opened.catch(close)

  async function open(): Promise<void> {
    // Node has one of its own since 22.
    const Socket = globalThis.WebSocket ?? (await import('./nodeSocket.ts')).WebSocket
    const one = new Socket(url) as WebSocket
    socket = one
    await new Promise<unknown>((resolve, reject) => {
      one.onmessage = hear
      one.onopen = resolve
      one.onerror = reject
      one.onclose = reject
    })
    one.onclose = close
    pinging = setInterval(ping, pingMs)
    // Whoever asked for it may have gone in the meantime.
    if (isClosed) end()
  }

  function close() {
    if (isClosed) return
    isClosed = true
    onClosed()
    end()
    for (const one of [...all]) one.end(new TernError('rpc/unreachable', { method: one.method }))
  }

  function end() {
    clearInterval(pinging)
    socket?.close()
  }

  /** Any word since the last time will do, that there is no such method too. */
  function ping() {
    if (!isHeard) return close()
    isHeard = false
    send('ping', [])
  }

  function hear({ data }: MessageEvent) {
    isHeard = true
    let message: unknown
    try {
      message = parseJson(String(data))
    } catch {
      // A node that talks nonsense is as one that is gone.
      return close()
    }
    if (!isRecord(message)) return
    const { id, params } = message
    if (isRecord(params)) for (const one of [...(live.get(params.subscription) ?? [])]) one.onValue(params.result)
    asked.get(id)?.onAnswer(message)
    asked.delete(id)
  }

  function send(method: string, params: readonly unknown[]): bigint {
    const id = ++lastId
    socket?.send(stringifyJson({ jsonrpc: '2.0', id, method, params }))
    return id
  }

  return {
    hasRoom: () => !isClosed && all.size < mostOnOne,
    subscribe: (topic, params, { signal, onLive, onValue }) =>
      new Promise((resolve, reject) => {
        const method = `${topic}Subscribe`
        let accepted: { readonly id: unknown } | undefined
        /** The node need not tell of it any more, unless somebody else wants the same. */
        const unsubscribe = (id: unknown) => {
          if (!isClosed && !live.has(id)) send(`${topic}Unsubscribe`, [id])
        }
        const abort = () => subscription.end()
        const timer = setTimeout(() => {
          subscription.end(new TernError('rpc/timedOut', { method, timeoutMs: acceptedWithinMs }))
        }, acceptedWithinMs)
        const subscription: Subscription = {
          method,
          onAnswer({ error, result }) {
            clearTimeout(timer)
            if (isRecord(error)) {
              const facts = { method, code: Number(error.code ?? 0), message: String(error.message) }
              return subscription.end(new TernError('rpc/refused', facts))
            }
            if (!all.has(subscription)) return unsubscribe(result)
            accepted = { id: result }
            live.set(result, (live.get(result) ?? new Set()).add(subscription))
            onLive?.()
          },
          onValue(value) {
            try {
              onValue(value)
            } catch (error) {
              subscription.end(error)
            }
          },
          end(error) {
            if (!all.delete(subscription)) return
            clearTimeout(timer)
            signal.removeEventListener('abort', abort)
            if (accepted !== undefined) {
              const { id } = accepted
              const same = live.get(id)
              same?.delete(subscription)
              if (same?.size === 0) live.delete(id)
              unsubscribe(id)
            }
            if (error === undefined) resolve()
            else reject(error)
            if (all.size === 0) close()
          },
        }
        all.add(subscription)
        signal.addEventListener('abort', abort)
        if (signal.aborted) return abort()
        opened.then(
          () => {
            if (all.has(subscription)) asked.set(send(method, params), subscription)
          },
          () => undefined,
        )
      }),
  }
}
