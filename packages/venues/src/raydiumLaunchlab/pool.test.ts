import { type Address, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { anyBytes } from '../../test/anyBytes.ts'
import { codeOf } from '../../test/codeOf.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import {
  launchlabClock,
  launchlabCreator,
  launchlabMint,
  launchlabPools,
  launchlabPoolsOf,
  makeLaunchlabPool,
  samplePlatform,
} from '../../test/raydiumLaunchlabPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import * as folderPublic from './index.ts'
import * as folderInternal from './internal.ts'

const folder = { ...folderPublic, ...folderInternal }

const { bonk, bonkPlatforms, raydiumLaunchlab } = folder

venueContract('LaunchLab, constant product', launchlabPoolsOf('constantProduct'))
venueContract('LaunchLab, fixed price', launchlabPoolsOf('fixedPrice'))
venueContract('LaunchLab, linear price', launchlabPoolsOf('linearPrice'))
anyBytes('LaunchLab', launchlabPools, everythingIn('raydiumLaunchlab'))

const letsBonk = bonkPlatforms[0] as Address
const opened = (shape: Parameters<typeof makeLaunchlabPool>[0]) => {
  const { address, accounts } = makeLaunchlabPool(shape)
  return raydiumLaunchlab.open(address, accounts)
}

describe('the protocol of a pool', () => {
  it('follows from its platform', () => {
    expect(opened({}).protocol).toBe('raydium_launchlab')
    for (const platform of bonkPlatforms) expect(opened({ platform }).protocol).toBe('bonk')
  })

  it('is required by bonk, which refuses pools of other platforms', () => {
    const ours = makeLaunchlabPool({ platform: letsBonk })
    const other = makeLaunchlabPool({})
    expect(bonk.open(ours.address, ours.accounts).protocol).toBe('bonk')
    expect(codeOf(() => bonk.open(other.address, other.accounts))).toBe('venue/notThisProtocol')
  })
})

describe('the stage of a pool', () => {
  const buy = { tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n }

  it('includes the share sold', () => {
    const pool = opened({ state: { real_base: 396_550_000_000_000n, real_quote: 17_590_000_000n } })
    expect(pool.curve).toEqual({ stage: 'trading', progressPpm: 500_000, creator: launchlabCreator })
    expect(pool.quote(buy, launchlabClock).filled).toBe('whole')
  })

  it.each([
    [1, 'complete'],
    [2, 'migrated'],
  ] as const)('status %i is %s: nothing trades', (status, stage) => {
    const pool = opened({ state: { status, real_base: 793_100_000_000_000n, real_quote: 85_000_000_511n } })
    expect(pool.curve).toEqual({ stage, progressPpm: 1_000_000, creator: launchlabCreator })
    expect(() => pool.quote(buy, launchlabClock)).toThrow(
      expect.objectContaining({ code: 'quote/complete', facts: { pool: pool.address, stage } }),
    )
  })

  it('is refused if it is unknown', () => {
    expect(codeOf(() => opened({ state: { status: 3 } }))).toBe('layout/invalidValue')
  })

  it('includes the pool that its liquidity moves to, if it can be derived', async () => {
    const pool = opened({ state: { migrate_type: 1 } })
    expect(await pool.graduation?.()).toMatchObject({
      protocol: 'raydium_cpmm',
      address: await folder.migratedPoolAddress(samplePlatform.cpswap_config, launchlabMint, wrappedNativeMint),
    })
    expect(opened({ state: { migrate_type: 0 } }).graduation).toBeUndefined()
  })
})

