import { describe, expect, it } from 'vitest'
import { createEmitter } from '../data/emitter.ts'
import { followFeed } from './followFeed.ts'

describe('followFeed', () => {
  it('begins with the latest event, continues with new ones, and ends on request', async () => {
    const feed = createEmitter<number>('latest')
    feed.emit(1)
    const ending = new AbortController()
    const events = followFeed(feed, ending.signal)
    expect(await events.next()).toEqual({ done: false, value: 1 })
    const next = events.next()
    feed.emit(2)
    expect(await next).toEqual({ done: false, value: 2 })
    feed.emit(3)
    expect(await events.next()).toEqual({ done: false, value: 3 })
    const last = events.next()
    ending.abort()
    expect(await last).toEqual({ done: true, value: undefined })
    expect(feed.listeners).toBe(0)
  })

  it('keeps only the newest event for a slow reader', async () => {
    const feed = createEmitter<number>('nothing')
    const ending = new AbortController()
    const events = followFeed(feed, ending.signal)
    const first = events.next()
    for (const event of [1, 2, 3, 4]) feed.emit(event)
    expect(await first).toMatchObject({ value: 4 })
    await events.return(undefined)
    expect(feed.listeners).toBe(0)
  })

  it('does not repeat old events of a feed that keeps no event', async () => {
    const feed = createEmitter<number>('nothing')
    feed.emit(1)
    const events = followFeed(feed, AbortSignal.timeout(1_000))
    const first = events.next()
    feed.emit(2)
    expect(await first).toMatchObject({ value: 2 })
    await events.return(undefined)
  })
})
