import { type Address, wrappedNativeMint } from '@tern/core'
import { decodePoolConfig, type PoolConfig, program, type Swap2Event } from '@tern/venues/meteoraDbc'
import { buyForQuote, curveOf, sellForQuote, swap2EventLayout, swapEventLayout } from '@tern/venues/meteoraDbc/internal'
import { describe, expect, it } from 'vitest'
import { dbcClock, dbcMint, makeDbcPool, samplePool, withTail } from '../../packages/venues/test/meteoraDbcPools.ts'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'

/** The fields that both events of a swap share. */
type SwapFields = Pick<
  Swap2Event,
  | 'pool'
  | 'config'
  | 'trade_direction'
  | 'has_referral'
  | 'included_fee_input_amount'
  | 'excluded_fee_input_amount'
  | 'output_amount'
  | 'next_sqrt_price'
  | 'trading_fee'
  | 'protocol_fee'
  | 'referral_fee'
  | 'current_timestamp'
> & { readonly swap_mode: number; readonly quote_reserve_amount?: bigint }

const recordings = readRecordings('meteora_dbc', program)
const evidence = proves('meteora_dbc')
const needs = 'RECORDINGS_DIR'
const beginning = ({ discriminator }: { readonly discriminator: Uint8Array }) =>
  (recordings?.events ?? []).filter(event => discriminator.every((byte, i) => event[i] === byte))
const newer: readonly SwapFields[] = beginning(swap2EventLayout).map(event => swap2EventLayout.decode(event, 'atLeast'))
const isSame = (a: SwapFields, b: SwapFields) =>
  a.next_sqrt_price === b.next_sqrt_price && a.output_amount === b.output_amount
const older: readonly SwapFields[] = beginning(swapEventLayout)
  .map(event => swapEventLayout.decode(event, 'atLeast'))
  .map(event => ({
    ...{ ...event, swap_mode: 0, included_fee_input_amount: event.amount_in },
    excluded_fee_input_amount: event.actual_input_amount,
  }))
  .filter(event => !newer.some(other => isSame(event, other)))
const swaps = [...newer, ...older]
const configs = new Map([...(recordings?.named ?? [])].map(([address, data]) => [address, decodePoolConfig(data)]))

/** Trades on recorded terms: only the price before is unknown. */
const ofKnownTerms = swaps.flatMap(event => {
  const config = configs.get(event.config)
  return config === undefined ? [] : [{ event, config }]
})
const isBuy = (event: SwapFields) => event.trade_direction === 1
const feeOf = (event: SwapFields) => event.trading_fee + event.protocol_fee + event.referral_fee
/** The quote amount that the curve itself gave or took. */
const quoteMoved = (event: SwapFields) =>
  isBuy(event) ? event.excluded_fee_input_amount : -(event.output_amount + feeOf(event))

/** Trades of a pool that was simulated many times, between the same few states. The chain kept no such state. */
const simulated = swaps.filter(
  ({ config, pool, quote_reserve_amount }) =>
    !configs.has(config) && quote_reserve_amount !== undefined && newer.filter(other => other.pool === pool).length > 2,
)
const replayed = [...ofKnownTerms.map(({ event }) => event), ...simulated]
const against = `${recordings === undefined ? '' : `${replayed.length} `}trades recorded from mainnet`

/** The venue's own pool at this price. */
async function opened(event: SwapFields, config: PoolConfig, sqrtPrice: bigint) {
  const { address, accounts, venue } = await makeDbcPool({
    config,
    baseFee: config.base_fee,
    dynamicFee: config.dynamic_fee,
    state: {
      ...{ config: event.config, sqrt_price: sqrtPrice, activation_point: 0n },
      ...{ quote_reserve: config.migration_quote_threshold - 1n, base_reserve: samplePool.base_reserve },
    },
  })
  return venue.open(address, accounts)
}

/** The prices that lead to the event's end price. The price after grows with the price before. */
function pricesBefore(event: SwapFields, config: PoolConfig): readonly bigint[] {
  const move = (sqrtPrice: bigint) => {
    const curve = curveOf(config, { ...samplePool, sqrt_price: sqrtPrice })
    const amount = event.excluded_fee_input_amount
    return (isBuy(event) ? buyForQuote(curve, amount) : sellForQuote(curve, amount)).sqrtPrice
  }
  let [low, high] = [config.sqrt_start_price, config.migration_sqrt_price]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (move(middle) < event.next_sqrt_price) low = middle
    else high = middle
  }
  return [low, high, high + 1n, high + 2n].filter(price => move(price) === event.next_sqrt_price)
}

/** A pool's input, output and fees at this price. */
async function answer(event: SwapFields, config: PoolConfig, sqrtPrice: bigint) {
  const pool = await opened(event, config, sqrtPrice)
  const request =
    event.swap_mode === 2 ? { exactOut: event.output_amount } : { exactIn: event.included_fee_input_amount }
  const tokenIn: Address = isBuy(event) ? config.quote_mint : dbcMint
  const referral = event.has_referral ? { referralPpm: 10_000n } : {}
  const { amountIn, amountOut, fees } = pool.quote(
    { tokenIn, ...request, ...referral },
    {
      ...dbcClock,
      unixTimestamp: event.current_timestamp,
    },
  )
  const sum = (...kinds: string[]) =>
    fees.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0n)
  return [amountIn, amountOut, sum('platform', 'creator'), sum('protocol'), sum('referral')]
}

