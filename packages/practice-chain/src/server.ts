import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WebSocket, WebSocketServer } from 'ws'

/** The handlers of a server's requests and sockets. */
export interface Handlers {
  /** Answers the body of a POST with JSON in consecutive pieces; `undefined` for an empty answer. */
  answer(body: string): Promise<readonly (string | Buffer)[] | undefined>
  /**
   * Takes over a new socket.
   * @param stream the connection under the socket.
   */
  connect(socket: WebSocket, stream: Duplex): void
}

export interface RunningServer {
  readonly port: number
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** Max bytes of an HTTP body: a validator's default. */
const maxBodyBytes = 50 * 1024
/** Max bytes of a socket's message: a validator's limit. */
const maxMessageBytes = 4096
const paths = new Set(['/', '/rpc'])
/**
 * A server that was suspended must not close an idle connection in the moment that its client sends over it.
 * The client receives this limit and closes first.
 */
const keepAliveMs = 120_000

/** Serves JSON-RPC over HTTP and WebSocket on a single port, at `/` and `/rpc`. Port 0 takes a free port. */
export async function startServer(host: string, port: number, handlers: Handlers): Promise<RunningServer> {
  const server = createServer((request, response) => {
    answerHttp(request, response, handlers).catch(() => response.destroy())
  })
  server.keepAliveTimeout = keepAliveMs
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  server.on('upgrade', (request, socket, head) => {
    // The client may be gone by then. After an upgrade, Node leaves the socket's errors to this handler.
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
    return end(response, 413, `Request body is too large: at most ${maxBodyBytes} bytes`, 'text/plain')
  }
  await send(response, (await handlers.answer(body)) ?? [])
}

function end(response: ServerResponse, status: number, body: string, contentType: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** An answer in more pieces than this is streamed without a content length. */
const maxMeasuredPieces = 8

/** Writes a long answer piece by piece, as fast as the client reads it. */
async function send(response: ServerResponse, pieces: readonly (string | Buffer)[]): Promise<void> {
  if (pieces.length <= maxMeasuredPieces) return end(response, 200, pieces.join(''), 'application/json; charset=utf-8')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  await pipeline(Readable.from(pieces), response)
}

/**
 * Reads the whole body; `undefined` as soon as it is too large.
 * The rest is still read and thrown away, so that the client can read the answer.
 */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBodyBytes) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
  })
}
