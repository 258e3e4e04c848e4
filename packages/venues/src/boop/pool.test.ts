import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import {
  type BoopShape,
  boopCurve,
  boopCurves,
  boopMint,
  boopClock as clock,
  freshBoopCurve,
  makeBoopCurve,
} from '../../test/boopPools.ts'
import { codeOf } from '../../test/codeOf.ts'
import { parties, venueContract } from '../../test/venueContract.ts'
import { isVerifiedOnChain } from '../evidence.ts'
import { boop } from './index.ts'
import { tradingFeesVaultAddress } from './internal.ts'

venueContract('boop', boopCurves)

const open = (shape: BoopShape = {}) => {
  const { address, accounts } = makeBoopCurve(shape)
  return boop.open(address, accounts)
}
const refusal = (code: string, facts: object = {}) =>
  expect.objectContaining({ name: 'TernError', code, facts: expect.objectContaining(facts) })
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })
const sell = (exactIn: bigint) => ({ tokenIn: boopMint, exactIn })
/** After an input of 10 SOL. */
const midway = { sol_reserves: 10_000_000_000n, token_reserves: 748_309_874_378_991_739n }

describe('quote', () => {
  it('counts the fee once, and prices by the lamports with the virtual lamports', () => {
    expect(open({ state: midway }).quote(buy(1_000_000n), clock)).toEqual({
      request: buy(1_000_000n),
      tokenIn: wrappedNativeMint,
      tokenOut: boopMint,
      amountIn: 1_000_000n,
      amountOut: 18_645_413_828_515n,
      filled: 'whole',
      fees: [{ kind: 'trade', mint: wrappedNativeMint, amount: 10_000n }],
      currentPrice: { numerator: 748_309_874_378_991_739n, denominator: 39_731_395_800n },
      executionPrice: { numerator: 18_645_413_828_515n, denominator: 1_000_000n },
      priceImpact: {
        numerator: 990_000n * 748_309_874_378_991_739n - 18_645_413_828_515n * 39_731_395_800n,
        denominator: 990_000n * 748_309_874_378_991_739n,
      },
      computeUnits: 200_000,
    })
  })

  it('rounds fees of tiny amounts to nothing', () => {
    const quote = open().quote(buy(99n), clock)
    expect([quote.amountOut, quote.fees[0]?.amount]).toEqual([3_329_813_385n, 0n])
    expect(open().quote(buy(100n), clock).amountOut).toBe(3_329_813_385n)
  })

  it('takes only the rest of the target, and labels a buy that completes the curve', () => {
    const pool = open({ state: { ...midway, graduation_target: 10_500_000_000n } })
    const last = pool.quote(buy(5_000_000_000n), clock)
    // 0.5 SOL and its fee: 500,000,000 · 100 / 9,900.
    expect(last).toMatchObject({ filled: 'partial', amountIn: 505_050_505n, specialCase: 'lastBuy' })
    expect(last.fees).toEqual([{ kind: 'trade', mint: wrappedNativeMint, amount: 5_050_505n }])
    expect(isVerifiedOnChain(pool, last)).toBe(false)
    const whole = pool.quote(buy(505_050_505n), clock)
    expect(whole).toMatchObject({ filled: 'whole', specialCase: 'lastBuy', amountOut: last.amountOut })
    const before = pool.quote(buy(505_050_503n), clock)
    expect(before.specialCase).toBeUndefined()
    expect(isVerifiedOnChain(pool, before)).toBe(true)
    const asked = { tokenIn: wrappedNativeMint, exactOut: last.amountOut }
    expect(pool.quote(asked, clock)).toMatchObject({ amountIn: last.amountIn, specialCase: 'lastBuy' })
    const { token_reserves } = midway
    for (const exactOut of [last.amountOut + 20_000_000n, token_reserves, token_reserves + 1n])
      expect(codeOf(() => pool.quote({ ...asked, exactOut }, clock))).toBe('quote/beyondReserves')
  })

  it('finds the smallest input of an exact output', () => {
    const pool = open({ state: midway })
    for (const [tokenIn, exactOut] of [
      [wrappedNativeMint, 1_234_567_890_123n],
      [boopMint, 1_234_567n],
    ] as const) {
      const { amountIn, amountOut } = pool.quote({ tokenIn, exactOut }, clock)
      expect(amountOut).toBeGreaterThanOrEqual(exactOut)
      expect(pool.quote({ tokenIn, exactIn: amountIn - 1n }, clock).amountOut).toBeLessThan(exactOut)
    }
  })

  it('sells no more than was bought', () => {
    expect(codeOf(() => open().quote(sell(10n ** 12n), clock))).toBe('quote/beyondReserves')
    const pool = open({ state: midway })
    const bought = 10n ** 18n - midway.token_reserves
    expect(pool.quote(sell(bought), clock).amountOut).toBe(9_900_000_000n)
    expect(codeOf(() => pool.quote(sell(bought + 1n), clock))).toBe('quote/beyondReserves')
    expect(codeOf(() => pool.quote({ tokenIn: boopMint, exactOut: 9_900_000_001n }, clock))).toBe(
      'quote/beyondReserves',
    )
  })

  it('buys at most half of the supply first', () => {
    const half = { tokenIn: wrappedNativeMint, exactOut: 5n * 10n ** 17n }
    const quote = open().quote({ ...half, exactOut: half.exactOut - 10n ** 9n }, clock)
    expect(quote.amountOut).toBeLessThanOrEqual(half.exactOut)
    expect(codeOf(() => open().quote({ ...half, exactOut: half.exactOut + 1n }, clock))).toBe('quote/beyondReserves')
    expect(codeOf(() => open().quote(buy(2n * quote.amountIn), clock))).toBe('quote/beyondReserves')
  })

  it('reports the reason why nothing trades', () => {
    for (const request of [buy(5n), sell(5n)]) {
      for (const [state, stage] of [
        [{ sol_reserves: freshBoopCurve.graduation_target }, 'complete'],
        [{ status: 1 }, 'migrating'],
        [{ status: 2 }, 'migrating'],
        [{ status: 3 }, 'migrated'],
        [{ status: 4 }, 'migrated'],
      ] as const) {
        const pool = open({ state })
        expect(() => pool.quote(request, clock)).toThrow(refusal('quote/complete', { stage }))
        expect(pool.curve).toMatchObject({ stage, progressPpm: 1_000_000 })
      }
      expect(codeOf(() => open({ isPaused: true }).quote(request, clock))).toBe('quote/paused')
      expect(codeOf(() => open({ state: { virtual_sol_reserves: 0n } }).quote(request, clock))).toBe(
        'quote/noLiquidity',
      )
    }
    expect(open({ state: midway }).curve?.progressPpm).toBe(117_647)
    expect(open({ state: midway }).heldLamports).toBe(10_000_000_000n)
  })
})