const asRecorded = (event: SwapFields) => [
  ...[event.included_fee_input_amount, event.output_amount],
  ...[event.trading_fee, event.protocol_fee, event.referral_fee],
]

/** The price of a simulated pool with this quote reserve, from the trade that ended there. */
const priceAt = (pool: Address, reserve: bigint) =>
  simulated.find(one => one.pool === pool && one.quote_reserve_amount === reserve)?.next_sqrt_price
const reserveBefore = (event: SwapFields) => (event.quote_reserve_amount ?? 0n) - quoteMoved(event)

/** Terms with a single liquidity that explains two buys of different sizes from the same state. */
function termsOf(pool: Address): PoolConfig {
  const buys = simulated.filter(event => event.pool === pool && isBuy(event))
  for (const one of buys)
    for (const other of buys) {
      if (reserveBefore(one) !== reserveBefore(other) || one.next_sqrt_price <= other.next_sqrt_price) continue
      const more = one.excluded_fee_input_amount - other.excluded_fee_input_amount
      const liquidity = (more << 128n) / (one.next_sqrt_price - other.next_sqrt_price)
      const rate = (feeOf(one) * 1_000_000_000n) / one.included_fee_input_amount
      return decodedTerms(liquidity, rate, one.next_sqrt_price)
    }
  throw new TypeError(`${pool} was not bought of in two sizes`)
}

function decodedTerms(liquidity: bigint, rate: bigint, around: bigint): PoolConfig {
  const [sample] = [...configs.values()]
  if (sample === undefined) throw new TypeError('no config was recorded')
  const { base_fee, dynamic_fee } = sample
  return {
    ...sample,
    base_fee: { ...base_fee, cliff_fee_numerator: rate, base_fee_mode: 0, first_factor: 0 },
    dynamic_fee: { ...dynamic_fee, initialized: 0 },
    ...{ collect_fee_mode: 0, quote_mint: wrappedNativeMint, migration_quote_threshold: 1n << 62n },
    ...{ sqrt_start_price: around / 2n, migration_sqrt_price: around * 2n },
    curve: withTail([{ sqrt_price: around * 2n, liquidity }]),
  }
}

async function replay(event: SwapFields) {
  const { liquidity } = termsOf(event.pool).curve[0] ?? { liquidity: 1n }
  const before =
    priceAt(event.pool, reserveBefore(event)) ??
    // No trade ended in the initial state of all trades, so compute its price.
    event.next_sqrt_price - (event.excluded_fee_input_amount << 128n) / liquidity
  return answer(event, termsOf(event.pool), before)
}

describe.skipIf(recordings === undefined)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  for (const [name, side] of [
    ['A→B', 0],
    ['B→A', 1],
  ] as const) {
    it(
      `paid ${name} the output of pools with the recorded terms`,
      evidence(against, ['exactIn'], needs, name),
      async () => {
        const ofSide = ofKnownTerms.filter(({ event }) => event.trade_direction === side)
        expect(ofSide.length).toBeGreaterThan(0)
        for (const { event, config } of ofSide) {
          const answers = await Promise.all(pricesBefore(event, config).map(price => answer(event, config, price)))
          expect(answers, event.pool).toContainEqual(asRecorded(event))
        }
      },
    )

    for (const [mode, isOf] of [
      ['exactIn', (event: SwapFields) => event.swap_mode !== 2],
      ['exactOut', (event: SwapFields) => event.swap_mode === 2],
    ] as const)
      it(
        `of a pool agree with a single liquidity: ${name}, ${mode}`,
        evidence(against, [mode], needs, name),
        async () => {
          const ofKind = simulated.filter(event => event.trade_direction === side && isOf(event))
          expect(ofKind.length).toBeGreaterThan(0)
          for (const event of ofKind) expect(await replay(event), event.pool).toEqual(asRecorded(event))
        },
      )
  }

  it('include referred trades', () => {
    expect(replayed.some(({ has_referral }) => has_referral)).toBe(true)
  })

  it('exclude a trade with a thousandth more: it is not explained', async () => {
    const more = (event: SwapFields) => ({
      ...event,
      output_amount: event.output_amount + event.output_amount / 1_000n + 1n,
    })
    for (const event of simulated.filter(({ swap_mode }) => swap_mode !== 2))
      expect(await replay(event)).not.toEqual(asRecorded(more(event)))
    for (const { event, config } of ofKnownTerms)
      for (const price of pricesBefore(event, config))
        expect(await answer(event, config, price)).not.toEqual(asRecorded(more(event)))
  })

  it('gave the protocol a fifth of each fee, a referrer a fifth of that', () => {
    for (const { has_referral, ...event } of swaps) {
      const protocol = feeOf({ has_referral, ...event }) / 5n
      expect([event.protocol_fee + event.referral_fee, event.referral_fee]).toEqual([
        protocol,
        has_referral ? protocol / 5n : 0n,
      ])
    }
  })
})
