import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { anyBytes } from '../../test/anyBytes.ts'
import { codeOf } from '../../test/codeOf.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import {
  type DammV1Shape,
  dammV1Addresses,
  dammV1Clock,
  dammV1ConstantProductPools,
  dammV1Pools,
  dammV1StablePools,
  makeDammV1Pool,
  makeStakePool,
} from '../../test/meteoraDammV1Pools.ts'
import { parties, venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import { virtualPrice } from './depeg.ts'
import { swapLayout } from './internal.ts'

venueContract('meteora_damm_v1, constant product', dammV1ConstantProductPools)
venueContract('meteora_damm_v1, stable', dammV1StablePools)
anyBytes('meteora_damm_v1', dammV1Pools, everythingIn('meteoraDammV1'))

const { pool: address, mints, a, b } = dammV1Addresses
const open = (shape: DammV1Shape) => {
  const { venue, accounts } = makeDammV1Pool(shape)
  return venue.open(address, accounts)
}
const whole = (total: bigint) => ({ total, supply: total, share: total })
const plain = { a: whole(1_000_000n), b: whole(4_000_000n) }
const later = (seconds: bigint) => ({ ...dammV1Clock, unixTimestamp: dammV1Clock.unixTimestamp + seconds })

describe('a pool', () => {
  it('takes its fee from the input, and reports the shares of the protocol and of its partner', () => {
    const state = { trade_fee_numerator: 1_000n, partner_fee_numerator: 50_000n }
    const quote = open({ ...plain, state }).quote({ tokenIn: mints[0], exactIn: 100_000n }, dammV1Clock)
    // 1% is 1,000. A fifth is the protocol's, of which the partner gets a half. 99,000 trade.
    expect(quote).toMatchObject({
      ...{ amountIn: 100_000n, amountOut: 360_327n, filled: 'whole' },
      fees: [
        { kind: 'trade', mint: mints[0], amount: 800n },
        { kind: 'protocol', mint: mints[0], amount: 100n },
        { kind: 'platform', mint: mints[0], amount: 100n },
      ],
      currentPrice: { numerator: 4_000_000n, denominator: 1_000_000n },
    })
  })

  it('charges at least a unit', () => {
    const quote = open(plain).quote({ tokenIn: mints[0], exactIn: 50n }, dammV1Clock)
    expect(quote.fees.map(({ amount }) => amount)).toEqual([0n, 1n])
    expect(codeOf(() => open(plain).quote({ tokenIn: mints[0], exactIn: 1n }, dammV1Clock))).toBe('quote/nothingOut')
  })

  it('trades with the tokens of its shares, as far as the vault has unlocked these', () => {
    const state = {
      ...{ last_updated_locked_profit: 500_000n, last_report: dammV1Clock.unixTimestamp },
      locked_profit_degradation: 10n ** 10n,
    }
    const pool = open({ a: { total: 2_500_000n, supply: 1_000_000n, share: 500_000n, state }, b: whole(4_000_000n) })
    const priceAt = (seconds: bigint) =>
      pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, later(seconds)).currentPrice.denominator
    expect([0n, 50n, 100n, 1_000n].map(priceAt)).toEqual([1_000_000n, 1_125_000n, 1_250_000n, 1_250_000n])
    expect([0n, 99n, 100n].map(seconds => pool.changesWith?.(later(seconds)))).toEqual([
      'seconds',
      'seconds',
      undefined,
    ])
  })

  it('pays only tokens that the vault has not lent out', () => {
    const pool = open({ a: whole(1_000_000n), b: { ...whole(4_000_000n), unlent: 3_000n } })
    const ask = (exactIn: bigint) => pool.quote({ tokenIn: mints[0], exactIn }, dammV1Clock).amountOut
    expect(ask(751n)).toBe(2_997n)
    expect(codeOf(() => ask(800n))).toBe('quote/beyondReserves')
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactOut: 3_001n }, dammV1Clock))).toBe('quote/beyondReserves')
  })

  it('opens at its second or its slot', () => {
    const late = (activation_type: number) => {
      const now = activation_type === 0 ? dammV1Clock.slot : dammV1Clock.unixTimestamp
      const pool = open({ ...plain, state: { activation_type, activation_point: now + 10n } })
      const clockAt = (by: bigint) => ({ ...later(by), slot: dammV1Clock.slot + by })
      const quoteAt = (by: bigint) => () => pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clockAt(by))
      expect([9n, 10n].map(by => stageOf(pool, clockAt(by)))).toEqual(['notOpen', 'trading'])
      expect([9n, 10n].map(by => codeOf(() => void quoteAt(by)()))).toEqual(['quote/notOpen', undefined])
      const unit = activation_type === 0 ? 'slots' : 'seconds'
      expect([9n, 10n].map(by => pool.changesWith?.(clockAt(by)))).toEqual([unit, undefined])
      return (pool.opensAtSeconds?.(dammV1Clock) ?? 0n) - dammV1Clock.unixTimestamp
    }
    expect([late(1), late(0)]).toEqual([10n, 4n])
  })

  it('trades nothing while it is disabled, and sells nothing to a disabled vault', () => {
    const ask = (shape: DammV1Shape, side: 0 | 1) =>
      codeOf(() => void open(shape).quote({ tokenIn: mints[side], exactIn: 1_000n }, dammV1Clock))
    expect(ask({ ...plain, state: { enabled: false } }, 0)).toBe('quote/paused')
    const shut = { ...plain, b: { ...plain.b, state: { enabled: 0 } } }
    expect([ask(shut, 0), ask(shut, 1)]).toEqual([undefined, 'quote/paused'])
  })

  it('has no liquidity if its vault lost everything, or locks more than it has', () => {
    const ask = (shape: Partial<DammV1Shape>) =>
      codeOf(() => open({ ...plain, ...shape }).quote({ tokenIn: mints[0], exactIn: 9n }, dammV1Clock))
    expect(ask({ b: { total: 0n, supply: 5n, share: 5n } })).toBe('quote/noLiquidity')
    expect(ask({ b: { total: 5n, supply: 0n, share: 0n } })).toBe('quote/noLiquidity')
    expect(ask({ a: { ...plain.a, share: 0n } })).toBe('quote/noLiquidity')
    const state = { last_updated_locked_profit: 2_000_000n, last_report: dammV1Clock.unixTimestamp }
    expect(ask({ a: { ...plain.a, state } })).toBe('quote/noLiquidity')
  })

  it('counts its locked LP tokens', () => {
    expect(open({ ...plain, state: { total_locked_lp: 7n } }).lockedLiquidity).toEqual({
      locked: 7n,
      whole: 1_000_000n,
    })
  })

  it('cannot be opened with numbers that the program does not know, or with accounts of others', () => {
    const refused = (shape: Partial<DammV1Shape>) => codeOf(() => open({ ...plain, ...shape }))
    expect(refused({ state: { activation_type: 2 } })).toBe('layout/invalidValue')
    expect(refused({ state: { curve_type: 2 } })).toBe('layout/invalidValue')
    expect(refused({ state: { trade_fee_numerator: 50_001n } })).toBe('layout/invalidValue')
    expect(refused({ state: { trade_fee_denominator: 0n } })).toBe('layout/invalidValue')
    expect(refused({ state: { protocol_trade_fee_numerator: 100_001n } })).toBe('layout/invalidValue')
    expect(refused({ state: { partner_fee_numerator: 100_001n } })).toBe('layout/invalidValue')
    expect(refused({ stable: { depeg_type: 4 } })).toBe('layout/invalidValue')
    expect(refused({ a: { ...plain.a, state: { token_mint: mints[1] } } })).toBe('layout/mismatch')
    expect(refused({ a: { ...plain.a, share: plain.a.supply + 1n } })).toBe('layout/mismatch')
    expect(refused({ state: { token_b_mint: mints[0], b_vault: a.vault, b_vault_lp: a.poolLp } })).toBe(
      'layout/mismatch',
    )
  })
})

