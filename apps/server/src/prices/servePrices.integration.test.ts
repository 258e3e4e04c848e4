import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, encodeBase58 } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSockets, type Sockets } from '../gateway/sockets.ts'
import { createSeats } from '../http/seats.ts'
import { createPriceStream, type PriceStream, type WatchNonce } from './servePrices.ts'

const [mint, other] = [1, 2].map(byte => encodeBase58(new Uint8Array(32).fill(byte)) as Address) as [Address, Address]
const prices = new Map<Address, bigint>()
const units = new Map<Address, Counted>()
/** The watched nonce accounts, with their listeners. */
const watching = new Map<Address, (value: string | null) => void>()
let stream: PriceStream
let server: Server
let sockets: Sockets

beforeEach(async () => {
  prices.clear()
  units.clear()
  watching.clear()
  const watchNonce: WatchNonce = (account, onValue) => {
    watching.set(account, onValue)
    return () => watching.delete(account)
  }
  const sources = { prices: () => new Map(prices), units: () => new Map(units), watchNonce }
  stream = createPriceStream(sources, { everyMs: 20, heartbeatMs: 200 })
  const seats = createSeats({ ofClient: 10, altogether: 10 })
  const serve = (socket: WebSocket) => stream.serve(socket)
  sockets = createSockets(
    { '/api/prices': { seats, limit: { take: () => 0 }, part: 'vault', serve } },
    { publicHost: undefined },
  )
  server = createServer()
  server.on('upgrade', sockets.upgrade)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  stream.stop()
  sockets.close()
  server.close()
})

/** A socket to one of the server's host names, and its messages. */
async function open(name: string, origin = name) {
  const { port } = server.address() as AddressInfo
  const headers = { host: `${name}:${port}`, origin: `http://${origin}:${port}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/prices`, { headers })
  const received: unknown[] = []
  socket.on('message', data => received.push(JSON.parse(String(data))))
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { socket, received, closed }
}
const vault = 'vault.tern.localhost'

describe('the prices', () => {
  it('are served to the vault’s pages only', async () => {
    await open(vault)
    for (const [name, origin] of [
      ['tern.localhost', 'tern.localhost'],
      [vault, 'tern.localhost'],
      ['127.0.0.1', '127.0.0.1'],
    ] as const)
      await expect(open(name, origin)).rejects.toThrow('403')
    expect(stream.readers).toBe(1)
  })

  it('are sent completely at first, then as they change or become unknown, with a regular sign that they hold', async () => {
    prices.set(mint, 5n)
    const first = await open(vault)
    await expect.poll(() => first.received).toEqual([{ all: true, prices: [[mint, '5']], units: [] }])
    prices.set(mint, 6n).set(other, 7n)
    const changes = {
      all: false,
      prices: [
        [mint, '6'],
        [other, '7'],
      ],
      units: [],
    }
    await expect.poll(() => first.received.at(-1)).toEqual(changes)
    const second = await open(vault)
    await expect.poll(() => second.received).toEqual([{ ...changes, all: true }])
    prices.delete(mint)
    for (const { received } of [first, second])
      await expect.poll(() => received).toContainEqual({ all: false, prices: [[mint, null]], units: [] })
    await expect.poll(() => second.received.at(-1)).toEqual({ all: false, prices: [], units: [] })
  })

  it('come with the decimals and the multipliers of the tokens, as these change', async () => {
    units.set(mint, { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }).set(other, { decimals: 9 })
    const { received } = await open(vault)
    const rows = [
      [mint, 6, 'scaled', 10],
      [other, 9],
    ]
    await expect.poll(() => received).toEqual([{ all: true, prices: [], units: rows }])
    units.set(mint, { decimals: 6, scale: { kind: 'scaled', multiplier: 10.5 } })
    await expect.poll(() => received.at(-1)).toEqual({ all: false, prices: [], units: [[mint, 6, 'scaled', 10.5]] })
    units.set(mint, { decimals: 6 })
    units.delete(other)
    const last = [
      [mint, 6],
      [other, null],
    ]
    await expect.poll(() => received.at(-1)).toEqual({ all: false, prices: [], units: last })
  })

  it('accept no other requests', async () => {
    for (const text of ['{}', '', '{"nonces":["x"]}', JSON.stringify({ nonces: Array(9).fill(mint) })]) {
      const { socket, closed } = await open(vault)
      socket.send(text)
      expect(await closed).toBe(1008)
    }
    await expect.poll(() => stream.readers).toBe(0)
  })

  it('come with the values of the nonce accounts that a vault names, while it is connected', async () => {
    const { socket, received } = await open(vault)
    socket.send(JSON.stringify({ nonces: [mint] }))
    await expect.poll(() => [...watching.keys()]).toEqual([mint])
    watching.get(mint)?.('a value')
    await expect.poll(() => received).toContainEqual({ nonces: [[mint, 'a value']] })
    socket.send(JSON.stringify({ nonces: [other] }))
    await expect.poll(() => [...watching.keys()]).toEqual([other])
    watching.get(other)?.(null)
    await expect.poll(() => received).toContainEqual({ nonces: [[other, null]] })
    socket.close()
    await expect.poll(() => watching.size).toBe(0)
  })
})
