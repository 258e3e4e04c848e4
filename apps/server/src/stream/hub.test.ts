import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmitter } from '../data/emitter.ts'
import type { PoolRow } from '../data/poolRows.ts'
import type { BlockhashRow, LiveTradeRow, StreamRow } from '../data/rows.ts'
import type { Rollback } from '../indexer/rollback.ts'
import { createHub, type Hub } from './hub.ts'
import type { Mark, Topic } from './topic.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const trade = (mint: string, slot: number): LiveTradeRow => ({
  signature: `${mint} ${slot}`,
  slot,
  timestampSeconds: 1_790_000_000 + slot,
  side: 'buy',
  lamports: '1',
  tokens: '2',
  owner: null,
  mint,
  price: { numerator: String(slot), denominator: '7' },
})
const blockhash = (slot: number): BlockhashRow => ({
  blockhash: `hash ${slot}`,
  blockheight: slot,
  lastValidBlockHeight: slot + 150,
  slot,
})

const pool = (address: string, tvl: number): PoolRow => ({
  ...{
    address,
    protocol: 'raydium_cpmm',
    type: 'standard',
    mints: ['A', 'B'],
    feePpm: 2_500,
    tvlLamports: String(tvl),
  },
  ...{ state: 'open', opensAtSeconds: null, day: null, week: null, month: null },
})