describe('a pool of a staked token', () => {
  const stake = makeStakePool(1_200_000n, 1_000_000n)
  const shape = (storedAgo: bigint): DammV1Shape => ({
    ...{ a: whole(1_200_000_000n), b: whole(1_000_000_000n), stake, state: { stake: stake.address } },
    stable: {
      ...{ token_a_multiplier: 1n, depeg_type: 3, base_virtual_price: 1_100_000n },
      base_cache_updated: dammV1Clock.unixTimestamp - storedAgo,
    },
  })
  const priceOf = (storedAgo: bigint) => {
    const { numerator, denominator } = open(shape(storedAgo)).quote(
      { tokenIn: mints[1], exactIn: 1_000_000n },
      dammV1Clock,
    ).currentPrice
    return Number(numerator) / Number(denominator)
  }

  it('uses the stored price for ten minutes, then the price of the stake pool', () => {
    expect(priceOf(600n)).toBeCloseTo(1.1, 2)
    expect(priceOf(601n)).toBeCloseTo(1.2, 6)
    expect(open(shape(600n)).changesWith?.(dammV1Clock)).toBe('seconds')
    expect(open(shape(601n)).changesWith?.(dammV1Clock)).toBeUndefined()
  })

  it('shows the stake pool to the program', async () => {
    const pool = open(shape(0n))
    const [swap] = await pool.swap(pool.quote({ tokenIn: mints[1], exactIn: 1_000n }, dammV1Clock), 1n, parties)
    expect(swap?.accounts?.at(-1)).toEqual({ address: stake.address, role: 0 })
  })

  it('reads the prices of mSOL and stSOL from the accounts of their programs', () => {
    const priceWith = (depeg_type: 1 | 2, owner: string, at: number, values: readonly bigint[]) => {
      const data = new Uint8Array(600)
      for (const [i, value] of values.entries()) new DataView(data.buffer).setBigUint64(at + 8 * i, value, true)
      return virtualPrice(depeg_type, { ...stake.account, owner: owner as Address, data })
    }
    expect(priceWith(1, 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD', 512, [(2n ** 32n * 13n) / 10n])).toBe(1_299_999n)
    const solido = 'CrX7kMhLC3cSsXJdT7JDgqrRVWGnUpX3gfEfxxU2NVLi'
    expect(priceWith(2, solido, 73, [1_000n, 1_150n])).toBe(1_150_000n)
    expect(codeOf(() => priceWith(2, solido, 73, [0n, 1_150n]))).toBe('layout/invalidValue')
    expect(codeOf(() => priceWith(1, solido, 512, [1n]))).toBe('layout/wrongOwner')
  })
})

describe('a swap', () => {
  it('is an exact input, with the wanted output as its minimum', async () => {
    const pool = open(plain)
    const quote = pool.quote({ tokenIn: mints[1], exactOut: 1_000n }, dammV1Clock)
    const [swap] = await pool.swap(quote, quote.amountIn + 5n, parties)
    expect(swapLayout.decode(Uint8Array.from(swap?.data ?? []))).toEqual({
      ...{ in_amount: quote.amountIn, minimum_out_amount: 1_000n },
    })
    expect(swap?.accounts?.[11]?.address).toBe(b.fee)
    await expect(pool.swap(quote, quote.amountIn - 1n, parties)).rejects.toMatchObject({
      code: 'trade/limitBelowAmountIn',
    })
  })

  it('is refused if the programs do not derive the pool', async () => {
    for (const state of [{ protocol_token_a_fee: b.fee }, { protocol_token_b_fee: a.fee }]) {
      const pool = open({ ...plain, state })
      const quote = pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, dammV1Clock)
      await expect(pool.swap(quote, 1n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
    }
  })
})
