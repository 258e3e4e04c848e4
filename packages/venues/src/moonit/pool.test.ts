import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/codeOf.ts'
import {
  moonitClock as clock,
  freshMoonitCurve,
  type MoonitShape,
  makeMoonitCurve,
  moonitConfig,
  moonitCurve,
  moonitCurves,
  moonitMint,
} from '../../test/moonitPools.ts'
import { parties, venueContract } from '../../test/venueContract.ts'
import { evidenceOf, isVerifiedOnChain } from '../evidence.ts'
import { moonit } from './index.ts'

venueContract('moonit', moonitCurves)

const open = (shape: MoonitShape = {}) => {
  const { address, accounts } = makeMoonitCurve(shape)
  return moonit.open(address, accounts)
}
const refusal = (code: string, facts: object = {}) =>
  expect.objectContaining({ name: 'TernError', code, facts: expect.objectContaining(facts) })
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })
const buyFor = (exactOut: bigint) => ({ tokenIn: wrappedNativeMint, exactOut })
const sell = (exactIn: bigint) => ({ tokenIn: moonitMint, exactIn })
const at = (sold: bigint, curve_type = 1): MoonitShape => ({
  state: { curve_amount: freshMoonitCurve.total_supply - sold, curve_type },
})
const [goal, max] = [799_820_983_207_404_442n, 820_000_000_000_000_000n]

