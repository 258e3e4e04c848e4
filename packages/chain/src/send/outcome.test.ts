import { describe, expect, it } from 'vitest'
import { bounded, type Claim, hear, isNews, isOver, type Word, weigh } from './outcome.ts'

const landed: Claim = { signature: 'a', slot: 70n, error: null, isFinal: false }
const failed: Claim = { ...landed, error: { InstructionError: [2, { Custom: 6005 }] } }
const final = (claim: Claim): Word => ({ claim: { ...claim, isFinal: true } })
const over: Word = { denial: { slot: 99n, isOver: true }, overSince: 0 }
/** Of one liar at most. */
const found = (words: readonly Word[], nowMs = 0) => weigh(words, 1, 1000n, nowMs)
const status = (words: readonly Word[], nowMs?: number) => found(words, nowMs).status

describe('what words prove', () => {
  it('is nothing at first, and then how many blocks are left by a height that an honest source has reached', () => {
    const lastHeight = 1000n
    expect(found([{}, {}, {}])).toEqual({ status: 'unknown', lastHeight })
    expect(found([{ height: 900n }, {}, {}])).toEqual({ status: 'unknown', blocksLeft: 100n, lastHeight })
    expect(found([{ height: 900n }, { height: 9_000_000n }, { height: 890n }])).toEqual({
      status: 'unknown',
      blocksLeft: 100n,
      lastHeight,
    })
    expect(found([{ height: 1001n }])).toEqual({ status: 'unknown', blocksLeft: 0n, lastHeight })
    expect(weigh([{ height: 900n }], 1, undefined, 0)).toEqual({ status: 'unknown' })
  })

  it('is nothing without sources', () => {
    expect(weigh([], 1, 1000n, 20_000)).toEqual({ status: 'unknown', lastHeight: 1000n })
    expect(weigh([], 0, undefined, 20_000)).toEqual({ status: 'unknown' })
  })

  it('takes one word for confirmed, and two for failed and for all that is final', () => {
    expect(found([{ claim: landed }, {}, {}])).toMatchObject({ status: 'confirmed', slot: 70n, isFinal: false })
    expect(status([{ claim: failed }, {}, {}])).toBe('unknown')
    expect(found([{ claim: failed }, {}, { claim: failed }])).toMatchObject({ status: 'failed', error: failed.error })
    expect(found([final(landed), {}, { claim: landed }])).toMatchObject({ isFinal: false })
    expect(found([final(landed), {}, final(landed)])).toMatchObject({ isFinal: true })
    expect(found([final(landed), {}, final({ ...landed, slot: 71n })])).toMatchObject({ isFinal: false })
  })

  it('takes the word of the only source', () => {
    expect(found([final(failed)])).toMatchObject({ status: 'failed', isFinal: true })
    expect(found([final(landed)])).toMatchObject({ status: 'confirmed', isFinal: true })
  })

  it('believes no single word that another source contradicts, and no single denial of two', () => {
    expect(status([{ claim: landed }, { claim: failed }, {}])).toBe('unknown')
    const denial = (slot: bigint): Word => ({ denial: { slot, isOver: false } })
    expect(status([{ claim: landed }, denial(70n), {}])).toBe('unknown')
    expect(status([{ claim: landed }, denial(69n), {}])).toBe('confirmed')
    expect(status([{ claim: landed }, denial(70n), { claim: landed }])).toBe('confirmed')
  })

  it('lets nobody deny a landing as of an earlier slot, even if the source that says how far the chain is lags behind', () => {
    // The chain is at slot 1,000. One source is 90 slots behind it, and the last final slot is 32 behind that.
    const [claim = {}] = bounded([{ claim: { ...landed, slot: 999n } }, { slot: 878n }])
    const denying = (slot: bigint): Word => ({ denial: { slot, isOver: false } })
    expect(status([claim, {}, denying(998n)])).toBe('confirmed')
    expect(status([claim, {}, denying(999n)])).toBe('unknown')
  })

  it('takes two sources for expired, whatever a third one says', () => {
    expect(status([over, {}, {}])).toBe('unknown')
    expect(found([over, over, {}])).toEqual({ status: 'expired', sources: 2 })
    expect(status([over, over, final(landed)])).toBe('expired')
    expect(weigh([over, over, {}], 2, 1000n, 0).status).toBe('unknown')
  })

  it('takes all sources twice, 10 s apart, where there are too few to outvote a liar', () => {
    expect(status([over], 9999)).toBe('unknown')
    expect(found([over], 10_000)).toEqual({ status: 'expired', sources: 1 })
    expect(weigh([over, {}], 2, 1000n, 20_000).status).toBe('unknown')
    expect(weigh([over, over], 2, 1000n, 20_000)).toEqual({ status: 'expired', sources: 2 })
  })
})

describe('hearing a source again', () => {
  it('keeps what it claimed while it only lags behind that, and drops it once it must know better', () => {
    const before: Word = { claim: landed }
    expect(hear(before, { nothingAsOf: 69n }, 0)).toEqual(before)
    expect(hear(before, {}, 0)).toEqual(before)
    expect(hear(before, { nothingAsOf: 70n }, 0)).toEqual(before)
    expect(hear(before, { nothingAsOf: 71n }, 0)).toEqual({})
  })

  it('counts from when it first said, without a break, that all is over', () => {
    const said = { denial: { slot: 99n, isOver: true } }
    const first = hear({}, said, 5)
    expect(first.overSince).toBe(5)
    expect(hear(first, said, 9).overSince).toBe(5)
    const taken = hear(first, { denial: { slot: 98n, isOver: false } }, 9)
    expect(taken.overSince).toBe(undefined)
    expect(hear(taken, said, 12).overSince).toBe(12)
  })

  it('remembers the greatest height', () => {
    expect(hear({ height: 9n }, { height: 8n }, 0)).toEqual({ height: 9n })
    expect(hear({ height: 9n }, { height: 10n, claim: landed }, 0)).toEqual({ height: 10n, claim: landed })
  })
})

it('tells news from the same again', () => {
  const confirmed = { status: 'confirmed', signature: 'a', slot: 1n, isFinal: false } as const
  expect(isNews({ status: 'unknown' }, { status: 'unknown', blocksLeft: 3n })).toBe(false)
  expect(isNews({ status: 'unknown' }, confirmed)).toBe(true)
  expect(isNews(confirmed, { ...confirmed, slot: 2n })).toBe(false)
  expect(isNews(confirmed, { ...confirmed, isFinal: true })).toBe(true)
  expect([
    isOver(confirmed),
    isOver({ ...confirmed, isFinal: true }),
    isOver({ status: 'expired', sources: 1 }),
  ]).toEqual([false, true, true])
})
