import { type Address, isTernError, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { anyBytes } from '../../test/anyBytes.ts'
import { codeOf } from '../../test/codeOf.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import {
  type DbcShape,
  dbcClock,
  dbcCreator,
  dbcMint,
  dbcPool,
  dbcPools,
  makeDbcPool,
  sampleConfig,
  samplePool,
  withTail,
} from '../../test/meteoraDbcPools.ts'
import { usdcMint } from '../../test/pumpfunPools.ts'
import { encodeMint } from '../../test/tokenBytes.ts'
import { type PoolCase, venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import { believe, believeConfigs, meteoraDbc } from './index.ts'
import { termsOf } from './supply.ts'

venueContract('meteora_dbc', dbcPools)
anyBytes('meteora_dbc', dbcPools, everythingIn('meteoraDbc'))

const sol = 1_000_000_000n
/**
 * A single stretch from 30 to 300 thousandths of a lamport for a raw unit. It raises 60 SOL.
 * The fee is 2%, and half of it is the creator's.
 */
const curve = { sqrt_start_price: 1n << 57n, migration_sqrt_price: 3n << 57n }
const plain: DbcShape = {
  config: {
    ...curve,
    migration_quote_threshold: 60n * sol,
    migration_base_threshold: 0n,
    curve: withTail([{ sqrt_price: 3n << 57n, liquidity: (60n * sol) << 70n }]),
  },
  state: { sqrt_price: 1n << 57n },
}
const open = ({ venue, address, accounts }: PoolCase) => venue.open(address, accounts)
const buy = { tokenIn: wrappedNativeMint, exactIn: sol }
const sell = { tokenIn: dbcMint, exactIn: 1_000_000n }

describe('a quote', () => {
  it("counts each fee once, in the quote token: the launchpad's, the protocol's fifth and the creator's share", async () => {
    const pool = open(await makeDbcPool(plain))
    const quote = pool.quote(buy, dbcClock)
    // 2% of a SOL: a fifth for the protocol, and half of the rest for the launchpad and the creator.
    expect(quote.fees).toEqual([
      { kind: 'platform', mint: wrappedNativeMint, amount: 8_000_000n },
      { kind: 'protocol', mint: wrappedNativeMint, amount: 4_000_000n },
      { kind: 'creator', mint: wrappedNativeMint, amount: 8_000_000n },
    ])
    // ΔP = 0.98 SOL · 2^128 / L, and Δbase = L · ΔP / (P · P′).
    const rise = ((980_000_000n << 128n) / ((60n * sol) << 70n)) as bigint
    const to = (1n << 57n) + rise
    expect(quote).toMatchObject({
      ...{ amountIn: sol, filled: 'whole', amountOut: (((60n * sol) << 70n) * rise) / ((1n << 57n) * to) },
      currentPrice: { numerator: 1n << 128n, denominator: 1n << 114n },
    })
    // Within a stretch, the average price is the geometric mean of the prices before and after.
    const { numerator, denominator } = quote.priceImpact
    expect(Number(numerator) / Number(denominator)).toBeCloseTo(Number(rise) / Number(to), 9)
    expect(quote.executionPrice).toEqual({ numerator: quote.amountOut, denominator: sol })
  })

  it('reports the loss against the current price as the price impact of a trade through two stretches', async () => {
    const points = [
      { sqrt_price: 2n << 57n, liquidity: (60n * sol) << 71n },
      { sqrt_price: 3n << 57n, liquidity: (60n * sol) << 68n },
    ]
    const state = { sqrt_price: 5n << 56n, quote_reserve: 64n * sol }
    const free = { ...plain.config, migration_quote_threshold: 70n * sol, curve: withTail(points) }
    const pool = open(await makeDbcPool({ ...plain, config: free, state, baseFee: { cliff_fee_numerator: 0n } }))
    const { executionPrice, currentPrice, priceImpact, amountIn } = pool.quote(
      { tokenIn: dbcMint, exactIn: 10n ** 14n },
      dbcClock,
    )
    const [paid, price, impact] = [executionPrice, currentPrice, priceImpact].map(
      ({ numerator, denominator }) => Number(numerator) / Number(denominator),
    )
    expect(amountIn).toBe(10n ** 14n)
    expect(impact).toBeCloseTo(1 - (paid ?? 0) / (price ?? 0), 9)
  })

  it('takes the fee from the output if the config says so, and always for a sale', async () => {
    const onOutput = open(await makeDbcPool({ ...plain, config: { ...plain.config, collect_fee_mode: 1 } }))
    for (const { mint } of onOutput.quote(buy, dbcClock).fees) expect(mint).toBe(dbcMint)
    const traded = { ...plain, state: { sqrt_price: 2n << 57n, quote_reserve: 30n * sol } }
    const pool = open(await makeDbcPool(traded))
    for (const { mint } of pool.quote(sell, dbcClock).fees) expect(mint).toBe(wrappedNativeMint)
  })

  it('fills a buy up to the rest of the curve, and a sale up to the amount sold', async () => {
    const pool = open(await makeDbcPool(plain))
    const all = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000n * sol }, dbcClock)
    expect(all.filled).toBe('partial')
    // 60 SOL plus the fee, rounded up.
    expect(all.amountIn).toBe(61_224_489_796n)
    const traded = open(await makeDbcPool({ ...plain, state: { sqrt_price: 2n << 57n, quote_reserve: 30n * sol } }))
    const back = traded.quote({ tokenIn: dbcMint, exactIn: 1n << 60n }, dbcClock)
    expect([back.filled, back.amountOut]).toEqual(['partial', 29_400_000_000n])
  })

  it('is refused before the first fee, after the last token, and if nothing would come out', async () => {
    const falling = { first_factor: 10, second_factor: 60n, third_factor: 1_000_000n }
    const early = open(
      await makeDbcPool({
        ...plain,
        baseFee: falling,
        state: { ...plain.state, activation_point: dbcClock.unixTimestamp + 9n },
      }),
    )
    const laterBy = (seconds: bigint) => ({ ...dbcClock, unixTimestamp: dbcClock.unixTimestamp + seconds })
    expect(codeOf(() => early.quote(buy, dbcClock))).toBe('quote/notOpen')
    expect(early.quote(buy, laterBy(9n)).amountOut).toBeGreaterThan(0n)
    expect([0n, 8n, 9n].map(by => stageOf(early, laterBy(by)))).toEqual(['notOpen', 'notOpen', 'trading'])
    // It opens, and its fee falls for ten minutes.
    expect([0n, 608n, 609n].map(by => early.changesWith?.(laterBy(by)))).toEqual(['seconds', 'seconds', undefined])
    const bySlot = { ...plain, config: { ...plain.config, activation_type: 0 }, baseFee: falling }
    const later = open(
      await makeDbcPool({ ...bySlot, state: { ...plain.state, activation_point: dbcClock.slot + 7n } }),
    )
    expect(later.opensAtSeconds?.(dbcClock)).toBe(dbcClock.unixTimestamp + 3n)
    expect(later.changesWith?.(laterBy(1_000_000n))).toBe('slots')
    try {
      later.quote(buy, dbcClock)
      expect.fail('not refused')
    } catch (error) {
      if (!isTernError(error, 'quote/notOpen')) throw error
      // Seven slots of 0.4 s, rounded up.
      expect(error.facts.openTimeSeconds).toBe(dbcClock.unixTimestamp + 3n)
    }
    const done = open(await makeDbcPool({ ...plain, state: { sqrt_price: 3n << 57n, quote_reserve: 60n * sol } }))
    expect(done.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000, creator: dbcCreator })
    expect(codeOf(() => done.quote(buy, dbcClock))).toBe('quote/complete')
    const ended = { sqrt_price: 3n << 57n, quote_reserve: 60n * sol, migration_progress: 2 }
    const vesting = {
      ...plain.config,
      locked_vesting_config: { ...sampleConfig.locked_vesting_config, frequency: 60n },
    }
    const stages = [plain, { ...plain, config: vesting }].map(async shape =>
      open(await makeDbcPool({ ...shape, state: ended })),
    )
    const gone = { ...plain, state: { sqrt_price: 3n << 57n, quote_reserve: 60n * sol, is_migrated: 1 } }
    const over = [...(await Promise.all(stages)), open(await makeDbcPool(gone))]
    expect(over.map(({ curve }) => curve?.stage)).toEqual(['complete', 'migrating', 'migrated'])
    for (const { curve, quote } of over)
      expect(() => quote(buy, dbcClock)).toThrow(
        expect.objectContaining({
          code: 'quote/complete',
          facts: expect.objectContaining({ stage: curve?.stage }),
        }),
      )
    const fresh = open(await makeDbcPool(plain))
    expect(codeOf(() => fresh.quote(sell, dbcClock))).toBe('quote/beyondReserves')
    expect(codeOf(() => fresh.quote({ tokenIn: dbcMint, exactOut: 1n }, dbcClock))).toBe('quote/beyondReserves')
    expect(codeOf(() => fresh.quote({ tokenIn: wrappedNativeMint, exactIn: 1n }, dbcClock))).toBe('quote/nothingOut')
  })

  it('is refused for a buy that would leave too little for the later pool', async () => {
    const short = { ...plain, config: { ...plain.config, migration_base_threshold: samplePool.base_reserve } }
    const pool = open(await makeDbcPool(short))
    expect(codeOf(() => pool.quote({ tokenIn: wrappedNativeMint, exactIn: 100n * sol }, dbcClock))).toBe(
      'quote/beyondReserves',
    )
    expect(pool.quote(buy, dbcClock).filled).toBe('whole')
  })
})

