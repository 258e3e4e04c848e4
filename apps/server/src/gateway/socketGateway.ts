import { TernError } from '@tern/core'
import { type RawData, WebSocket } from 'ws'
import { costOfBytes } from '../http/body.ts'
import { assertPlainJson } from '../http/plainJson.ts'
import { endSocket } from './endSocket.ts'
import type { Gateway } from './httpGateway.ts'
import { type Call, parseJson, readCall, writeCall, writeError } from './jsonRpc.ts'
import { createOpenSubscriptions } from './openSubscriptions.ts'

/** Max open subscriptions on a socket. */
const maxSubscriptions = 100
/** Max bytes that may wait for a slow client, or for the node. */
const maxWaitingBytes = 1024 * 1024
const heartbeatMs = 30_000
/** An unpaid message is read only up to this size, to answer with its id. A longer message closes the socket. */
const maxUnpaidBytes = 1_024

/** Close codes of RFC 6455. `policy`: the client broke a rule. `tryAgain`: the node is gone, reconnect. */
const closeCodes = { policy: 1008, tryAgain: 1013 } as const

/**
 * Serves `/rpc` as a WebSocket. Each client's socket gets its own socket to the node.
 * So a client sees only its own subscriptions, and all of them end with its socket.
 */
export function connectSocket(client: WebSocket, name: string, { upstream, rules, limit }: Omit<Gateway, 'faucet'>) {
  const url = upstream.subscriptionsUrl
  if (url === undefined) return client.close(closeCodes.tryAgain, 'the node cannot be reached')
  const node = new WebSocket(url, { handshakeTimeout: 10_000, followRedirects: false })
  const waiting: string[] = []
  const subscriptions = createOpenSubscriptions()
  let isAlive = true

  const refuse = (call: Call | undefined, error: TernError) => send(client, writeError(call?.id, error))
  const forward = (call: Call) => {
    const text = writeCall(call)
    if (node.readyState !== WebSocket.CONNECTING) send(node, text)
    else if (waiting.length < 2 * maxSubscriptions) waiting.push(text)
    else endSocket(client, closeCodes.policy, 'too many messages')
  }
  const take = (text: string) => {
    const retryAfterSeconds = limit.take(name, 1 + costOfBytes(text.length))
    if (retryAfterSeconds > 0 && text.length > maxUnpaidBytes)
      return endSocket(client, closeCodes.policy, 'too many messages')
    const call = readCallOf(text)
    if (call === undefined) return refuse(call, new TernError('http/badRequest', { what: 'not a JSON-RPC call' }))
    // Older clients keep the connection alive with a notification of this name. It needs no answer.
    const isPing = call.method === 'ping'
    if (isPing && call.id === undefined) return
    if (retryAfterSeconds > 0) return refuse(call, new TernError('http/tooManyRequests', { retryAfterSeconds }))
    if (rules.unsubscribes.has(call.method)) {
      subscriptions.onUnsubscribe(call)
      return forward(call)
    }
    // Forward it, although the node refuses it: an answer from here would hide a silent node.
    if (isPing) return forward(call)
    if (!rules.subscribes.has(call.method))
      return refuse(call, new TernError('gateway/methodNotFound', { method: call.method }))
    if (call.method === 'logsSubscribe' && rules.logs === 'mentions' && typeof call.params?.[0] === 'string')
      return refuse(call, new TernError('http/badRequest', { what: 'name an address that the logs mention' }))
    if (subscriptions.count >= maxSubscriptions)
      return refuse(call, new TernError('gateway/subscriptionLimit', { max: maxSubscriptions }))
    subscriptions.onSubscribe(call)
    forward(call)
  }

  client.on('message', (data, isBinary) => {
    if (client.readyState !== WebSocket.OPEN) return
    if (isBinary) endSocket(client, closeCodes.policy, 'text only')
    else take(textOf(data))
  })
  client.on('pong', () => {
    isAlive = true
  })
  node.on('open', () => {
    for (const text of waiting.splice(0)) send(node, text)
  })
  node.on('message', data => {
    const text = textOf(data)
    subscriptions.onNodeMessage(text)
    send(client, text)
  })
  node.on('close', () => client.close(closeCodes.tryAgain, 'the node closed the connection'))
  node.on('error', () => client.close(closeCodes.tryAgain, 'the node cannot be reached'))
  client.on('error', () => client.terminate())
  const heartbeat = setInterval(() => {
    if (!isAlive) client.terminate()
    isAlive = false
    client.ping()
  }, heartbeatMs)
  client.on('close', () => {
    clearInterval(heartbeat)
    node.terminate()
  })
}

function send(socket: WebSocket, text: string) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > maxWaitingBytes) socket.terminate()
  else socket.send(text)
}

function readCallOf(text: string): Call | undefined {
  try {
    assertPlainJson(text)
    return readCall(parseJson(text))
  } catch {
    return undefined
  }
}

const textOf = (data: RawData) =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')