describe('quote', () => {
  it('takes the fee of a buy off its input, and adds the fee of an exact output to its cost', () => {
    const fresh = open()
    expect(fresh.quote(buy(1_000_000_000n), clock)).toMatchObject({
      ...{ amountIn: 1_000_000_000n, amountOut: 34_277_831_558_567_280n, filled: 'whole' },
      fees: [{ kind: 'protocol', mint: wrappedNativeMint, amount: 10_000_000n }],
      currentPrice: { numerator: 1_073_000_000_000_000_000n, denominator: 30_000_000_000n },
    })
    // 27,985,074 and 1%.
    expect(fresh.quote(buyFor(1_000_000_000_000_000n), clock)).toMatchObject({
      ...{ amountIn: 28_264_924n, amountOut: 1_000_000_000_000_000n },
    })
  })

  it('takes the fee of a sale off its payment', () => {
    const quote = open(at(10n ** 17n)).quote(sell(10n ** 15n), clock)
    const [fee] = quote.fees
    const gross = quote.amountOut + (fee?.amount ?? 0n)
    expect(fee?.amount).toBe(gross / 100n)
    expect(quote.amountIn).toBe(10n ** 15n)
  })

  it('counts the fee of an exact output of a sale on the output', () => {
    const quote = open(at(10n ** 17n)).quote({ tokenIn: moonitMint, exactOut: 1_000_000n }, clock)
    expect(quote).toMatchObject({ amountOut: 1_000_000n, fees: [{ amount: 10_000n }] })
  })

  it('sells no more tokens than were bought, and pays no more lamports than were paid', () => {
    const pool = open(at(10n ** 17n))
    expect(codeOf(() => pool.quote(sell(10n ** 17n + 1n), clock))).toBe('quote/beyondReserves')
    const { amountOut, fees } = pool.quote(sell(10n ** 17n), clock)
    const asked = { tokenIn: moonitMint, exactOut: amountOut + (fees[0]?.amount ?? 0n) }
    expect(codeOf(() => pool.quote(asked, clock))).toBe('quote/beyondReserves')
  })

  it('ends at the market cap, and sells no more than the official client does', () => {
    const last = open(at(goal - 10n ** 12n))
    expect(last.curve).toMatchObject({ stage: 'trading', progressPpm: 999_998 })
    const quote = last.quote(buyFor(10n ** 12n), clock)
    expect(quote.specialCase).toBe('lastBuy')
    expect(isVerifiedOnChain(last, quote)).toBe(false)
    expect(last.quote(buyFor(10n ** 12n - 1n), clock).specialCase).toBeUndefined()
    const left = max - goal + 10n ** 12n
    expect(last.quote(buyFor(left), clock).specialCase).toBe('lastBuy')
    expect(codeOf(() => last.quote(buyFor(left + 1n), clock))).toBe('quote/beyondReserves')
    expect(codeOf(() => last.quote(buy(10n ** 18n), clock))).toBe('quote/beyondReserves')
    const complete = open(at(goal))
    expect(complete.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    for (const request of [buy(5n), buyFor(5n), sell(5n)])
      expect(() => complete.quote(request, clock)).toThrow(refusal('quote/complete', { stage: 'complete' }))
  })

  it.each([
    ['constant product of the second version', 2, 814_207_069_725_282_769n, { marketcap_threshold: 200_000_000_000n }],
    ['linear', 0, 550_000_000_000_000_000n, {}],
    ['flat', 3, 490_000_000_000_000_000n, {}],
  ] as const)('ends at the goal of a curve: %s', (_, curve_type, end, state) => {
    const curve = (sold: bigint) => open({ state: { ...at(sold, curve_type).state, ...state } }).curve
    expect([curve(end - 1n)?.stage, curve(end)?.stage]).toEqual(['trading', 'complete'])
    expect(Math.abs((curve(end / 2n)?.progressPpm ?? 0) - 500_000)).toBeLessThan(2)
  })

  it('labels trades that no recording covers', () => {
    const grounds = (curve_type: number, request: Parameters<ReturnType<typeof open>['quote']>[0]) => {
      const pool = open(at(10n ** 17n, curve_type))
      const quote = pool.quote(request, clock)
      return [quote.specialCase, isVerifiedOnChain(pool, quote), evidenceOf(pool, quote)]
    }
    const [exactIn, exactOut] = [buy(10n ** 7n), buyFor(10n ** 14n)]
    for (const type of [2, 3])
      for (const request of [exactIn, exactOut, sell(10n ** 14n)])
        expect(grounds(type, request)).toEqual(['otherCurve', false, ['client']])
    expect(grounds(0, exactOut)).toEqual(['otherCurve', false, ['client']])
    for (const type of [0, 1]) {
      expect(grounds(type, exactIn)).toEqual([undefined, true, ['trades', 'client']])
      expect(grounds(type, sell(10n ** 14n))).toEqual([undefined, true, ['trades', 'client']])
      expect(grounds(type, { tokenIn: moonitMint, exactOut: 10n ** 6n })).toEqual([undefined, false, ['client']])
    }
    expect(grounds(1, exactOut)).toEqual([undefined, true, ['trades', 'client']])
  })

  it('refuses a cost of nothing, and a curve without a price', () => {
    expect(codeOf(() => open().quote(buyFor(1_000_000n), clock))).toBe('quote/nothingOut')
    expect(codeOf(() => open({ state: { curve_type: 3, marketcap_threshold: 0n } }).quote(buy(5n), clock))).toBe(
      'quote/noLiquidity',
    )
    // The first price is above the average price of the threshold, so the price would fall.
    const falling = { curve_type: 0, marketcap_threshold: 1n, coef_b: 1_000 }
    expect(codeOf(() => open({ state: falling }).quote(buy(5n), clock))).toBe('quote/noLiquidity')
  })
})

describe('open', () => {
  it('refuses a formula that it does not know, by name if it has one', () => {
    expect(() => open({ state: { curve_type: 4 } })).toThrow(
      refusal('layout/invalidValue', { field: 'CurveAccount.curve_type', value: 'FlatCurveV1AntiSnipe' }),
    )
    expect(() => open({ state: { curve_type: 5 } })).toThrow(refusal('layout/invalidValue', { value: '5' }))
  })

  it('refuses other currencies, rates above 100% and foreign mints', () => {
    for (const field of ['collateral_currency', 'marketcap_currency'])
      expect(() => open({ state: { [field]: 1 } })).toThrow(
        refusal('layout/invalidValue', { field: `CurveAccount.${field}` }),
      )
    expect(() => open({ feeBps: 10_001 })).toThrow(refusal('layout/invalidValue', { field: 'ConfigAccount.fee_bps' }))
    expect(codeOf(() => open({ decimals: 6 }))).toBe('layout/mismatch')
    expect(codeOf(() => open({ state: { mint: wrappedNativeMint } }))).toBe('layout/mismatch')
  })
})

describe('swap', () => {
  it('refuses a curve that the mint does not derive', async () => {
    const pool = open({ address: 'SysvarRent111111111111111111111111111111111' as Address })
    await expect(pool.swap(pool.quote(buy(1_000n), clock), 1n, parties)).rejects.toMatchObject({
      code: 'layout/mismatch',
      facts: { expected: moonitCurve },
    })
  })

  it('opens no account', async () => {
    expect(await open().opens(wrappedNativeMint, parties, new Map())).toEqual([])
  })
})

const cpmmProgram = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address

describe('the end of a curve', () => {
  const ended = (lamports: bigint, migration_target = 0) => {
    const curve_amount = freshMoonitCurve.total_supply - goal
    const { address, accounts } = makeMoonitCurve({ state: { curve_amount, migration_target } })
    const account = accounts.get(address)
    if (!account) return expect.fail('no curve')
    return moonit.open(address, new Map([...accounts, [address, { ...account, lamports }]]))
  }
  const rent = rentExemption(409)

  it('is complete until its lamports leave, and then migrated', () => {
    expect(ended(rent + 1n).curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    const left = ended(rent)
    expect(left.curve).toMatchObject({ stage: 'migrated', progressPpm: 1_000_000 })
    expect(() => left.quote(buy(10n ** 9n), clock)).toThrow(refusal('quote/complete', { stage: 'migrated' }))
  })

  it('may lead to the CP-Swap pool that the migration authority makes, if its target is Raydium', async () => {
    const pool = ended(rent)
    const graduation = await pool.graduation?.()
    const { migration_authority } = moonitConfig
    const [config] = await programAddress(cpmmProgram, ['amm_config', Uint8Array.of(0, 0)])
    // The test's mint begins with 1, and the wrapped mint with 6.
    const seeds = [config, moonitMint, wrappedNativeMint].map(addressBytes)
    const [address] = await programAddress(cpmmProgram, ['pool', ...seeds])
    expect(graduation).toMatchObject({ protocol: 'raydium_cpmm', address, mayDiffer: true })
    const account = (creator: Address, owner: Address = cpmmProgram) => {
      const data = new Uint8Array(637)
      data.set(addressBytes(creator), 40)
      return { owner, data, lamports: 1n, executable: false, slot: 0n }
    }
    expect(graduation?.isProvedBy?.(account(migration_authority))).toBe(true)
    expect(graduation?.isProvedBy?.(account(moonitMint))).toBe(false)
    expect(graduation?.isProvedBy?.(account(migration_authority, moonitMint))).toBe(false)
    expect(ended(rent, 1).graduation).toBeUndefined()
  })
})