describe('a pool', () => {
  it('reports the share sold, and the pool that it moves to', async () => {
    const terms = termsOf(plain.config?.curve ?? [], 1n << 57n, 60n * sol, 0)
    const config = { ...plain.config, ...terms }
    const progress = async (sqrt_price: bigint) =>
      open(await makeDbcPool({ ...plain, config, state: { sqrt_price } })).curve?.progressPpm
    expect(await progress(1n << 57n)).toBe(0)
    // From 1 to 3, the share sold at 2 is (1 − 1/2) of (1 − 1/3).
    expect(await progress(2n << 57n)).toBe(750_000)
    expect(await progress(3n << 57n)).toBe(1_000_000)
    const usual = open(await makeDbcPool(plain))
    expect((await usual.graduation?.())?.protocol).toBe('meteora_damm_v2')
    const old = open(await makeDbcPool({ config: { migration_option: 0 } }))
    expect((await old.graduation?.())?.protocol).toBe('meteora_damm_v1')
  })

  it('takes its tokens from its config, and reads the mint of a quote token other than SOL', async () => {
    const pool = open(
      await makeDbcPool({
        ...plain,
        config: { ...plain.config, token_decimal: 9 },
        state: { ...plain.state, pool_type: 1 },
      }),
    )
    expect(pool.tokens).toEqual([
      { mint: dbcMint, decimals: 9, program: token2022Program },
      { mint: wrappedNativeMint, decimals: 9, program: tokenProgram },
    ])
    const inUsdc = await makeDbcPool({ ...plain, config: { ...plain.config, quote_mint: usdcMint } })
    expect(open(inUsdc).tokens[1]).toEqual({ mint: usdcMint, decimals: 6, program: tokenProgram })
    const asked = await meteoraDbc.accountsToRead(inUsdc.address, new Map([...inUsdc.accounts].slice(0, 2)))
    expect(asked).toEqual([usdcMint])
  })

  it('is opened if the transfer fee of its quote token is zero, and refused if it is not', async () => {
    const config = { ...plain.config, quote_mint: usdcMint, quote_token_flag: 1 }
    const made = await makeDbcPool({ ...plain, config })
    const withFees = (bps: number, newerBps: number) => {
      const mint = made.accounts.get(usdcMint) ?? expect.fail('no mint')
      const data = encodeMint(6, { bps, newerBps, maximum: 5n }, 1_000n)
      return () => meteoraDbc.open(made.address, new Map(made.accounts).set(usdcMint, { ...mint, data }))
    }
    expect(withFees(0, 0)().tokens[1]).toEqual({ mint: usdcMint, decimals: 6, program: token2022Program })
    expect([withFees(1, 0), withFees(0, 1)].map(codeOf)).toEqual(['layout/invalidValue', 'layout/invalidValue'])
  })

  it.each([
    ['a curve that falls', { curve: withTail([{ sqrt_price: 1n << 56n, liquidity: 5n }]) }],
    ['a curve without liquidity', { curve: withTail([{ sqrt_price: 3n << 57n, liquidity: 0n }]) }],
    ['no curve', { curve: withTail([]) }],
    ['a curve that ends beyond its end', { migration_sqrt_price: 4n << 57n }],
    ['a curve that ends where it begins', { migration_sqrt_price: 1n << 57n }],
    ['no price to begin with', { sqrt_start_price: 0n }],
    ['a way of taking fees that is none', { collect_fee_mode: 2 }],
    ['more for the creator than there is', { creator_trading_fee_percentage: 101 }],
    ['a quote token of another program', { quote_mint: usdcMint, quote_token_flag: 1 }],
  ] satisfies [string, DbcShape['config']][])('is not opened with %s', async (_, config) => {
    const made = await makeDbcPool({ ...plain, config: { ...plain.config, ...config } })
    const changed = new Map(made.accounts)
    const usdc = changed.get(usdcMint)
    if (usdc && 'quote_token_flag' in config) changed.set(usdcMint, { ...usdc, owner: tokenProgram })
    expect(codeOf(() => meteoraDbc.open(made.address, changed))).toMatch(/^layout\//)
  })

  it('is not opened below the beginning of its curve, or with a single token on both sides', async () => {
    const below = await makeDbcPool({ ...plain, state: { sqrt_price: (1n << 57n) - 1n } })
    expect(codeOf(() => open(below))).toBe('layout/invalidValue')
    const itself = await makeDbcPool({ ...plain, state: { ...plain.state, base_mint: wrappedNativeMint } })
    expect(codeOf(() => open(itself))).toBe('layout/mismatch')
  })

  it("is refused before signing if its vaults or address are not the program's", async () => {
    const made = await makeDbcPool(plain)
    const pool = open(made)
    const parties = { owner: dbcCreator, payer: dbcCreator, tokenAccountIn: dbcCreator, tokenAccountOut: dbcCreator }
    expect((await pool.swap(pool.quote(buy, dbcClock), 0n, parties)).length).toBe(1)
    const elsewhere = new Map([...made.accounts].map(([key, account]) => [key === dbcPool ? dbcCreator : key, account]))
    const moved = meteoraDbc.open(dbcCreator, elsewhere)
    await expect(moved.swap(moved.quote(buy, dbcClock), 0n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })

  it('shows its transaction to the program for buys if fees rise with the amount', async () => {
    const limiting = { base_fee_mode: 2, first_factor: 100, second_factor: 600n, third_factor: sol }
    const pool = open(
      await makeDbcPool({ ...plain, baseFee: limiting, state: { sqrt_price: 2n << 57n, quote_reserve: 30n * sol } }),
    )
    const parties = { owner: dbcCreator, payer: dbcCreator, tokenAccountIn: dbcCreator, tokenAccountOut: dbcCreator }
    const count = async (request: typeof buy) =>
      (await pool.swap(pool.quote(request, dbcClock), 0n, parties))[0]?.accounts?.length
    expect([await count(buy), await count(sell)]).toEqual([16, 15])
  })
})

describe('believe', () => {
  it('opens the pools of its own configs, by its own name on either venue, and refuses other pools', async () => {
    const [config] = believeConfigs
    const own = await makeDbcPool({ ...plain, state: { ...plain.state, config: config as Address } })
    const other = await makeDbcPool(plain)
    for (const venue of [believe, meteoraDbc]) expect(venue.open(own.address, own.accounts).protocol).toBe('believe')
    expect(open(other).protocol).toBe('meteora_dbc')
    expect(codeOf(() => believe.open(other.address, other.accounts))).toBe('venue/notThisProtocol')
    await expect(believe.accountsToRead(other.address, other.accounts)).rejects.toMatchObject({
      code: 'venue/notThisProtocol',
    })
    expect(await believe.accountsToRead(own.address, own.accounts)).toEqual([])
    expect(sampleConfig.quote_mint).toBe(wrappedNativeMint)
  })
})
