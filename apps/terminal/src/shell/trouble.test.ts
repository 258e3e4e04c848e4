import { describe, expect, it } from 'vitest'
import { type Condition, troubleOf } from './trouble.ts'

const fine: Condition = {
  isOnline: true,
  change: undefined,
  refused: undefined,
  feed: 'live',
  silentSeconds: 0,
  hasBlocks: true,
}
const change = { from: 'Practice', to: 'Mainnet' }

describe('troubleOf', () => {
  it('says nothing while all is well, and not at once when the stream breaks', () => {
    expect(troubleOf(fine)).toBeUndefined()
    expect(troubleOf({ ...fine, feed: 'waiting', hasBlocks: false })).toBeUndefined()
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 9, hasBlocks: false })).toBeUndefined()
  })

  it('says how old prices are once nobody answers', () => {
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 14 })?.age).toBe('Prices are 14 s old')
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 130 })?.age).toBe('Prices are 2 min old')
  })

  it('tells the worst first', () => {
    const all: Condition = { ...fine, isOnline: false, change, refused: 'Older', feed: 'down', silentSeconds: 60 }
    expect(troubleOf(all)?.text).toContain('Mainnet')
    expect(troubleOf({ ...all, change: undefined })?.text).toContain('offline')
    expect(troubleOf({ ...all, change: undefined, isOnline: true })?.text).toContain('does not answer')
    expect(troubleOf({ ...fine, refused: 'Older' })?.text).toContain('Older')
    expect(troubleOf({ ...fine, hasBlocks: false })?.text).toContain('No block')
  })

  it('is danger only where money is at stake', () => {
    expect(troubleOf({ ...fine, change })?.isDanger).toBe(true)
    expect(troubleOf({ ...fine, isOnline: false })?.isDanger).toBe(false)
  })
})
