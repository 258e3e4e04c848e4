import { type Address, isTernError, token2022Program, tokenProgram } from '@tern/core'
import { instructionsSysvar, tokenAccountLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { anyBytes } from '../../test/anyBytes.ts'
import { codeOf } from '../../test/codeOf.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import {
  type DammV2Shape,
  dammV2Addresses,
  dammV2Clock,
  dammV2Pools,
  flatFee,
  makeDammV2Pool,
} from '../../test/meteoraDammV2Pools.ts'
import { parties, venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import type { RateLimiter } from './baseFee.ts'
import * as folder from './index.ts'
import { swap2Layout, swapLayout } from './instructions.ts'
import { poolLayout } from './layout.ts'

venueContract('meteora_damm_v2', dammV2Pools)
anyBytes('meteora_damm_v2', dammV2Pools, everythingIn('meteoraDammV2'))

const { pool: address, mints, vaults } = dammV2Addresses
const open = (shape: DammV2Shape) => {
  const { venue, accounts } = makeDammV2Pool(shape)
  return venue.open(address, accounts)
}
const one = 1n << 64n
const quarterToFour = {
  sqrt_price: one,
  sqrt_min_price: one / 2n,
  sqrt_max_price: one * 2n,
  liquidity: 1_000_000n << 64n,
}
const limiter: RateLimiter = {
  ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 100, max_limiter_duration: 60 },
  ...{ max_fee_bps: 500, reference_amount: 1_000n },
}

