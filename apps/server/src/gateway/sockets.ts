import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { maxBodyBytes } from '../http/body.ts'
import { type ClientSettings, clientOf } from '../http/clientAddress.ts'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import type { Seats } from '../http/seats.ts'
import { assertSameSite, type Part, type SiteSettings, siteOf } from '../http/site.ts'

/** A WebSocket path: its handler and its limits. */
export interface SocketRoute {
  readonly seats: Seats
  /**
   * The client's rate limit. A new socket costs several requests, because it may cost this server a socket to a node as
   * well.
   */
  readonly limit: ClientRateLimit
  /** Pages of this part may connect. @default 'app' */
  readonly part?: Part
  serve(socket: WebSocket, client: string): void
}

/** Cost of a new socket, in requests. */
const openingCost = 10
/** Delay of the refusal if a client opens sockets too fast, in milliseconds. */
const refusalMs = 500

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/**
 * Accepts WebSockets at these paths, from the pages of each path's part and from programs, because they send no Origin.
 * A message larger than `maxBodyBytes` closes its socket.
 */
export function createSockets(
  routes: Readonly<Record<string, SocketRoute>>,
  settings: SiteSettings & ClientSettings,
): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxBodyBytes, perMessageDeflate: false })
  return {
    upgrade(request, socket, head) {
      const client = clientOf(request, settings)
      // Use the raw path: a URL that does not parse needs an answer as well.
      const [pathname = ''] = (request.url ?? '').split('?', 1)
      const route = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined
      const isWelcome = isOfThisSite(request, settings, route?.part ?? 'app')
      if (route === undefined) return refuse(socket, 404)
      if (!isWelcome) return refuse(socket, 403)
      if (route.limit.take(client, openingCost) > 0) {
        setTimeout(() => refuse(socket, 429), refusalMs)
        return
      }
      const leave = route.seats.take(client)
      if (leave === undefined) return refuse(socket, 429)
      socket.on('close', leave)
      server.handleUpgrade(request, socket, head, connected => {
        route.serve(connected, client)
      })
    },
    close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

function refuse(socket: Duplex, status: number) {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function isOfThisSite(request: IncomingMessage, settings: SiteSettings, part: Part): boolean {
  try {
    const site = siteOf(request.headers.host, settings)
    const headers = new Headers()
    if (request.headers.origin !== undefined) headers.set('origin', request.headers.origin)
    assertSameSite(headers, site)
    return site.part === part
  } catch {
    return false
  }
}
