import { type Address, rentExemption, systemProgram, token2022Program, wrappedNativeMint } from '@tern/core'
import { mintLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/codeOf.ts'
import {
  pumpClock as clock,
  encodeMint,
  exoticMint,
  makePumpCurve,
  type PumpShape,
  pumpCreator,
  pumpCurve,
  pumpCurves,
  pumpMint,
  usdcMint,
} from '../../test/pumpfunPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { feeConfig } from './addresses.ts'
import { program, pumpfun } from './index.ts'

venueContract('pumpfun', pumpCurves)

const open = (shape: PumpShape = {}) => {
  const { address, accounts, mint } = makePumpCurve(shape)
  return pumpfun.open(address, accounts, mint)
}
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })
const buyFor = (exactOut: bigint) => ({ tokenIn: wrappedNativeMint, exactOut })
const sell = (exactIn: bigint) => ({ tokenIn: pumpMint, exactIn })
/** After an input of 10 SOL. */
const midway = {
  virtual_token_reserves: 804_750_000_000_000n,
  virtual_quote_reserves: 40_000_000_000n,
  real_token_reserves: 524_850_000_000_000n,
  real_quote_reserves: 10_000_000_000n,
}
const feeOf = (shape: PumpShape, exactIn = 1_000_000_000n) =>
  open({ state: midway, ...shape })
    .quote({ tokenIn: shape.state?.quote_mint ?? wrappedNativeMint, exactIn }, clock)
    .fees.map(({ kind, amount }) => [kind, amount])
const rates = (protocol: bigint, creator: bigint) => ({
  lp_fee_bps: 0n,
  protocol_fee_bps: protocol,
  creator_fee_bps: creator,
})

describe('quote', () => {
  it('counts each fee once, and prices by the virtual reserves', () => {
    const quote = open().quote(buy(1_000_000_000n), clock)
    expect(quote).toEqual({
      request: buy(1_000_000_000n),
      tokenIn: wrappedNativeMint,
      tokenOut: pumpMint,
      amountIn: 1_000_000_000n,
      // 987,654,319 · 1,073,000,000,000,000 / 30,987,654,319, with the rest after fees minus 1
      amountOut: 34_199_203_120_618n,
      filled: 'whole',
      fees: [
        { kind: 'protocol', mint: wrappedNativeMint, amount: 9_382_717n },
        { kind: 'creator', mint: wrappedNativeMint, amount: 2_962_963n },
      ],
      currentPrice: { numerator: 1_073_000_000_000_000n, denominator: 30_000_000_000n },
      executionPrice: { numerator: quote.amountOut, denominator: 1_000_000_000n },
      priceImpact: { numerator: 987_654_320n, denominator: 30_987_654_320n },
      computeUnits: 120_000,
    })
  })

  it('takes fees from a sale', () => {
    const quote = open({ state: midway }).quote(sell(1_000_000_000_000n), clock)
    // 1e12 · 40e9 / 805.75e12 is 49,643,189. The fees are 471,611 and 148,930.
    expect(quote).toMatchObject({ amountIn: 1_000_000_000_000n, amountOut: 49_643_189n - 471_611n - 148_930n })
    expect(quote.priceImpact).toEqual({ numerator: 1_000_000_000_000n, denominator: 805_750_000_000_000n })
  })

  it('completes a curve for the cost of its rest, and takes no more', () => {
    const pool = open({ state: { ...midway, real_token_reserves: 1_000_000_000n } })
    const whole = pool.quote(buyFor(1_000_000_000n), clock)
    const partial = pool.quote(buy(5_000_000_000n), clock)
    expect(partial).toMatchObject({ filled: 'partial', amountIn: whole.amountIn, amountOut: 1_000_000_000n })
    expect(whole.filled).toBe('whole')
    expect(pool.quote(buy(whole.amountIn), clock).filled).toBe('whole')
    expect(() => pool.quote(buyFor(1_000_000_001n), clock)).toThrow(refusal('quote/beyondReserves'))
  })

  it('refuses a cost beyond 64 bits', () => {
    const state = { virtual_token_reserves: 1_000n, virtual_quote_reserves: 2n ** 63n, real_token_reserves: 900n }
    const pool = open({ state })
    expect(pool.quote(buyFor(600n), clock).amountIn).toBeLessThan(2n ** 64n)
    expect(codeOf(() => pool.quote(buyFor(800n), clock))).toBe('quote/beyondReserves')
  })

  it('finds the fewest tokens for an exact output of a sale', () => {
    const pool = open({ state: midway })
    const quote = pool.quote({ tokenIn: pumpMint, exactOut: 1_000_000_000n }, clock)
    expect(quote.amountOut).toBeGreaterThanOrEqual(1_000_000_000n)
    expect(pool.quote(sell(quote.amountIn - 1n), clock).amountOut).toBeLessThan(1_000_000_000n)
  })

  it('reports the reason why nothing trades', () => {
    const complete = { ...midway, real_token_reserves: 0n, complete: true }
    const moved = { ...complete, virtual_token_reserves: 0n, virtual_quote_reserves: 0n }
    for (const request of [buy(5n), buyFor(5n), sell(5n)]) {
      for (const [state, stage] of [
        [complete, 'complete'],
        [moved, 'migrated'],
      ] as const)
        expect(() => open({ state }).quote(request, clock)).toThrow(
          expect.objectContaining({ code: 'quote/complete', facts: expect.objectContaining({ stage }) }),
        )
      expect(codeOf(() => open({ state: { virtual_quote_reserves: 0n } }).quote(request, clock))).toBe(
        'quote/noLiquidity',
      )
      expect(codeOf(() => open({ state: { virtual_token_reserves: 0n } }).quote(request, clock))).toBe(
        'quote/noLiquidity',
      )
    }
    expect(codeOf(() => open().quote(buy(1n), clock))).toBe('quote/nothingOut')
    expect(codeOf(() => open().quote(sell(1_000_000_000n), clock))).toBe('quote/beyondReserves')
    expect(codeOf(() => open({ state: midway }).quote(sell(1n), clock))).toBe('quote/nothingOut')
  })
})

