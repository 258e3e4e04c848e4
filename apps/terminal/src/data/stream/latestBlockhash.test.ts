import { describe, expect, it } from 'vitest'
import { blocksLeftAt, freshLifetime, leftOf } from './latestBlockhash.ts'

const receivedAt = { steady: 1_000, wall: 1_700_000_000_000 }
const received = { blockhash: 'Hash', blockheight: 900, lastValidBlockHeight: 1_050, slot: 1_000, receivedAt }
const after = (steady: number, wall = steady) =>
  freshLifetime(received, { steady: receivedAt.steady + steady, wall: receivedAt.wall + wall })

describe('the blockhash that a page received', () => {
  it('signs trades for 5 s', () => {
    const lifetime = { kind: 'blockhash', blockhash: 'Hash', lastValidBlockHeight: 1_050n }
    expect([after(0), after(4_999), after(5_000)]).toEqual([lifetime, lifetime, undefined])
    expect(freshLifetime(undefined)).toBeUndefined()
  })

  it('F21 is too old once the machine has slept, even if the steady clock stood still', () => {
    expect(after(10, 600_000)).toBeUndefined()
  })

  it('F35 is not made fresh by setting a clock', () => {
    expect(after(600_000, 10)).toBeUndefined()
    expect(after(10, -3_600_000)).toBeUndefined()
  })
})

describe('the blocks that can hold a transaction', () => {
  it('are counted from the received height, which is not final yet; before that, the reported number counts', () => {
    const left = leftOf({ blocksLeft: 73n, lastHeight: 941n })
    expect(blocksLeftAt(left, 900)).toBe(41)
    expect(blocksLeftAt(left, 950)).toBe(0)
    expect(blocksLeftAt(left, undefined)).toBe(73)
    expect(blocksLeftAt(leftOf({}), 900)).toBeUndefined()
  })
})
