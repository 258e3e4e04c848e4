import type { StreamRow } from '@tern/server/appRouter'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../store.ts'
import type { Feed } from './browserStream.ts'
import { startBlockhashes } from './followBlockhashes.ts'
import { latestBlockhash } from './latestBlockhash.ts'

const row = (height: number) => ({
  blockhash: `Hash ${height}`,
  blockheight: height,
  lastValidBlockHeight: height + 150,
  slot: height,
})

/** What a page follows, and how the server tells of a block. */
function follow() {
  let tell: (row: StreamRow) => void = () => undefined
  const feed = createStore<Feed>({ state: 'live' })
  const stop = startBlockhashes({
    want: () => () => undefined,
    onRow: listener => {
      tell = listener
      return () => undefined
    },
    feed,
  })
  return {
    feed,
    stop,
    hear: (blockhash: StreamRow['blockhash']) => tell({ epoch: 'here', id: 1, blockhash } as StreamRow),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  latestBlockhash.set(undefined)
})

describe('the blockhashes that a page follows', () => {
  it.each([
    ['lastValidBlockHeight', null],
    ['lastValidBlockHeight', undefined],
    ['blockheight', '900'],
  ])('F45 one whose %s is %s is none: the one before stays', (field, value) => {
    const { stop, hear } = follow()
    hear(row(900))
    hear({ ...row(901), [field]: value })
    expect(latestBlockhash.get()?.blockhash).toBe('Hash 900')
    stop()
  })

  it('F34 while the page is offline there is none to trade by', () => {
    const { feed, stop, hear } = follow()
    hear(row(900))
    feed.set({ state: 'down', sinceMs: 0 })
    expect(latestBlockhash.get()).toBeUndefined()
    stop()
  })

  it('F30 once the chain stands still there is none, until it goes on', () => {
    const { stop, hear } = follow()
    hear(row(900))
    vi.advanceTimersByTime(7_900)
    hear(row(901))
    vi.advanceTimersByTime(7_900)
    expect(latestBlockhash.get()?.slot).toBe(901)
    vi.advanceTimersByTime(100)
    expect(latestBlockhash.get()).toBeUndefined()
    hear(row(902))
    expect(latestBlockhash.get()?.slot).toBe(902)
    stop()
  })
})