describe('fees', () => {
  it('follow the market cap: of the current supply, and for a mayhem coin of its supply at launch', () => {
    const fee_tiers = [
      { market_cap_lamports_threshold: 0n, fees: rates(100n, 0n) },
      { market_cap_lamports_threshold: 49_000_000_000n, fees: rates(200n, 0n) },
    ]
    // 40 SOL · 1e15 / 804.75e12 is 49.7 SOL.
    const burnt = 800_000_000_000_000n
    expect(feeOf({ fees: { fee_tiers } })).toEqual([['protocol', 19_607_844n]])
    expect(feeOf({ fees: { fee_tiers }, supply: burnt })).toEqual([['protocol', 9_900_991n]])
    const mayhem = { state: { ...midway, is_mayhem_mode: true }, fees: { fee_tiers } }
    for (const supply of [burnt, 2_000_000_000_000_000n])
      expect(feeOf({ ...mayhem, supply })).toEqual([['protocol', 19_607_844n]])
    const launchedWithLess = { ...mayhem.state, token_total_supply: burnt }
    expect(feeOf({ ...mayhem, state: launchedWithLess, supply: 10n ** 15n })).toEqual([['protocol', 9_900_991n]])
  })

  it('differ in USDC and in other mints', () => {
    const fees = {
      fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: rates(100n, 0n) }],
      stable_fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: rates(200n, 0n) }],
      exotic_flat_fees: rates(300n, 0n),
    }
    const inMint = (quote_mint: Address) => feeOf({ fees, state: { ...midway, quote_mint } })
    expect(inMint(usdcMint)).toEqual([['protocol', 19_607_844n]])
    expect(inMint(exoticMint)).toEqual([['protocol', 29_126_214n]])
    expect(feeOf({ fees })).toEqual([['protocol', 9_900_991n]])
  })

  it('come from Global if there is no schedule', () => {
    expect(feeOf({ fees: null, global: { fee_basis_points: 100n, creator_fee_basis_points: 0n } })).toEqual([
      ['protocol', 9_900_991n],
    ])
  })

  it("pay a creator the coin's own rate if enabled, and nothing without a creator", () => {
    const own = { state: { ...midway, creator_fee_bps: 300n } }
    const creatorFee = (shape: PumpShape) => feeOf(shape)[1]
    const scheduled = creatorFee({})
    expect(scheduled).toEqual(['creator', 2_962_963n])
    expect(creatorFee(own)).toEqual(scheduled)
    expect(creatorFee({ ...own, global: { creator_fee_configurable: true } })).toEqual(['creator', 28_860_029n])
    expect(creatorFee({ global: { creator_fee_configurable: true } })).toEqual(scheduled)
    // `create_v2` sets such a rate only for mints other than SOL and USDC.
    const exotic = { state: { ...own.state, quote_mint: exoticMint } }
    expect(creatorFee({ ...exotic, global: { creator_fee_configurable: true } })).toEqual(['creator', 28_846_154n])
    expect(creatorFee(exotic)).not.toEqual(['creator', 28_846_154n])
    expect(creatorFee({ state: { ...midway, creator: systemProgram } })).toBeUndefined()
  })

  it('are refused if the program would never set them', () => {
    const wrong = (shape: PumpShape) => codeOf(() => open(shape))
    const tiers = (protocol: bigint) => [{ market_cap_lamports_threshold: 0n, fees: rates(protocol, 0n) }]
    expect(wrong({ fees: { fee_tiers: tiers(10_001n) } })).toBe('layout/invalidValue')
    expect(wrong({ fees: { fee_tiers: [] } })).toBe('layout/invalidValue')
    const free = open({ fees: { fee_tiers: tiers(10_000n) }, state: midway })
    expect(codeOf(() => free.quote(sell(10n ** 12n), clock))).toBe('quote/nothingOut')
  })
})

