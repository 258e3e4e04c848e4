import { wrappedNativeMint } from '@tern/core'
import { decodePoolState, poolAddress, program, raydiumLaunchlab, type TradeEvent } from '@tern/venues/raydiumLaunchlab'
import {
  buyExactOutLayout,
  initialCurve,
  poolCreateEventLayout,
  poolStateLayout,
  sellExactOutLayout,
  tradeEventLayout,
  vaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import { describe, expect, it } from 'vitest'
import { launchlabClock, launchlabMint, makeLaunchlabPool } from '../../packages/venues/test/raydiumLaunchlabPools.ts'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'

const recordings = readRecordings('raydiumLaunchlab', program)
const evidence = proves('raydium_launchlab')
const needs = 'RECORDINGS_DIR'
const begins = (data: Uint8Array, { discriminator }: { readonly discriminator: Uint8Array }) =>
  discriminator.every((byte, i) => data[i] === byte)

const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
/** Events of instructions with an exact output. */
const ofExactOutputs = new Set(
  (recordings?.transactions ?? [])
    .flatMap(({ instructions }) => instructions)
    .filter(({ data }) => begins(data, buyExactOutLayout) || begins(data, sellExactOutLayout))
    .flatMap(one => one.events.map(event => hex(event.subarray(8)))),
)

/** Before creator fees, events showed neither the creator's fee nor the mode. */
function completed(event: Uint8Array): Uint8Array {
  if (event.length >= tradeEventLayout.size) return event
  const { creator_fee, exact_in } = tradeEventLayout.offsets
  const whole = new Uint8Array(tradeEventLayout.size)
  whole.set(event.subarray(0, creator_fee))
  whole.set(event.subarray(creator_fee), creator_fee + 8)
  whole[exact_in] = ofExactOutputs.has(hex(event)) ? 0 : 1
  return whole
}

/** Trades on constant-product curves. Others were not recorded. */
const events = (recordings?.events ?? [])
  .filter(event => begins(event, tradeEventLayout))
  .map(event => tradeEventLayout.decode(completed(event), 'atLeast'))
const launches = (recordings?.events ?? [])
  .filter(event => poolCreateEventLayout.begins(event))
  .map(event => poolCreateEventLayout.decode(event))
const pools = (recordings?.accounts ?? []).filter(data => begins(data, poolStateLayout)).map(decodePoolState)
const against = `${recordings === undefined ? '' : `${events.length} `}trades recorded from mainnet`

/** The amount that a trade's fees are parts of. */
function feesAreOf({ trade_direction, amount_in, amount_out, protocol_fee, platform_fee, creator_fee }: TradeEvent) {
  return trade_direction === 0 ? amount_in : amount_out + protocol_fee + platform_fee + creator_fee
}

/**
 * The pool's fee rates, computed from its largest trade.
 * Configs have multiples of 500 per million, and fees of a few units are too coarse to determine the rate.
 */
function ratesOf({ pool_state }: TradeEvent) {
  const ofPool = events.filter(event => event.pool_state === pool_state)
  const largest = ofPool.reduce((one, other) => (feesAreOf(other) > feesAreOf(one) ? other : one))
  const paid = feesAreOf(largest)
  const rate = (fee: bigint) => ((fee * 1_000_000n + 250n * paid) / (500n * paid)) * 500n
  const { protocol_fee, platform_fee, creator_fee } = largest
  return { trade_fee_rate: rate(protocol_fee), fee_rate: rate(platform_fee), creator_fee_rate: rate(creator_fee) }
}

/** The venue's own pool before the trade. */
function opened(event: TradeEvent) {
  const { trade_fee_rate, ...rates } = ratesOf(event)
  const { address, accounts } = makeLaunchlabPool({
    state: {
      total_base_sell: event.total_base_sell,
      virtual_base: event.virtual_base,
      virtual_quote: event.virtual_quote,
      real_base: event.real_base_before,
      real_quote: event.real_quote_before,
    },
    config: { trade_fee_rate },
    rates,
  })
  return raydiumLaunchlab.open(address, accounts)
}

const feesOf = ({ protocol_fee, platform_fee, creator_fee }: TradeEvent) => [
  { kind: 'protocol', mint: wrappedNativeMint, amount: protocol_fee },
  { kind: 'platform', mint: wrappedNativeMint, amount: platform_fee },
  ...(creator_fee > 0n ? [{ kind: 'creator', mint: wrappedNativeMint, amount: creator_fee }] : []),
]
const bought = events.filter(({ trade_direction, exact_in }) => trade_direction === 0 && exact_in)
const boughtExactly = events.filter(({ trade_direction, exact_in }) => trade_direction === 0 && !exact_in)
const sold = events.filter(({ trade_direction, exact_in }) => trade_direction === 1 && exact_in)

describe.skipIf(recordings === undefined)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  it('bought the quote for an exact input', evidence(against, ['exactIn'], needs, 'B→A'), () => {
    for (const event of bought) {
      const quote = opened(event).quote({ tokenIn: wrappedNativeMint, exactIn: event.amount_in }, launchlabClock)
      expect([quote.amountIn, quote.amountOut]).toEqual([event.amount_in, event.amount_out])
      expect(quote.fees).toEqual(feesOf(event))
    }
    expect(bought.length).toBeGreaterThan(0)
  })

  it('bought an exact output at the quote', evidence(against, ['exactOut'], needs, 'B→A'), () => {
    for (const event of boughtExactly) {
      const quote = opened(event).quote({ tokenIn: wrappedNativeMint, exactOut: event.amount_out }, launchlabClock)
      expect([quote.amountIn, quote.amountOut]).toEqual([event.amount_in, event.amount_out])
      expect(quote.fees).toEqual(feesOf(event))
    }
    expect(boughtExactly.length).toBeGreaterThan(0)
  })

  it('sold an exact input at the quote', evidence(against, ['exactIn'], needs, 'A→B'), () => {
    for (const event of sold) {
      const quote = opened(event).quote({ tokenIn: launchlabMint, exactIn: event.amount_in }, launchlabClock)
      expect([quote.amountIn, quote.amountOut]).toEqual([event.amount_in, event.amount_out])
      expect(quote.fees).toEqual(feesOf(event))
    }
    expect(sold.length).toBeGreaterThan(0)
  })

  it('would not have cost less for their output', () => {
    for (const event of events) {
      const tokenIn = event.trade_direction === 0 ? wrappedNativeMint : launchlabMint
      const pool = opened(event)
      const quote = pool.quote({ tokenIn, exactOut: event.amount_out }, launchlabClock)
      expect(quote.amountIn).toBeLessThanOrEqual(event.amount_in)
      if (quote.amountIn === 1n) continue
      const less = pool.quote({ tokenIn, exactIn: quote.amountIn - 1n }, launchlabClock)
      expect(less.amountOut).toBeLessThan(event.amount_out)
    }
  })

  it('left the curve’s reserves', () => {
    for (const event of events) {
      const fees = event.protocol_fee + event.platform_fee + event.creator_fee + event.share_fee
      const [base, quote] =
        event.trade_direction === 0
          ? [event.amount_out, event.amount_in - fees]
          : [-event.amount_in, -event.amount_out - fees]
      expect(event.real_base_after - event.real_base_before).toBe(base)
      expect(event.real_quote_after - event.real_quote_before).toBe(quote)
    }
  })
})

