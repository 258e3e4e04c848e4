import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Answer, type Call, readCalls } from './call.ts'
import { changeFaults, type Faults, noFaults } from './faults.ts'
import { createLaggingView } from './laggingView.ts'
import { createRateLimit } from './rateLimit.ts'
import { refusalOf } from './refusedCall.ts'
import { relaySocket, wait } from './socketRelay.ts'
import { createUpstream } from './upstream.ts'

export type { Faults } from './faults.ts'

/** A call that reached the proxy. */
export interface ProxiedCall {
  readonly method: string
  /** `limited`: HTTP 429; `refused`: not on this plan; `failed`: HTTP 503; `hung`: never answered. */
  readonly verdict: 'passed' | 'limited' | 'refused' | 'failed' | 'hung'
  /** The time of the verdict, by `now`. */
  readonly atMs: number
}

/** The node behind the proxy, and the faults. */
export interface ProxyOptions extends Partial<Faults> {
  /** The node's URL. */
  readonly upstream: string
  /** The node's WebSocket URL. By default, `upstream` with `ws` for `http`. */
  readonly subscriptions?: string
  /** @default '127.0.0.1' */
  readonly host?: string
  /** @default 0, a free port. */
  readonly port?: number
  /** Milliseconds from any origin, never decreasing. */
  readonly now?: () => number
  /** Returns 0 to below 1. It chooses the requests for `refuseShare`, and the answers for `truncateShare`. */
  readonly random?: () => number
  readonly onCall?: (call: ProxiedCall) => void
}

/** A running proxy. */
export interface RpcProxy {
  readonly rpcUrl: string
  readonly wsUrl: string
  /**
   * Changes the named faults. Other faults stay.
   * @throws TernError `practice/proxy` for an unknown name or a value out of range.
   */
  set(change: Partial<Faults>): void
  /** Cuts every connection and frees the port. */
  close(): Promise<void>
}

/**
 * Starts a proxy before a Solana node, with JSON-RPC and WebSocket on a single port.
 * It simulates a node on a bad day or on a free plan: lag, limits, refusals, failures, hangs and cut sockets.
 *
 * @example
 * const proxy = await startProxy({ upstream: chain.rpcUrl, requestsPerSecond: 10 })
 * proxy.set({ lagSlots: 20 }) // answers are now those of 20 slots ago
 *
 * @throws TernError `practice/proxy` for a fault out of range or an invalid URL.
 */
export async function startProxy(options: ProxyOptions): Promise<RpcProxy> {
  const {
    upstream,
    host = '127.0.0.1',
    port = 0,
    now = () => performance.now(),
    random = Math.random,
    onCall,
  } = options
  const urls = {
    rpc: readUrl('upstream', upstream),
    sockets: readUrl('subscriptions', options.subscriptions ?? upstream),
  }
  let faults = changeFaults(noFaults, faultsIn(options))
  const node = createUpstream(urls.rpc.href)
  const view = createLaggingView(node.ask)
  const limit = createRateLimit(now)
  let retryAfterMs = 0

  const report = <V extends ProxiedCall['verdict']>(calls: readonly Call[], verdict: V): V => {
    for (const { method } of calls) onCall?.({ method, verdict, atMs: now() })
    return verdict
  }
  const isRefused = ({ method }: Call) => faults.refuseMethods.includes(method)

  /** Decides about a request as a whole. */
  function judge(calls: readonly Call[]) {
    if (faults.hang) return report(calls, 'hung')
    retryAfterMs = limit(calls.length, faults.requestsPerSecond)
    if (retryAfterMs > 0) return report(calls, 'limited')
    if (random() < faults.refuseShare) return report(calls, 'failed')
    return 'passed'
  }

  async function answerCall(call: Call): Promise<Answer> {
    if (report([call], isRefused(call) ? 'refused' : 'passed') === 'refused') return { error: refusalOf('refused') }
    return faults.lagSlots > 0 ? view(call, faults.lagSlots) : node.ask(call.method, call.params)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    if (request.method === 'OPTIONS') return end(response, 200, '')
    const body = await readBody(request)
    const read = readCalls(body)
    if (read === undefined) return end(response, 400, stringifyJson(unreadable))
    const { calls, isBatch } = read
    const verdict = judge(calls)
    if (verdict === 'hung') return
    await wait(faults.lagMs)
    if (verdict === 'failed') return end(response, 503, 'Service Unavailable')
    if (verdict === 'limited') {
      response.setHeader('retry-after', Math.ceil(retryAfterMs / 1000))
      return end(
        response,
        429,
        stringifyJson({ jsonrpc: '2.0', error: refusalOf('limited'), id: calls[0]?.id ?? null }),
      )
    }
    const refused = !isBatch && calls.some(isRefused)
    const answers = await Promise.all(
      calls.map(async call => ({ jsonrpc: '2.0', ...(await answerCall(call)), id: call.id })),
    )
    const text = stringifyJson(isBatch ? answers : answers[0])
    if (random() < faults.truncateShare) return breakOff(response, text)
    end(response, refused ? faults.refuseStatus : 200, text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ noServer: true })
  const source = {
    url: urls.sockets.href.replace(/^http/, 'ws'),
    faults: () => faults,
    admit(calls: readonly Call[]) {
      const verdict =
        limit(calls.length, faults.requestsPerSecond) > 0 ? 'limited' : calls.some(isRefused) ? 'refused' : 'passed'
      return report(calls, verdict)
    },
    slotsLater: node.slotsLater,
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (faults.dropSockets)
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    else sockets.handleUpgrade(request, socket, head, (client: WebSocket) => relaySocket(source, client))
  })
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate()
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const authority = `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  return {
    rpcUrl: `http://${authority}`,
    wsUrl: `ws://${authority}`,
    set(change) {
      faults = changeFaults(faults, change)
      if (faults.dropSockets) cut()
    },
    close: () =>
      new Promise(resolve => {
        node.close()
        cut()
        sockets.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const unreadable = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }

function readUrl(name: string, url: string): URL {
  if (!URL.canParse(url)) throw new TernError('practice/proxy', { name, why: 'is no URL' })
  return new URL(url)
}

/** Picks the faults from the options. */
function faultsIn(options: ProxyOptions): Partial<Faults> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(noFaults, name)))
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** Announces the whole length, sends half of the body, and cuts the connection. */
function breakOff(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