describe('the buy that completes a curve', () => {
  const state = { real_base: 793_000_000_000_000n, real_quote: 84_941_000_000n }

  it('takes the rest of the curve, and no more than its cost', () => {
    const pool = opened({ state })
    const quote = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 5_000_000_000n }, launchlabClock)
    expect(quote.filled).toBe('partial')
    expect(quote.amountOut).toBe(100_000_000_000n)
    const exact = pool.quote({ tokenIn: wrappedNativeMint, exactOut: 100_000_000_000n }, launchlabClock)
    expect(quote.amountIn).toBe(exact.amountIn)
    expect(quote.fees).toEqual(exact.fees)
  })

  it('is encoded with the whole input, because the program takes only its cost', async () => {
    const pool = opened({ state })
    const quote = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 5_000_000_000n }, launchlabClock)
    const someone = launchlabCreator
    const parties = { owner: someone, payer: someone, tokenAccountIn: someone, tokenAccountOut: someone }
    const [instruction] = await pool.swap(quote, quote.amountOut, parties)
    const decoded = folder.buyExactInLayout.decode(Uint8Array.from(instruction?.data ?? []))
    expect(decoded).toEqual({ amount_in: 5_000_000_000n, minimum_amount_out: quote.amountOut, share_fee_rate: 0n })
  })
})

describe('the price impact', () => {
  const free = { config: { trade_fee_rate: 0n }, rates: { fee_rate: 0n, creator_fee_rate: 0n } }

  it.each([
    ['constantProduct', { real_base: 396_550_000_000_000n, real_quote: 17_590_000_000n }],
    [
      'fixedPrice',
      { virtual_base: 10n ** 15n, virtual_quote: 10n ** 11n, real_base: 10n ** 14n, real_quote: 10n ** 10n },
    ],
    // Slope 100 · 2⁻⁶⁴: 10¹⁴ units were sold for 100 · (10¹⁴)² / 2⁶⁵.
    ['linearPrice', { virtual_base: 100n, virtual_quote: 0n, real_base: 10n ** 14n, real_quote: 27_105_054_313n }],
  ] as const)('is the loss against the current price if %s takes no fee', (type, state) => {
    const pool = opened({ ...free, type, state })
    const [token, quote] = pool.tokens.map(({ mint }) => mint) as [Address, Address]
    for (const request of [
      { tokenIn: quote, exactIn: 100_000_000n },
      { tokenIn: token, exactIn: 5n * 10n ** 13n },
    ]) {
      const { executionPrice, currentPrice, priceImpact } = pool.quote(request, launchlabClock)
      const [paid, price, impact] = [executionPrice, currentPrice, priceImpact].map(
        ({ numerator, denominator }) => Number(numerator) / Number(denominator),
      )
      expect(impact).toBeCloseTo(1 - (paid ?? 0) / (price ?? 0), 6)
    }
  })
})

describe("a referrer's share", () => {
  const pool = opened({})
  const parties = {
    ...{ owner: launchlabCreator, payer: launchlabCreator },
    tokenAccountIn: letsBonk,
    tokenAccountOut: letsBonk,
  }
  const sale = { tokenIn: launchlabMint, exactIn: 1_000_000_000_000n }
  const sold = opened({ state: { real_base: 396_550_000_000_000n, real_quote: 17_590_000_000n } })
  const requests = [
    { tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n },
    { tokenIn: wrappedNativeMint, exactOut: 1_000_000_000_000n },
    sale,
  ]

  it('is added to the other fees and listed', () => {
    for (const request of requests) {
      const plain = sold.quote(request, launchlabClock)
      const shared = sold.quote({ ...request, referralPpm: 5_000n }, launchlabClock)
      const quoteSide = request === sale ? plain.amountOut : plain.amountIn
      const share = shared.fees.find(({ kind }) => kind === 'referral')
      expect(share?.mint).toBe(wrappedNativeMint)
      expect(Number(share?.amount) / Number(quoteSide)).toBeCloseTo(0.005, 3)
      expect(plain.fees.some(({ kind }) => kind === 'referral')).toBe(false)
      if ('exactIn' in request) expect(shared.amountOut).toBeLessThan(plain.amountOut)
      else expect(shared.amountIn).toBeGreaterThan(plain.amountIn)
    }
  })

  it('is requested, and paid to the given account', async () => {
    const quote = pool.quote(
      { tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n, referralPpm: 5_000n },
      launchlabClock,
    )
    const [paid] = await pool.swap(quote, 1n, { ...parties, referral: launchlabMint })
    const [unpaid] = await pool.swap(quote, 1n, parties)
    const rateOf = (data: ArrayLike<number> = []) => new DataView(Uint8Array.from(data).buffer).getBigUint64(24, true)
    expect([rateOf(paid?.data), rateOf(unpaid?.data)]).toEqual([5_000n, 0n])
    expect(paid?.accounts?.[15]?.address).toBe(launchlabMint)
    expect(paid?.accounts?.length).toBe((unpaid?.accounts?.length ?? 0) + 1)
  })

  it("is at most the config's max, and not negative", () => {
    const asking = (referralPpm: bigint) =>
      codeOf(() => pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n, referralPpm }, launchlabClock))
    expect(asking(10_000n)).toMatchObject({ filled: 'whole' })
    expect([asking(10_001n), asking(-1n)]).toEqual(['quote/referralTooHigh', 'quote/referralTooHigh'])
  })
})

