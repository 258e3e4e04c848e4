import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WebSocket, WebSocketServer } from 'ws'

/** What a server does with what reaches it. */
export interface Handlers {
  /** The answer to the body of a POST, as JSON in pieces that follow each other; `undefined` when there is none to give. */
  answer(body: string): Promise<readonly (string | Buffer)[] | undefined>
  /** Takes over a new socket, which runs over `stream`. */
  connect(socket: WebSocket, stream: Duplex): void
}

export interface RunningServer {
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** What a validator takes by default. */
const mostBodyBytes = 50 * 1024
/** What a validator takes over a socket. */
const mostMessageBytes = 4096
const paths = new Set(['/', '/rpc'])
/**
 * A process that stands still must not close an idle connection in the moment in which its client sends over it.
 * So the client, which hears of this limit, closes first.
 */
const keepAliveMs = 120_000

/** JSON-RPC over HTTP and WebSocket on one port, at `/` and `/rpc`. Port 0 takes a free one. */
export async function startServer(host: string, port: number, handlers: Handlers): Promise<RunningServer> {
  const server = createServer((request, response) => {
    answerHttp(request, response, handlers).catch(() => response.destroy())
  })
  server.keepAliveTimeout = keepAliveMs
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes })
  server.on('upgrade', (request, socket, head) => {
    // A client that is gone by then: Node leaves the socket to whoever upgrades it.
    socket.on('error', () => socket.destroy())
    if (!paths.has(pathOf(request))) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, upgraded => handlers.connect(upgraded, socket))
  })
  await listening(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server, sockets),
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closeServer(server: Server, sockets: WebSocketServer): Promise<void> {
  return new Promise(resolve => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] ?? '/'

async function answerHttp(request: IncomingMessage, response: ServerResponse, handlers: Handlers): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  const path = pathOf(request)
  if (path === '/health' && request.method === 'GET') return end(response, 200, 'ok', 'text/plain')
  if (!paths.has(path)) return end(response, 404, 'Not found', 'text/plain')
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST, OPTIONS')
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    response.setHeader('access-control-max-age', '86400')
    return end(response, 200, '', 'text/plain')
  }
  if (request.method !== 'POST')
    return end(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required', 'text/plain')
  if (!(request.headers['content-type'] ?? '').toLowerCase().startsWith('application/json'))
    return end(
      response,
      415,
      'Supplied content type is not allowed. Content-Type: application/json is required',
      'text/plain',
    )
  const body = await readBody(request)
  if (body === undefined) {
    response.setHeader('connection', 'close')
    return end(response, 413, `Request body is too large: at most ${mostBodyBytes} bytes`, 'text/plain')
  }
  await send(response, (await handlers.answer(body)) ?? [])
}

function end(response: ServerResponse, status: number, body: string, contentType: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** An answer in more pieces than these is sent without having been measured. */
const mostMeasuredPieces = 8

/** Writes a long answer piece by piece, as fast as the client takes it. */
async function send(response: ServerResponse, pieces: readonly (string | Buffer)[]): Promise<void> {
  if (pieces.length <= mostMeasuredPieces) return end(response, 200, pieces.join(''), 'application/json; charset=utf-8')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  await pipeline(Readable.from(pieces), response)
}

/** The whole body, or `undefined` as soon as it is too large: what follows is then read and thrown away, so that the client gets to read the answer. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= mostBodyBytes) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
  })
}
