import * as v from 'valibot'
import { WebSocket } from 'ws'
import { endSocket } from '../gateway/endSocket.ts'
import { costOfBytes } from '../http/body.ts'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import { assertPlainJson } from '../http/plainJson.ts'
import type { Hub } from './hub.ts'
import { streamRequest } from './topic.ts'

/** Max unread bytes in a browser's socket. Beyond it, the reader is skipped. */
const maxUnreadBytes = 64 * 1024
/** A reader that does not answer for this long is disconnected. It may reconnect and receives the missed events. */
const heartbeatMs = 15_000
/** Close code of RFC 6455: the client broke a rule. */
const brokeRule = 1008
/** Additional cost of resuming after a mark, in requests. */
const resumeCost = 9

/**
 * Serves `/api/stream` as a WebSocket: a browser's single connection for events, shared by all of its tabs.
 *
 * @param limit of requests, by `name`. All connections of a client share it, because each request may have a long
 *   answer.
 */
export function serveStream(
  client: WebSocket,
  hub: Hub,
  { name, limit }: { readonly name: string; readonly limit: ClientRateLimit },
): void {
  const seat = hub.join({
    send: message => client.send(message, { binary: false }),
    get isBehind() {
      return client.readyState !== WebSocket.OPEN || client.bufferedAmount > maxUnreadBytes
    },
  })
  let isAlive = true
  client.on('message', (data, isBinary) => {
    if (client.readyState !== WebSocket.OPEN) return
    const text = isBinary ? undefined : String(data)
    const isPaid = text !== undefined && limit.take(name, 1 + costOfBytes(text.length)) === 0
    const request = isPaid ? read(text) : undefined
    if (request === undefined || (request.after !== undefined && limit.take(name, resumeCost) > 0))
      endSocket(client, brokeRule, 'no request of a stream')
    else seat.want(request)
  })
  client.on('pong', () => {
    isAlive = true
  })
  const heartbeat = setInterval(() => {
    if (!isAlive) client.terminate()
    isAlive = false
    client.ping()
  }, heartbeatMs)
  client.on('error', () => client.terminate())
  client.on('close', () => {
    clearInterval(heartbeat)
    seat.leave()
  })
}

function read(text: string) {
  try {
    assertPlainJson(text)
    const request = v.safeParse(streamRequest, JSON.parse(text))
    return request.success ? request.output : undefined
  } catch {
    return undefined
  }
}
