import { describe, expect, it } from 'vitest'
import { addLook, type Claim, capClaims, isNews, isOver, type SourceReport, weigh } from './outcome.ts'

const landed: Claim = { signature: 'a', slot: 70n, error: null, isFinal: false }
const failed: Claim = { ...landed, error: { InstructionError: [2, { Custom: 6005 }] } }
const final = (claim: Claim): SourceReport => ({ claim: { ...claim, isFinal: true } })
const over: SourceReport = { denial: { slot: 99n, isOver: true }, overSince: 0 }
/** A single source lies at most. */
const found = (reports: readonly SourceReport[], nowMs = 0) => weigh(reports, { faults: 1, lastValid: 1000n, nowMs })
const status = (reports: readonly SourceReport[], nowMs?: number) => found(reports, nowMs).status

describe('weigh', () => {
  it('is unknown at first, then counts the blocks left from a height that an honest source has reached', () => {
    const lastHeight = 1000n
    expect(found([{}, {}, {}])).toEqual({ status: 'unknown', lastHeight })
    expect(found([{ height: 900n }, {}, {}])).toEqual({ status: 'unknown', blocksLeft: 100n, lastHeight })
    expect(found([{ height: 900n }, { height: 9_000_000n }, { height: 890n }])).toEqual({
      status: 'unknown',
      blocksLeft: 100n,
      lastHeight,
    })
    expect(found([{ height: 1001n }])).toEqual({ status: 'unknown', blocksLeft: 0n, lastHeight })
    expect(weigh([{ height: 900n }], { faults: 1, lastValid: undefined, nowMs: 0 })).toEqual({ status: 'unknown' })
  })

  it('is unknown without sources', () => {
    expect(weigh([], { faults: 1, lastValid: 1000n, nowMs: 20_000 })).toEqual({ status: 'unknown', lastHeight: 1000n })
    expect(weigh([], { faults: 0, lastValid: undefined, nowMs: 20_000 })).toEqual({ status: 'unknown' })
  })

  it('needs one report for confirmed, and two for failed and for final', () => {
    expect(found([{ claim: landed }, {}, {}])).toMatchObject({ status: 'confirmed', slot: 70n, isFinal: false })
    expect(status([{ claim: failed }, {}, {}])).toBe('unknown')
    expect(found([{ claim: failed }, {}, { claim: failed }])).toMatchObject({ status: 'failed', error: failed.error })
    expect(found([final(landed), {}, { claim: landed }])).toMatchObject({ isFinal: false })
    expect(found([final(landed), {}, final(landed)])).toMatchObject({ isFinal: true })
    expect(found([final(landed), {}, final({ ...landed, slot: 71n })])).toMatchObject({ isFinal: false })
  })

  it('believes the only source', () => {
    expect(found([final(failed)])).toMatchObject({ status: 'failed', isFinal: true })
    expect(found([final(landed)])).toMatchObject({ status: 'confirmed', isFinal: true })
  })

  it('believes no single report that another source contradicts, and no single denial of two', () => {
    expect(status([{ claim: landed }, { claim: failed }, {}])).toBe('unknown')
    const denial = (slot: bigint): SourceReport => ({ denial: { slot, isOver: false } })
    expect(status([{ claim: landed }, denial(70n), {}])).toBe('unknown')
    expect(status([{ claim: landed }, denial(69n), {}])).toBe('confirmed')
    expect(status([{ claim: landed }, denial(70n), { claim: landed }])).toBe('confirmed')
  })

  it('accepts no denial from an earlier slot, even if the source of the chain’s height lags', () => {
    // The chain is at slot 1,000. One source lags by 90 slots, and its finalized slot is 32 slots older.
    const [claim = {}] = capClaims([{ claim: { ...landed, slot: 999n } }, { slot: 878n }])
    const denying = (slot: bigint): SourceReport => ({ denial: { slot, isOver: false } })
    expect(status([claim, {}, denying(998n)])).toBe('confirmed')
    expect(status([claim, {}, denying(999n)])).toBe('unknown')
  })

  it('needs two sources for expired, for any report of a third', () => {
    expect(status([over, {}, {}])).toBe('unknown')
    expect(found([over, over, {}])).toEqual({ status: 'expired', sources: 2 })
    expect(status([over, over, final(landed)])).toBe('expired')
    expect(weigh([over, over, {}], { faults: 2, lastValid: 1000n, nowMs: 0 }).status).toBe('unknown')
  })

  it('needs all sources for 10 s if they are too few to outvote a liar', () => {
    expect(status([over], 9999)).toBe('unknown')
    expect(found([over], 10_000)).toEqual({ status: 'expired', sources: 1 })
    expect(weigh([over, {}], { faults: 2, lastValid: 1000n, nowMs: 20_000 }).status).toBe('unknown')
    expect(weigh([over, over], { faults: 2, lastValid: 1000n, nowMs: 20_000 })).toEqual({
      status: 'expired',
      sources: 2,
    })
  })
})

describe('addLook', () => {
  it('keeps a claim while the source only lags behind it, and drops it after a later slot', () => {
    const before: SourceReport = { claim: landed }
    expect(addLook(before, { nothingAsOf: 69n }, 0)).toEqual(before)
    expect(addLook(before, {}, 0)).toEqual(before)
    expect(addLook(before, { nothingAsOf: 70n }, 0)).toEqual(before)
    expect(addLook(before, { nothingAsOf: 71n }, 0)).toEqual({})
  })

  it('counts from the first in an unbroken run of expiry proofs', () => {
    const said = { denial: { slot: 99n, isOver: true } }
    const first = addLook({}, said, 5)
    expect(first.overSince).toBe(5)
    expect(addLook(first, said, 9).overSince).toBe(5)
    const taken = addLook(first, { denial: { slot: 98n, isOver: false } }, 9)
    expect(taken.overSince).toBe(undefined)
    expect(addLook(taken, said, 12).overSince).toBe(12)
  })

  it('remembers the greatest height', () => {
    expect(addLook({ height: 9n }, { height: 8n }, 0)).toEqual({ height: 9n })
    expect(addLook({ height: 9n }, { height: 10n, claim: landed }, 0)).toEqual({ height: 10n, claim: landed })
  })
})

it('isNews distinguishes news from a repetition', () => {
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
