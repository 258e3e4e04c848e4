import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Seats } from '../http/seats.ts'
import { assertSameSite, clientOf, type SiteSettings, siteOf } from '../http/site.ts'
import type { Gateway } from './httpGateway.ts'
import { connectSocket } from './socketGateway.ts'

/** A message larger than this closes the socket. */
const mostMessageBytes = 64 * 1024
export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** Takes WebSockets at `/rpc` from this site's pages, and from programs, which send no Origin. */
export function createSockets(gateway: Gateway, settings: SiteSettings, seats: Seats): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes, perMessageDeflate: false })
  return {
    upgrade(request, socket, head) {
      const client = clientOf(request, settings)
      const refused = refusal(request, settings)
      const leave = refused === undefined ? seats.take(client) : undefined
      if (leave === undefined) {
        socket.end(`HTTP/1.1 ${refused ?? 429} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      socket.on('close', leave)
      server.handleUpgrade(request, socket, head, connected => {
        connectSocket(connected, client, gateway)
      })
    },
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** The HTTP status that refuses the request; `undefined` when it is welcome. */
function refusal(request: IncomingMessage, settings: SiteSettings): number | undefined {
  if (new URL(request.url ?? '/', 'http://any').pathname !== '/rpc') return 404
  try {
    const site = siteOf(request.headers.host, settings)
    const headers = new Headers()
    if (request.headers.origin !== undefined) headers.set('origin', request.headers.origin)
    assertSameSite(headers, site)
    return undefined
  } catch {
    return 403
  }
}