describe('a pool', () => {
  it('takes its fee from the output, and reports its shares', () => {
    const quote = open({ baseFee: flatFee(10_000_000n), state: quarterToFour }).quote(
      { tokenIn: mints[0], exactIn: 100_000n },
      dammV2Clock,
    )
    // 100,000 of A bring 90,909 of B. The fee is 1%, rounded up: 910. A fifth of it is the protocol's.
    expect(quote).toMatchObject({
      ...{ amountIn: 100_000n, amountOut: 89_999n, filled: 'whole' },
      fees: [
        { kind: 'trade', mint: mints[1], amount: 728n },
        { kind: 'protocol', mint: mints[1], amount: 182n },
      ],
    })
    expect(quote.currentPrice).toEqual({ numerator: one * one, denominator: one * one })
    expect(Number(quote.priceImpact.numerator) / Number(quote.priceImpact.denominator)).toBeCloseTo(1 / 11, 9)
  })

  it('takes its fee from an input of token B', () => {
    const state = { ...quarterToFour, collect_fee_mode: 1 }
    const pool = open({ baseFee: flatFee(10_000_000n), state })
    const bought = pool.quote({ tokenIn: mints[1], exactIn: 100_000n }, dammV2Clock)
    expect(bought.fees).toEqual([
      { kind: 'trade', mint: mints[1], amount: 800n },
      { kind: 'protocol', mint: mints[1], amount: 200n },
    ])
    expect(pool.quote({ tokenIn: mints[1], exactOut: bought.amountOut }, dammV2Clock).amountIn).toBeLessThanOrEqual(
      100_000n,
    )
  })

  it('fills an input only up to the end of its price range, and asks the program for that', async () => {
    for (const collect_fee_mode of [0, 1]) {
      const pool = open({ baseFee: flatFee(10_000_000n), state: { ...quarterToFour, collect_fee_mode } })
      for (const tokenIn of mints) {
        const quote = pool.quote({ tokenIn, exactIn: 5_000_000n }, dammV2Clock)
        const isFeeOnInput = collect_fee_mode === 1 && tokenIn === mints[1]
        expect(quote).toMatchObject({ filled: 'partial', amountIn: isFeeOnInput ? 1_010_102n : 1_000_000n })
        expect(quote.amountOut).toBe(isFeeOnInput ? 500_000n : 495_000n)
        const [instruction] = await pool.swap(quote, quote.amountOut, parties)
        const asked = swap2Layout.decode(Uint8Array.from(instruction?.data ?? []))
        expect(asked).toEqual({ amount_0: 5_000_000n, amount_1: quote.amountOut, swap_mode: 1 })
      }
    }
  })

  it('keeps the whole input if the part after the fee fills the price range exactly', () => {
    // The range takes 989.0…1, rounded up to 990. Both 1,001 − 11 (1%, rounded up) and 1,000 − 10 are 990.
    // A partial fill of a larger input costs 1,000.
    const state = { ...quarterToFour, liquidity: (989n << 64n) + 1n, collect_fee_mode: 1 }
    const pool = open({ baseFee: flatFee(10_000_000n), state })
    const amountFor = (exactIn: bigint) => pool.quote({ tokenIn: mints[1], exactIn }, dammV2Clock).amountIn
    expect([amountFor(1_001n), amountFor(1_002n)]).toEqual([1_001n, 1_000n])
  })

  it('trades in a single direction at the end of its price range', () => {
    const pool = open({ state: { ...quarterToFour, sqrt_price: one / 2n } })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 5n }, dammV2Clock))).toBe('quote/noLiquidity')
    expect(pool.quote({ tokenIn: mints[1], exactIn: 5_000n }, dammV2Clock).amountOut).toBeGreaterThan(0n)
    expect(
      codeOf(() => open({ state: { liquidity: 0n } }).quote({ tokenIn: mints[0], exactIn: 5n }, dammV2Clock)),
    ).toBe('quote/noLiquidity')
  })

  it('trades with its reserves if fees compound', () => {
    const pool = open({
      baseFee: flatFee(10_000_000n),
      state: {
        collect_fee_mode: 2,
        compounding_fee_bps: 5_000,
        token_a_amount: 1_000_000n,
        token_b_amount: 4_000_000n,
      },
    })
    const sold = pool.quote({ tokenIn: mints[0], exactIn: 250_000n }, dammV2Clock)
    expect(sold).toMatchObject({
      amountOut: 792_000n,
      currentPrice: { numerator: 4_000_000n, denominator: 1_000_000n },
    })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactOut: 4_000_000n }, dammV2Clock))).toBe(
      'quote/beyondReserves',
    )
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 2n ** 64n - 1n }, dammV2Clock))).toBe(
      'quote/beyondReserves',
    )
  })

  it('opens at its second or its slot', () => {
    const late = (activation_type: number) => {
      const now = activation_type === 0 ? dammV2Clock.slot : dammV2Clock.unixTimestamp
      const pool = open({ state: { activation_type, activation_point: now + 10n } })
      const clockAt = (later: bigint) => ({
        ...dammV2Clock,
        slot: dammV2Clock.slot + later,
        unixTimestamp: dammV2Clock.unixTimestamp + later,
      })
      const quoteAt = (later: bigint) => () => pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clockAt(later))
      expect([9n, 10n].map(later => stageOf(pool, clockAt(later)))).toEqual(['notOpen', 'trading'])
      expect(codeOf(quoteAt(9n))).toBe('quote/notOpen')
      const unit = activation_type === 0 ? 'slots' : 'seconds'
      expect([9n, 10n].map(later => pool.changesWith?.(clockAt(later)))).toEqual([unit, undefined])
      expect(codeOf(() => void quoteAt(10n)())).toBeUndefined()
      try {
        quoteAt(0n)()
      } catch (error) {
        return isTernError(error, 'quote/notOpen') ? error.facts.openTimeSeconds - dammV2Clock.unixTimestamp : error
      }
    }
    expect([late(1), late(0)]).toEqual([10n, 4n])
  })

  it('trades nothing while it is disabled or a vault is frozen', () => {
    const ask = (pool: ReturnType<typeof open>) =>
      codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, dammV2Clock))
    expect(ask(open({ state: { pool_status: 1 } }))).toBe('quote/paused')
    const { venue, accounts } = makeDammV2Pool({})
    const vault = accounts.get(vaults[1])
    if (!vault) return expect.fail('no vault')
    const data = Uint8Array.from(vault.data)
    data[tokenAccountLayout.offsets.state] = 2
    accounts.set(vaults[1], { ...vault, data })
    expect(ask(venue.open(address, accounts))).toBe('quote/paused')
  })

  it('cannot be opened with numbers that the program does not know', () => {
    const refused = (state: DammV2Shape['state'] = {}) =>
      expect(codeOf(() => open({ state }))).toBe('layout/invalidValue')
    refused({ collect_fee_mode: 3 })
    refused({ activation_type: 2 })
    refused({ layout_version: 2 })
    refused({ token_a_flag: 2 })
    refused({ protocol_fee_percent: 101 })
    refused({ compounding_fee_bps: 10_001 })
    refused({ fee_version: 2 })
    const { venue, accounts } = makeDammV2Pool({})
    const mint = accounts.get(mints[0])
    if (!mint) return expect.fail('no mint')
    accounts.set(mints[0], { ...mint, owner: token2022Program })
    expect(codeOf(() => venue.open(address, accounts))).toBe('layout/mismatch')
    expect(codeOf(() => open({ state: { token_b_mint: mints[0] } }))).toMatch(/^layout/)
  })
})

