import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createEmitter } from '../data/emitter.ts'
import type { PoolRow } from '../data/poolRows.ts'
import type { BlockhashRow, LiveTradeRow, StreamRow } from '../data/rows.ts'
import { createSockets, type Sockets } from '../gateway/sockets.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { createSeats } from '../http/seats.ts'
import type { Rollback } from '../indexer/rollback.ts'
import { createHub, type Hub } from './hub.ts'
import { serveStream } from './serveStream.ts'

const mint = 'So11111111111111111111111111111111111111112'
const trades = createEmitter<LiveTradeRow>('nothing')
let hub: Hub
let server: Server
let sockets: Sockets

beforeEach(async () => {
  hub = createHub(
    {
      trades,
      rollbacks: createEmitter<Rollback>('nothing'),
      blockhashes: createEmitter<BlockhashRow>('latest'),
      pools: createEmitter<readonly PoolRow[]>('nothing'),
    },
    'here',
  )
  const seats = createSeats({ ofClient: 10, altogether: 10 })
  const limit = createClientRateLimit({ burst: 60, perSecond: 0.001 })
  sockets = createSockets(
    {
      '/api/stream': {
        seats,
        limit: { take: () => 0 },
        serve: (socket, client) => serveStream(socket, hub, { name: client, limit }),
      },
    },
    { publicHost: undefined },
  )
  server = createServer()
  server.on('upgrade', sockets.upgrade)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  hub.stop()
  sockets.close()
  server.close()
})

const port = () => (server.address() as AddressInfo).port

function happen(slot: number, signature = `${slot}`) {
  const price = { numerator: '1', denominator: '2' }
  trades.emit({
    signature,
    slot,
    timestampSeconds: 1,
    side: 'buy',
    lamports: '1',
    tokens: '2',
    owner: null,
    mint,
    price,
  })
}

async function open(request: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/api/stream`)
  const received: StreamRow[] = []
  socket.on('message', data => received.push(JSON.parse(String(data))))
  await new Promise(resolve => socket.once('open', resolve))
  socket.send(request)
  return { socket, received, closed: new Promise<number>(resolve => socket.once('close', resolve)) }
}

describe('the stream', () => {
  it('sends the wanted topics from the reader’s mark on, and counts its readers', async () => {
    const first = await open('{"want":["tickers"]}')
    await expect.poll(() => first.received).toEqual([{ epoch: 'here', id: 0 }])
    happen(1)
    await expect.poll(() => first.received.at(-1)).toMatchObject({ id: 1, tickers: [{ mint, slot: 1 }] })
    expect(hub.readers).toBe(1)
    first.socket.terminate()
    await expect.poll(() => hub.readers).toBe(0)
    happen(2)
    await new Promise(resolve => setTimeout(resolve, 60))
    const again = await open(`{"want":["tickers","trades:${mint}"],"after":{"epoch":"here","id":1}}`)
    await expect.poll(() => again.received).toMatchObject([{ id: 2, trades: { [mint]: [{ slot: 2 }] } }])
  })

  it.each([
    ['nothing that can be read', 'hello'],
    ['a topic that is none', '{"want":["everything"]}'],
    ['a token that is none', '{"want":["trades:x"]}'],
    ['too much', JSON.stringify({ want: Array(65).fill('tickers') })],
    ['a mark that is none', '{"want":[],"after":{"epoch":"here","id":-1}}'],
  ])('disconnects a client that asks for %s', async (_, request) => {
    expect(await (await open(request)).closed).toBe(1008)
    await expect.poll(() => hub.readers).toBe(0)
  })

  it('disconnects a client that sends too many requests', async () => {
    const { socket, closed } = await open('{"want":[]}')
    for (let count = 0; count < 80; count++) socket.send('{"want":[]}')
    expect(await closed).toBe(1008)
  })

  it('counts the requests of all connections of a client together, and a resume tenfold', async () => {
    const lines = []
    for (let count = 0; count < 5; count++) lines.push(await open('{"want":[],"after":{"epoch":"here","id":0}}'))
    const first = lines[0] ?? expect.fail('no line')
    first.socket.send('{"want":["blockhash"]}')
    await expect.poll(() => first.received.length).toBe(2)
    first.socket.send('{"want":[],"after":{"epoch":"here","id":0}}')
    expect(await first.closed).toBe(1008)
    for (const { socket } of lines) socket.terminate()
  })

  it('F44 keeps no queue for a reader that does not read, and sends it everything in few messages afterwards', async () => {
    const { socket, received } = await open(JSON.stringify({ want: [`trades:${mint}`] }))
    await expect.poll(() => received.length).toBe(1)
    socket.pause()
    // 20 MB, more than the system's buffers hold.
    const long = 'x'.repeat(2_000)
    for (let slot = 1; slot <= 10_000; slot++) {
      happen(slot, `${slot}${long}`)
      if (slot % 200 === 0) await new Promise(resolve => setTimeout(resolve, 55))
    }
    socket.resume()
    await expect.poll(() => received.at(-1)?.trades?.[mint]?.at(-1)?.slot, { timeout: 30_000 }).toBe(10_000)
    const reported = received.flatMap(({ trades: reported }) => reported?.[mint]?.map(({ slot }) => slot) ?? [])
    expect(reported).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1))
    expect(received.length).toBeLessThan(45)
    socket.terminate()
  })
})