describe('a curve', () => {
  it('reports its stage', () => {
    const curve = (state: PumpShape['state']) => open({ state: { ...state } }).curve
    expect(curve({})).toEqual({ stage: 'trading', progressPpm: 0, creator: pumpCreator })
    expect(curve({ real_token_reserves: 396_550_000_000_001n })?.progressPpm).toBe(499_999)
    expect(curve({ real_token_reserves: 900_000_000_000_000n })?.progressPpm).toBe(0)
    const complete = { complete: true, real_token_reserves: 0n }
    expect(curve(complete)).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    expect(curve({ ...complete, virtual_token_reserves: 0n, virtual_quote_reserves: 0n })?.stage).toBe('migrated')
  })

  it('is paid in lamports, or in its quote mint', () => {
    expect(open()).toMatchObject({
      nativeSettlement: 'lamports',
      tokens: [
        { mint: pumpMint, decimals: 6 },
        { mint: wrappedNativeMint, decimals: 9 },
      ],
    })
    expect(open({ state: { quote_mint: usdcMint } })).toMatchObject({
      nativeSettlement: 'wrapped',
      tokens: [{ mint: pumpMint }, { mint: usdcMint, decimals: 6 }],
    })
  })

  it('is opened in each of its sizes', () => {
    for (const length of [49, 81, 82, 83, 115, 124, 125, 151, 400])
      expect(open({ length, state: { creator: systemProgram } }).quote(buy(10n ** 9n), clock).amountOut).toBe(
        open({ state: { creator: systemProgram } }).quote(buy(10n ** 9n), clock).amountOut,
      )
    expect(codeOf(() => open({ length: 48 }))).toBe('layout/wrongSize')
  })

  it('is found by its mint only', async () => {
    const { accounts } = makePumpCurve({})
    expect(await pumpfun.mintOf?.(pumpCurve, [usdcMint, pumpMint, exoticMint])).toBe(pumpMint)
    expect(await pumpfun.mintOf?.(pumpCurve, [usdcMint])).toBeUndefined()
    await expect(pumpfun.accountsToRead(pumpCurve, new Map(), usdcMint)).rejects.toThrow(refusal('layout/mismatch'))
    expect(await pumpfun.accountsToRead(pumpCurve, new Map())).toEqual([pumpCurve])
    expect(() => pumpfun.open(pumpCurve, accounts)).toThrow(refusal('pool/accountsNotReady'))
    const other = new Map([...accounts, [exoticMint, accounts.get(pumpMint) ?? null]])
    const quote = open().quote(buy(10n ** 9n), clock)
    const parties = { owner: usdcMint, payer: usdcMint, tokenAccountIn: usdcMint, tokenAccountOut: usdcMint }
    const wrong = pumpfun.open(pumpCurve, other, exoticMint)
    await expect(wrong.swap({ ...quote, tokenOut: exoticMint }, 1n, parties)).rejects.toThrow(
      refusal('layout/mismatch'),
    )
    expect(codeOf(() => pumpfun.open(pumpCurve, other, wrappedNativeMint))).toBe('pool/accountsNotReady')
  })

  it('refuses mints with transfer fees', () => {
    const { accounts } = makePumpCurve({ baseProgram: token2022Program })
    const data = new Uint8Array(170 + transferFeeConfigLayout.size)
    data.set(encodeMint(6, 10n ** 15n).subarray(0, mintLayout.size))
    data[165] = 1
    data.set([1, 0, transferFeeConfigLayout.size, 0], 166)
    const charging = { owner: token2022Program, data, lamports: 1n, executable: false, slot: 7n }
    expect(codeOf(() => pumpfun.open(pumpCurve, new Map([...accounts, [pumpMint, charging]]), pumpMint))).toBe(
      'layout/invalidValue',
    )
  })

  it('is read with the accounts of its type', async () => {
    const { accounts } = makePumpCurve({ state: { quote_mint: usdcMint } })
    const first = await pumpfun.accountsToRead(pumpCurve, new Map(), pumpMint)
    expect(first).toHaveLength(4)
    const read = new Map(first.map(one => [one, accounts.get(one) ?? null]))
    expect(await pumpfun.accountsToRead(pumpCurve, read, pumpMint)).toEqual([usdcMint])
    expect(first).toContain(feeConfig)
  })
})