function market() {
  const [trades, blockhashes] = [createEmitter<LiveTradeRow>('nothing'), createEmitter<BlockhashRow>('latest')]
  const rollbacks = createEmitter<Rollback>('nothing')
  let clock = 0
  const pools = createEmitter<readonly PoolRow[]>('nothing')
  const hub = createHub({ trades, rollbacks, blockhashes, pools }, 'here', () => clock)
  async function pass(ms: number) {
    clock += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  return {
    hub,
    blockhashes,
    rollbacks,
    pools,
    pass,
    listeners: () => [trades.listeners, blockhashes.listeners],
    /** Emits these trades in one batch, and sends it. */
    async happen(...batch: readonly LiveTradeRow[]) {
      for (const one of batch) trades.emit(one)
      await pass(50)
    },
  }
}

function readerOf(hub: Hub, want: readonly Topic[], after?: Mark) {
  const received: Buffer[] = []
  const reader = { isBehind: false, send: (message: Buffer) => void received.push(message) }
  const seat = hub.join(reader)
  seat.want({ want: [...want], ...(after && { after }) })
  return {
    reader,
    seat,
    received,
    /** Returns the messages since the last call. */
    news: (): readonly StreamRow[] => received.splice(0).map(message => JSON.parse(String(message))),
  }
}

describe('the hub', () => {
  it('reports undone trades as a gap, and never sends these trades again', async () => {
    const { hub, happen, rollbacks, pass } = market()
    const [page, other, list] = (['trades:KITE', 'trades:MOSS', 'tickers'] as const).map(topic =>
      readerOf(hub, [topic]),
    )
    await happen(trade('KITE', 1), trade('KITE', 2), trade('MOSS', 3))
    for (const reader of [page, other, list]) reader?.news()
    rollbacks.emit({ mints: ['KITE'], signatures: ['KITE 2'] })
    await pass(50)
    expect(page?.news()).toEqual([{ epoch: 'here', id: 2, gap: ['trades:KITE'] }])
    expect([other?.news(), list?.news()]).toEqual([[], [{ epoch: 'here', id: 2, gap: ['tickers'] }]])
    const late = readerOf(hub, ['trades:KITE'], { epoch: 'here', id: 0 })
    expect(late.news()).toEqual([{ epoch: 'here', id: 2, gap: ['trades:KITE'], trades: { KITE: [trade('KITE', 1)] } }])
  })

  it('sends each reader its own topics only, with increasing ids', async () => {
    const { hub, happen } = market()
    const list = readerOf(hub, ['tickers'])
    const page = readerOf(hub, ['trades:KITE'])
    expect(list.news()).toEqual([{ epoch: 'here', id: 0 }])
    page.news()
    await happen(trade('KITE', 1), trade('MOSS', 2), trade('KITE', 3))
    const { price, side } = trade('KITE', 3)
    expect(list.news()).toEqual([
      {
        epoch: 'here',
        id: 1,
        tickers: [
          { mint: 'KITE', price, side, slot: 3 },
          { mint: 'MOSS', price: trade('MOSS', 2).price, side, slot: 2 },
        ],
        traded: 3,
      },
    ])
    expect(page.news()).toEqual([{ epoch: 'here', id: 1, trades: { KITE: [trade('KITE', 1), trade('KITE', 3)] } }])
    await happen(trade('MOSS', 4))
    expect(page.news()).toEqual([])
    expect(list.news()).toMatchObject([{ id: 2, tickers: [{ mint: 'MOSS' }] }])
  })

  it('sends the newest row of each changed pool, and a gap if a change is no longer kept', async () => {
    const { hub, pools, pass } = market()
    const { reader, news } = readerOf(hub, ['pools'])
    news()
    reader.isBehind = true
    pools.emit([pool('A', 1), pool('B', 1)])
    pools.emit([pool('A', 2)])
    await pass(50)
    pools.emit([pool('C', 1), pool('B', 2)])
    await pass(50)
    reader.isBehind = false
    pools.emit([pool('C', 2)])
    await pass(50)
    expect(news()).toEqual([{ epoch: 'here', id: 3, pools: [pool('A', 2), pool('B', 2), pool('C', 2)] }])
    await pass(70_000)
    pools.emit([pool('D', 1)])
    await pass(50)
    const back = readerOf(hub, ['pools'], { epoch: 'here', id: 3 })
    expect(back.news()).toEqual([{ epoch: 'here', id: 4, pools: [pool('D', 1)] }])
    expect(readerOf(hub, ['pools'], { epoch: 'here', id: 2 }).news()).toEqual([
      { epoch: 'here', id: 4, gap: ['pools'] },
    ])
  })

  it('encodes once for all readers with the same topics', async () => {
    const { hub, happen } = market()
    const readers = Array.from({ length: 3 }, () => readerOf(hub, ['tickers', 'trades:KITE']))
    for (const one of readers) one.news()
    await happen(trade('KITE', 1))
    const [first, ...others] = readers.map(({ received }) => received[0])
    expect(first).toBeDefined()
    for (const other of others) expect(other).toBe(first)
  })

  it('skips a slow reader, and then sends it everything at once', async () => {
    const { hub, happen } = market()
    const { reader, news } = readerOf(hub, ['tickers', 'trades:KITE'])
    news()
    reader.isBehind = true
    for (let slot = 1; slot <= 400; slot++) await happen(trade('KITE', slot))
    expect(news()).toEqual([])
    reader.isBehind = false
    await happen(trade('KITE', 401))
    const [message, ...more] = news()
    expect(more).toEqual([])
    expect(message?.id).toBe(401)
    expect(message).toMatchObject({ tickers: [{ slot: 401 }], traded: 401 })
    expect(message?.trades?.KITE?.map(({ slot }) => slot)).toEqual(Array.from({ length: 401 }, (_, i) => i + 1))
  })

  it('resumes a reader at its last batch, and reports a gap if too much happened', async () => {
    const { hub, happen, pass } = market()
    await happen(trade('KITE', 1))
    await happen(trade('KITE', 2))
    await happen(trade('KITE', 3))
    const back = readerOf(hub, ['trades:KITE'], { epoch: 'here', id: 1 })
    expect(back.news()).toEqual([{ epoch: 'here', id: 3, trades: { KITE: [trade('KITE', 2), trade('KITE', 3)] } }])
    await pass(70_000)
    await happen(trade('KITE', 4))
    expect(readerOf(hub, ['trades:KITE'], { epoch: 'here', id: 1 }).news()).toEqual([
      { epoch: 'here', id: 4, gap: ['trades:KITE'] },
    ])
    expect(readerOf(hub, ['trades:KITE'], { epoch: 'here', id: 3 }).news()).toMatchObject([{ trades: { KITE: [{}] } }])
    for (const after of [
      { epoch: 'before the restart', id: 4 },
      { epoch: 'here', id: 5 },
    ])
      expect(readerOf(hub, ['tickers'], after).news()).toEqual([{ epoch: 'here', id: 4, gap: ['tickers'] }])
  })

  it('starts a new topic a little earlier, so that no event is lost between it and the page’s own read', async () => {
    const { hub, happen, pass } = market()
    await happen(trade('KITE', 1))
    await pass(4_000)
    await happen(trade('KITE', 2))
    await pass(1_000)
    const page = readerOf(hub, ['tickers'])
    page.news()
    page.seat.want({ want: ['tickers', 'trades:KITE'] })
    expect(page.news()).toEqual([{ epoch: 'here', id: 2, trades: { KITE: [trade('KITE', 2)] } }])
  })

  it('starts with the latest blockhash, and listens for more only while it has readers', async () => {
    const { hub, blockhashes, listeners, pass } = market()
    blockhashes.emit(blockhash(1))
    expect(listeners()).toEqual([1, 0])
    const one = readerOf(hub, ['blockhash'])
    expect(one.news()).toEqual([{ epoch: 'here', id: 0, blockhash: blockhash(1) }])
    expect(hub.readers).toBe(1)
    blockhashes.emit(blockhash(2))
    blockhashes.emit(blockhash(3))
    await pass(50)
    expect(one.news()).toEqual([{ epoch: 'here', id: 1, blockhash: blockhash(3) }])
    one.seat.leave()
    expect([hub.readers, ...listeners()]).toEqual([0, 1, 0])
    hub.stop()
    expect(listeners()).toEqual([0, 0])
  })

  it('answers even without events', async () => {
    const { hub, pass } = market()
    const { news } = readerOf(hub, ['tickers'])
    news()
    await pass(10_000)
    expect(news().length).toBeGreaterThanOrEqual(4)
  })

  it('keeps a limited number of trades for returning readers', async () => {
    const { hub, happen } = market()
    for (let batch = 0; batch < 30; batch++)
      await happen(...Array.from({ length: 1_000 }, (_, slot) => trade('KITE', batch * 1_000 + slot)))
    expect(readerOf(hub, ['tickers'], { epoch: 'here', id: 5 }).news()).toMatchObject([{ gap: ['tickers'] }])
    expect(readerOf(hub, ['tickers'], { epoch: 'here', id: 15 }).news()).toMatchObject([
      { tickers: [{ slot: 29_999 }] },
    ])
  })
})
