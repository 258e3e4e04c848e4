import * as v from 'valibot'
import { type RawData, WebSocket } from 'ws'
import type { RateLimit } from '../http/rateLimit.ts'
import type { Hub } from './hub.ts'
import { streamRequest } from './topic.ts'

/** What may lie unread in a browser's socket before it is left out of what comes next. */
const mostUnreadBytes = 64 * 1024
/** One that has not read for so long is gone: it may come back, and is told what it missed. */
const heartbeatMs = 15_000
/** Close code of RFC 6455: broke a rule. */
const brokeRule = 1008
/** To be told of all that was missed costs so many requests. */
const resumeCost = 10

/**
 * `/api/stream` as a WebSocket: the one line of a browser to what happens, whatever its tabs show.
 * @param limit of requests, by `name`: one for all lines of a client, since each request may be answered at length.
 */
export function serveStream(client: WebSocket, hub: Hub, name: string, limit: RateLimit): void {
  const seat = hub.join({
    send: message => client.send(message, { binary: false }),
    get isBehind() {
      return client.readyState !== WebSocket.OPEN || client.bufferedAmount > mostUnreadBytes
    },
  })
  let isAlive = true
  client.on('message', (data, isBinary) => {
    const request = isBinary ? undefined : read(data)
    const cost = request?.after === undefined ? 1 : resumeCost
    if (request === undefined || limit.take(name, cost) > 0) client.close(brokeRule, 'no request of a stream')
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

function read(data: RawData) {
  try {
    const request = v.safeParse(streamRequest, JSON.parse(String(data)))
    return request.success ? request.output : undefined
  } catch {
    return undefined
  }
}
