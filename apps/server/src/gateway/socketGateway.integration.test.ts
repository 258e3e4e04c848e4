import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { createSeats } from '../http/seats.ts'
import { methodRules } from './methods.ts'
import { connectSocket } from './socketGateway.ts'
import { createSockets, type SocketRoute, type Sockets } from './sockets.ts'
import { createUpstream } from './upstream.ts'

/** A node that records its messages. */
let node: WebSocketServer
let received: string[]
let gateway: Server
let sockets: Sockets

const portOf = (server: Server | WebSocketServer) => (server.address() as AddressInfo).port

async function start(burst: number, nodeUrl?: string, openings = 1_000) {
  const asked = {
    upstream: createUpstream(nodeUrl ?? `http://127.0.0.1:${portOf(node)}/s3cret`),
    rules: methodRules('cluster'),
    limit: createClientRateLimit({ burst, perSecond: 0.001 }),
  }
  const opening = createClientRateLimit({ burst: 10 * openings, perSecond: 0.001 })
  const seats = createSeats({ ofClient: 2, altogether: 10 })
  const rpc: SocketRoute = { seats, limit: opening, serve: (socket, client) => connectSocket(socket, client, asked) }
  sockets = createSockets({ '/rpc': rpc }, { publicHost: undefined })
  gateway = createServer()
  gateway.on('upgrade', sockets.upgrade)
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
}

beforeEach(async () => {
  received = []
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  node.on('connection', socket => socket.on('message', data => received.push(String(data))))
  await new Promise(resolve => node.once('listening', resolve))
})
afterEach(() => {
  sockets.close()
  gateway.close()
  for (const socket of node.clients) socket.terminate()
  node.close()
})

const open = () =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${portOf(gateway)}/rpc`)
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
const closeOf = (socket: WebSocket) =>
  new Promise<[number, string]>(resolve => socket.on('close', (code, reason) => resolve([code, String(reason)])))
const next = (socket: WebSocket) =>
  new Promise<{ error?: { code: number; data: { code: string } } }>(resolve =>
    socket.once('message', data => resolve(JSON.parse(String(data)))),
  )
const subscribe = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

describe('/rpc as a WebSocket', () => {
  it('forwards messages from before the node was reached, and the node’s messages', async () => {
    await start(100)
    const socket = await open()
    socket.send(subscribe('slotSubscribe'))
    await expect.poll(() => received).toEqual([subscribe('slotSubscribe')])
    const answer = next(socket)
    for (const client of node.clients) client.send('{"jsonrpc":"2.0","id":1,"result":5}')
    expect(await answer).toEqual({ jsonrpc: '2.0', id: 1, result: 5 })
  })

  it('closes with the node, so that the client reconnects', async () => {
    await start(100)
    const socket = await open()
    await expect.poll(() => node.clients.size).toBe(1)
    const closed = closeOf(socket)
    for (const client of node.clients) client.terminate()
    expect(await closed).toEqual([1013, 'the node closed the connection'])
  })

  it('disconnects from the node when the client leaves', async () => {
    await start(100)
    const socket = await open()
    await expect.poll(() => node.clients.size).toBe(1)
    socket.close()
    await expect.poll(() => node.clients.size).toBe(0)
  })

  it('reports that the node cannot be reached, without its address', async () => {
    await start(100, 'http://127.0.0.1:1/s3cret')
    const socket = await open()
    expect(await closeOf(socket)).toEqual([1013, 'the node cannot be reached'])
  })

  it('forwards pings to the node, except notifications', async () => {
    await start(100)
    const socket = await open()
    socket.send('{"jsonrpc":"2.0","method":"ping"}')
    socket.send('{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}')
    await expect.poll(() => received).toEqual(['{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}'])
    const answer = next(socket)
    for (const client of node.clients) client.send('{"jsonrpc":"2.0","id":2,"error":{"code":-32601}}')
    expect((await answer).error?.code).toBe(-32601)
  })

  it('refuses logs of all transactions on a cluster', async () => {
    await start(100)
    const socket = await open()
    for (const what of ['all', 'allWithVotes']) {
      const answer = next(socket)
      socket.send(subscribe('logsSubscribe', what))
      expect((await answer).error?.data.code).toBe('http/badRequest')
    }
    socket.send(subscribe('logsSubscribe', { mentions: ['x'] }))
    await expect.poll(() => received).toHaveLength(1)
  })

  it('charges each message by its bytes, before it reads the message', async () => {
    await start(10)
    const socket = await open()
    const answer = next(socket)
    socket.send('['.repeat(30_000))
    expect((await answer).error?.data.code).toBe('http/badRequest')
    socket.send(subscribe('slotSubscribe'))
    await expect.poll(() => received).toHaveLength(1)
    const closed = closeOf(socket)
    socket.send('['.repeat(30_000))
    expect(await closed).toEqual([1008, 'too many messages'])
  })

  it('limits how often a client connects', async () => {
    await start(100, undefined, 2)
    for (let i = 0; i < 2; i++) {
      const socket = await open()
      const closed = closeOf(socket)
      socket.close()
      await closed
    }
    await expect(open()).rejects.toThrow('429')
    await expect.poll(() => node.clients.size).toBe(0)
  })

  it('reads no further messages of a socket that it ends', async () => {
    await start(12)
    const socket = await open()
    const closed = closeOf(socket)
    for (let i = 0; i < 200; i++) socket.send('['.repeat(30_000))
    socket.send(subscribe('slotSubscribe'))
    expect((await closed)[0]).toBe(1008)
    expect(received).toEqual([])
  })

  it('limits messages, sockets and sizes, and accepts text only', async () => {
    await start(2)
    const [first, second] = [await open(), await open()]
    await expect(open()).rejects.toThrow('429')
    for (const _ of [1, 2]) first.send(subscribe('slotSubscribe'))
    const answer = next(first)
    first.send(subscribe('slotSubscribe'))
    expect((await answer).error).toMatchObject({ code: -32029, data: { code: 'http/tooManyRequests' } })
    const [large, binary] = [closeOf(first), closeOf(second)]
    first.send('x'.repeat(70_000))
    second.send(Buffer.of(1))
    expect((await large)[0]).toBe(1009)
    expect((await binary)[0]).toBe(1008)
    await expect.poll(() => open().then(socket => socket.readyState)).toBe(WebSocket.OPEN)
  })
})