describe.skipIf(recordings === undefined)('launches recorded from mainnet (RECORDINGS_DIR)', () => {
  it('began with the reserves in the event of their first trade', () => {
    let compared = 0
    for (const { pool_state, curve, total_locked_amount } of launches) {
      const first = events.find(event => event.pool_state === pool_state)
      if (first === undefined) continue
      const { total_base_sell, virtual_base, virtual_quote } = first
      expect(initialCurve(curve, total_locked_amount, 0n)).toEqual({ total_base_sell, virtual_base, virtual_quote })
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  })
})

describe.skipIf(recordings === undefined)('pools recorded from mainnet (RECORDINGS_DIR)', () => {
  it('have the addresses that follow from their mints', async () => {
    expect(pools.length).toBeGreaterThan(0)
    for (const { base_mint, quote_mint, base_vault, quote_vault } of pools) {
      const pool = await poolAddress(base_mint, quote_mint)
      expect(await vaultAddress(pool, base_mint)).toBe(base_vault)
      expect(await vaultAddress(pool, quote_mint)).toBe(quote_vault)
    }
  })

  it('began as launches do, and received the curve’s price', () => {
    for (const pool of pools) {
      const { supply, total_base_sell, total_quote_fund_raising, migrate_type, migrate_fee, total_locked_amount } = pool
      const params = {
        type: 'constantProduct' as const,
        supply,
        total_base_sell,
        total_quote_fund_raising,
        migrate_type,
      }
      const { virtual_base, virtual_quote } = pool
      expect(initialCurve(params, total_locked_amount, migrate_fee)).toEqual({
        ...{ total_base_sell, virtual_base, virtual_quote },
      })
      const asked = (virtual_quote * pool.real_base) / (virtual_base - pool.real_base)
      // Each trade rounds in the curve's favour.
      expect(pool.real_quote).toBeGreaterThanOrEqual(asked)
      expect(pool.real_quote - asked).toBeLessThan(10_000n)
    }
  })
})
