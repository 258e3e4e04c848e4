import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, encodeBase58 } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSockets, type Sockets } from '../gateway/sockets.ts'
import { createSeats } from '../http/seats.ts'
import { createPriceStream, type PriceStream, type ReadOwners, type WatchNonce } from './servePrices.ts'

const [mint, other] = [1, 2].map(byte => encodeBase58(new Uint8Array(32).fill(byte)) as Address) as [Address, Address]
const prices = new Map<Address, bigint>()
const units = new Map<Address, Counted>()
/** The watched nonce accounts, with their listeners. */
const watching = new Map<Address, (value: string | null) => void>()
/** Answers the requests for owners. */
let readOwners: ReadOwners
/** Seconds until the client may ask for owners again. */
let waitSeconds = 0
const counted: (readonly [client: string, cost: number])[] = []
let stream: PriceStream
let server: Server
let sockets: Sockets

beforeEach(async () => {
  prices.clear()
  units.clear()
  watching.clear()
  readOwners = async accounts => accounts.map(account => [account, null])
  waitSeconds = 0
  counted.length = 0
  const watchNonce: WatchNonce = (account, onValue) => {
    watching.set(account, onValue)
    return () => watching.delete(account)
  }
  const take = (client: string, cost: number) => {
    counted.push([client, cost])
    return waitSeconds
  }
  const sources = {
    ...{ prices: () => new Map(prices), units: () => new Map(units), watchNonce },
    ...{ readOwners: (accounts: readonly Address[]) => readOwners(accounts), limit: { take } },
  }
  stream = createPriceStream(sources, { everyMs: 20, heartbeatMs: 200 })
  const seats = createSeats({ ofClient: 10, altogether: 10 })
  const serve = (socket: WebSocket, client: string) => stream.serve(socket, client)
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
    const wrong = [
      {},
      { nonces: ['x'] },
      { nonces: Array(9).fill(mint) },
      { owners: [mint] },
      { id: '1', owners: [mint] },
    ]
    const wrongToo = [
      { id: 1, owners: ['x'] },
      { id: 1, owners: Array(385).fill(mint) },
      { id: 1, owners: [], more: 1 },
    ]
    for (const text of ['', ...[...wrong, ...wrongToo].map(one => JSON.stringify(one))]) {
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

  it('come with the owners of token accounts that a vault names, if the nodes answer and its client asks in moderation', async () => {
    const { socket, received } = await open(vault)
    const answers = () => received.filter(one => Object.hasOwn(one as object, 'owners'))
    const ask = (id: number) => socket.send(JSON.stringify({ id, owners: [mint, other] }))
    readOwners = async ([first = mint, ...rest]) => [[first, other], ...rest.map(one => [one, null] as const)]
    ask(1)
    const owners = [
      [mint, other],
      [other, null],
    ]
    await expect.poll(answers).toEqual([{ id: 1, owners }])
    expect(counted).toEqual([['127.0.0.1', 8]])
    readOwners = () => Promise.reject(new Error('no node'))
    ask(2)
    await expect.poll(() => counted.length).toBe(2)
    readOwners = async () => []
    waitSeconds = 1
    ask(3)
    await expect.poll(() => counted.length).toBe(3)
    waitSeconds = 0
    // More than the requests for nonces that a socket may send.
    for (let id = 4; id <= 104; id++) ask(id)
    await expect.poll(() => answers().at(-1)).toEqual({ id: 104, owners: [] })
    const ids = answers().map(one => (one as { id: number }).id)
    expect([ids.length, ids.includes(2), ids.includes(3)]).toEqual([102, false, false])
    expect(socket.readyState).toBe(WebSocket.OPEN)
  })
})
