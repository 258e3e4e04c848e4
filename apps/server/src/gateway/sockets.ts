import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { assertSameSite, clientOf, type SiteSettings, siteOf } from '../http/site.ts'
import type { Gateway } from './httpGateway.ts'
import { connectSocket } from './socketGateway.ts'

/** A message larger than this closes the socket. */
const mostMessageBytes = 64 * 1024
/** Sockets open at once: of one client, and altogether. */
const mostOfClient = 32
const mostSockets = 5_000

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** Takes WebSockets at `/rpc` from this site's pages, and from programs, which send no Origin. */
export function createSockets(gateway: Gateway, settings: SiteSettings): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes, perMessageDeflate: false })
  const open = new Map<string, number>()
  return {
    upgrade(request, socket, head) {
      const client = clientOf(request, settings)
      const count = open.get(client) ?? 0
      const status =
        refusal(request, settings) ?? (count >= mostOfClient || server.clients.size >= mostSockets ? 429 : undefined)
      if (status !== undefined) {
        socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      server.handleUpgrade(request, socket, head, connected => {
        open.set(client, count + 1)
        connected.on('close', () => {
          const left = (open.get(client) ?? 1) - 1
          if (left > 0) open.set(client, left)
          else open.delete(client)
        })
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