describe('the accounts that a trade opens', () => {
  const owner = usdcMint
  const parties = { owner, payer: owner, tokenAccountIn: owner, tokenAccountOut: owner }
  const lamports = async (shape: PumpShape, tokenIn: Address) =>
    (await open(shape).opens(tokenIn, parties, new Map())).map(one => one.lamports)
  const [accumulator, vault, tokenAccount] = [rentExemption(137), rentExemption(0), rentExemption(165)]

  it("are the trader's accumulator and the creator's vault, once", async () => {
    expect(accumulator).toBe(1_844_400n)
    expect(await lamports({}, wrappedNativeMint)).toEqual([accumulator, vault])
    expect(await lamports({}, pumpMint)).toEqual([])
    expect(await lamports({ state: { is_cashback_coin: true } }, wrappedNativeMint)).toEqual([accumulator])
    expect(await lamports({ state: { creator: systemProgram } }, wrappedNativeMint)).toEqual([accumulator])
    const possible = await open().opens(wrappedNativeMint, parties, new Map())
    const there = { owner: program, data: new Uint8Array(137), lamports: 1n, executable: false, slot: 1n }
    const read = new Map([
      [possible[0]?.address as Address, there],
      [possible[1]?.address as Address, null],
    ])
    expect(await open().opens(wrappedNativeMint, parties, read)).toEqual([possible[1]])
  })

  it('include their token accounts in another mint', async () => {
    const shape = { state: { quote_mint: usdcMint } }
    const all = [accumulator, vault, tokenAccount, tokenAccount]
    expect(await lamports(shape, usdcMint)).toEqual(all)
    expect(await lamports(shape, pumpMint)).toEqual(all)
    await expect(open(shape).opens(wrappedNativeMint, parties, new Map())).rejects.toThrow(
      refusal('quote/tokenNotInPool'),
    )
  })
})
