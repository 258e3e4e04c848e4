import * as v from 'valibot'
import { type RawData, WebSocket } from 'ws'
import { createRateLimit } from '../http/rateLimit.ts'
import type { Hub } from './hub.ts'
import { streamRequest } from './topic.ts'

/** What may lie unread in a browser's socket before it is left out of what comes next. */
const mostUnreadBytes = 64 * 1024
/** One that has not read for so long is gone: it may come back, and is told what it missed. */
const heartbeatMs = 15_000
/** Close code of RFC 6455: broke a rule. */
const brokeRule = 1008

/** `/api/stream` as a WebSocket: the one line of a browser to what happens, whatever its tabs show. */
export function serveStream(client: WebSocket, hub: Hub): void {
  const seat = hub.join({
    send: message => client.send(message, { binary: false }),
    get isBehind() {
      return client.readyState !== WebSocket.OPEN || client.bufferedAmount > mostUnreadBytes
    },
  })
  const limit = createRateLimit({ burst: 60, perSecond: 10 })
  let isAlive = true
  client.on('message', (data, isBinary) => {
    const request = isBinary ? undefined : read(data)
    if (request === undefined || limit.take('', 1) > 0) client.close(brokeRule, 'no request of a stream')
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
