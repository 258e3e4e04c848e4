import { TernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { isRecord } from './isRecord.ts'
import { parseJson } from './parseJson.ts'

/** Receives the values of a subscription. */
export interface Subscriber {
  /** Ends the subscription when it aborts. */
  readonly signal: AbortSignal
  /** Called when the node accepts the subscription. */
  onLive?(): void
  /** Called with each value. Integers are `bigint`. Nothing is validated. */
  onValue(value: unknown): void
}

/** A node's subscriptions. */
export interface Subscriptions {
  /**
   * Subscribes until `signal` aborts, then resolves.
   *
   * @param topic `account` for `accountSubscribe`, and so on.
   * @param params the node's parameters.
   * @throws TernError `rpc/unreachable` if the socket breaks.
   * @throws TernError `rpc/timedOut` if the node does not accept within 10 s.
   * @throws TernError `rpc/refused` if the node refuses.
   * @throws errors of `onValue`.
   */
  subscribe(topic: string, params: readonly unknown[], subscriber: Subscriber): Promise<void>
}

/** Max subscriptions on a socket, for nodes and for Tern's own gateway. */
const maxPerSocket = 100
const acceptedWithinMs = 10_000
/** Interval of pings, and time for an answer. Proxies close a connection that is silent for a minute. */
const pingMs = 10_000

interface Connection {
  hasRoom(): boolean
  subscribe: Subscriptions['subscribe']
}

/**
 * Creates subscriptions over WebSockets to a node. Each socket carries up to 100.
 * Sockets open on demand and close after their last subscription.
 *
 * @param mayAsk while it returns `false`, new subscriptions fail as if the node were unreachable.
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
  /** Pending subscriptions, by request id. */
  const asked = new Map<unknown, Subscription>()
  /** Live subscriptions, by the node's id. Equal subscriptions share an id. */
  const live = new Map<unknown, Set<Subscription>>()
  let isClosed = false
  let lastId = 0n
  let isResponding = true
  let socket: WebSocket | undefined
  let pinging: ReturnType<typeof setInterval> | undefined

  const opened = open()
  opened.catch(close)

  async function open(): Promise<void> {
    // Node.js has had its own `WebSocket` since version 22.
    const Socket = globalThis.WebSocket ?? (await import('./nodeSocket.ts')).WebSocket
    const one = new Socket(url) as WebSocket
    socket = one
    await new Promise<unknown>((resolve, reject) => {
      one.onmessage = receive
      one.onopen = resolve
      one.onerror = reject
      one.onclose = reject
    })
    one.onclose = close
    pinging = setInterval(ping, pingMs)
    // The last subscription may have ended before the socket opened.
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

  /** Closes a silent socket. Any message counts as an answer, also an error for an unknown method. */
  function ping() {
    if (!isResponding) return close()
    isResponding = false
    send('ping', [])
  }

  function receive({ data }: MessageEvent) {
    isResponding = true
    let message: unknown
    try {
      message = parseJson(String(data))
    } catch {
      // Treat a node that sends invalid JSON like a broken connection.
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
    hasRoom: () => !isClosed && all.size < maxPerSocket,
    subscribe: (topic, params, { signal, onLive, onValue }) =>
      new Promise((resolve, reject) => {
        const method = `${topic}Subscribe`
        let accepted: { readonly id: unknown } | undefined
        /** Unsubscribes at the node, unless another subscription shares the id. */
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