describe('a swap', () => {
  it("uses the program's own instruction for an exact input and for an exact output", async () => {
    const pool = open({ transferFees: [{ bps: 10, newerBps: 10, maximum: 5n }, undefined] })
    const given = pool.quote({ tokenIn: mints[1], exactIn: 1_000_000n }, dammV2Clock)
    const [exactIn] = await pool.swap(given, given.amountOut, parties)
    expect(swapLayout.decode(Uint8Array.from(exactIn?.data ?? []))).toEqual({
      ...{ amount_in: 1_000_000n, minimum_amount_out: given.amountOut },
    })
    expect(exactIn?.accounts?.slice(9, 12).map(meta => meta.address)).toEqual([
      ...[token2022Program, tokenProgram, folder.program],
    ])
    const asked = pool.quote({ tokenIn: mints[1], exactOut: 1_000_000n }, dammV2Clock)
    const referral = parties.owner
    const [exactOut] = await pool.swap(asked, asked.amountIn + 5n, { ...parties, referral })
    expect(swap2Layout.decode(Uint8Array.from(exactOut?.data ?? []))).toEqual({
      ...{ amount_0: 1_000_000n, amount_1: asked.amountIn + 5n, swap_mode: 2 },
    })
    expect(exactOut?.accounts?.[11]).toEqual({ address: referral, role: 1 })
    expect(exactOut?.accounts).toHaveLength(14)
  })

  it('shows the program the other instructions if a rate limiter may read them', async () => {
    const last = async (tokenIn: Address, baseFee: RateLimiter) => {
      const pool = open({ baseFee, state: { collect_fee_mode: 1 } })
      const [instruction] = await pool.swap(pool.quote({ tokenIn, exactIn: 10n ** 9n }, dammV2Clock), 0n, parties)
      return instruction?.accounts?.at(-1)?.address
    }
    expect(await last(mints[1], limiter)).toBe(instructionsSysvar)
    expect(await last(mints[0], limiter)).toBe(folder.program)
    const unused = { max_fee_bps: 0, fee_increment_bps: 0, max_limiter_duration: 0, reference_amount: 0n }
    expect(await last(mints[1], { ...limiter, ...unused })).toBe(folder.program)
  })

  it('is refused for vaults of another pool', async () => {
    const { venue, accounts } = makeDammV2Pool({})
    const elsewhere = parties.tokenAccountIn
    accounts.set(elsewhere, accounts.get(vaults[0]) ?? null)
    const account = accounts.get(address)
    if (!account) return expect.fail('no pool')
    const data = poolLayout.encode({ ...poolLayout.decode(account.data), token_a_vault: elsewhere })
    accounts.set(address, { ...account, data })
    const pool = venue.open(address, accounts)
    const quote = pool.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, dammV2Clock)
    await expect(pool.swap(quote, 0n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })
})