describe('a pool is refused for', () => {
  it.each([
    ['rates that leave nothing', { config: { trade_fee_rate: 990_000n }, rates: { fee_rate: 10_000n } }],
    ['a rate of 64 bits', { rates: { creator_fee_rate: 2n ** 64n - 1n } }],
    ['a curve that is none of the three', { config: { curve_type: 3 } }],
  ])('%s', (_, shape) => {
    expect(codeOf(() => opened(shape))).toBe('layout/invalidValue')
  })

  it.each([
    ['a config of another quote mint', { config: { quote_mint: launchlabMint } }],
    ['decimals that the mint does not have', { state: { base_decimals: 9 } }],
    ['a token program that the mint is not of', { state: { token_program_flag: 1 } }],
    ['one token against itself', { state: { base_mint: wrappedNativeMint } }],
  ])('%s', (_, shape) => {
    expect(codeOf(() => opened(shape))).toMatch(/^(layout\/mismatch|pool\/accountsNotReady)$/)
  })

  it('addresses that the program does not derive, before signing', async () => {
    const someone = launchlabCreator
    const parties = { owner: someone, payer: someone, tokenAccountIn: someone, tokenAccountOut: someone }
    for (const state of [{ base_vault: someone }, { quote_vault: someone }]) {
      const pool = opened({ state })
      const quote = pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000n }, launchlabClock)
      await expect(pool.swap(quote, 0n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
    }
  })
})

describe('the accounts that a trade opens', () => {
  const parties = {
    owner: launchlabCreator,
    payer: launchlabCreator,
    tokenAccountIn: launchlabCreator,
    tokenAccountOut: launchlabCreator,
  }

  it('are the fee accounts that do not exist yet', async () => {
    const pool = opened({ platform: letsBonk })
    const all = await pool.opens(wrappedNativeMint, parties, new Map())
    expect(all).toEqual([
      { address: await folder.platformFeeVaultAddress(letsBonk, wrappedNativeMint), lamports: 2_039_280n },
      { address: await folder.creatorFeeVaultAddress(launchlabCreator, wrappedNativeMint), lamports: 2_039_280n },
    ])
    const there = { owner: launchlabCreator, data: new Uint8Array(165), lamports: 1n, executable: false, slot: 1n }
    const [platformVault] = all
    const read = new Map(platformVault ? [[platformVault.address, there]] : [])
    expect(await pool.opens(launchlabMint, parties, read)).toEqual(all.slice(1))
  })

  it('are missing if the fees are zero', async () => {
    const pool = opened({ rates: { fee_rate: 0n, creator_fee_rate: 0n } })
    expect(await pool.opens(wrappedNativeMint, parties, new Map())).toEqual([])
  })
})
