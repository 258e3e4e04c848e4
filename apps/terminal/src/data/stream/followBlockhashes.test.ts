import type { StreamRow } from '@tern/server/appRouter'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../store.ts'
import { startBlockhashes } from './followBlockhashes.ts'
import { latestBlockhash } from './latestBlockhash.ts'
import type { Feed } from './tabs.ts'

const row = (height: number) => ({
  blockhash: `Hash ${height}`,
  blockheight: height,
  lastValidBlockHeight: height + 150,
  slot: height,
})

/** A page that follows blockhashes, and a server that reports blocks to it. */
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
    receive: (blockhash: StreamRow['blockhash']) => tell({ epoch: 'here', id: 1, blockhash } as StreamRow),
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
  ])('F45 ignore a blockhash whose %s is %s, and keep the blockhash before', (field, value) => {
    const { stop, receive } = follow()
    receive(row(900))
    receive({ ...row(901), [field]: value })
    expect(latestBlockhash.get()?.blockhash).toBe('Hash 900')
    stop()
  })

  it('F34 are forgotten while the page is offline', () => {
    const { feed, stop, receive } = follow()
    receive(row(900))
    feed.set({ state: 'down', sinceMs: 0 })
    expect(latestBlockhash.get()).toBeUndefined()
    stop()
  })

  it('F30 are forgotten once the chain stands still, until it goes on', () => {
    const { stop, receive } = follow()
    receive(row(900))
    vi.advanceTimersByTime(7_900)
    receive(row(901))
    vi.advanceTimersByTime(7_900)
    expect(latestBlockhash.get()?.slot).toBe(901)
    vi.advanceTimersByTime(100)
    expect(latestBlockhash.get()).toBeUndefined()
    receive(row(902))
    expect(latestBlockhash.get()?.slot).toBe(902)
    stop()
  })
})