describe('open', () => {
  it('refuses the older formula, and formulas and stages that it does not know, by name', () => {
    for (const damping_term of [30, 32, 0])
      expect(() => open({ state: { damping_term } })).toThrow(
        refusal('layout/invalidValue', { field: 'BondingCurve.damping_term', value: String(damping_term) }),
      )
    expect(() => open({ state: { status: 5 } })).toThrow(
      refusal('layout/invalidValue', { field: 'BondingCurve.status', value: '5' }),
    )
  })

  it('refuses mints of another token program, and wrapped SOL', () => {
    expect(codeOf(() => open({ isToken2022: true }))).toBe('layout/mismatch')
    expect(codeOf(() => open({ state: { mint: wrappedNativeMint } }))).toBe('layout/mismatch')
  })
})

describe('swap', () => {
  it('refuses a curve that the mint does not derive', async () => {
    const pool = open({ address: 'SysvarRent111111111111111111111111111111111' as Address })
    await expect(pool.swap(pool.quote(buy(1_000n), clock), 1n, parties)).rejects.toMatchObject({
      code: 'layout/mismatch',
      facts: { expected: boopCurve },
    })
  })

  it('needs the whole input of an exact output', async () => {
    const pool = open({ state: midway })
    const quote = pool.quote({ tokenIn: boopMint, exactOut: 1_000n }, clock)
    await expect(pool.swap(quote, quote.amountIn - 1n, parties)).rejects.toMatchObject({
      code: 'trade/limitBelowAmountIn',
    })
  })

  it('opens the vault of the fees with the first buy', async () => {
    const pool = open()
    const vault = await tradingFeesVaultAddress(boopMint)
    expect(await pool.opens(wrappedNativeMint, parties, new Map())).toEqual([
      { address: vault, lamports: rentExemption(165) },
    ])
    expect(await pool.opens(boopMint, parties, new Map())).toEqual([])
    const there = { owner: boopMint, data: new Uint8Array(165), lamports: 1n, executable: false, slot: 1n }
    expect(await pool.opens(wrappedNativeMint, parties, new Map([[vault, there]]))).toEqual([])
  })
})
