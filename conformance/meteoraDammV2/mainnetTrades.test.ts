import { type Decoded, maxU64 } from '@tern/core/internal'
import { program } from '@tern/venues/meteoraDammV2'
import {
  type Direction,
  directionOf,
  encodeBaseFee,
  poolLayout,
  splitFees,
  swapEventLayout,
  swapExactIn,
} from '@tern/venues/meteoraDammV2/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { dammV2State, flatFee } from '../../packages/venues/test/meteoraDammV2Pools.ts'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'

type Event = Decoded<typeof swapEventLayout>

const [min, max] = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n]
const recordings = readRecordings('meteora_damm_v2', program)
const evidence = proves('meteora_damm_v2')
const needs = 'RECORDINGS_DIR'
const swaps = (recordings?.events ?? [])
  .filter(event => swapEventLayout.discriminator.every((byte, i) => event[i] === byte))
  .map(event => swapEventLayout.decode(event, 'atLeast'))
const feeOf = (event: Event) => event.claiming_fee + event.protocol_fee + event.compounding_fee + event.referral_fee
const isFeeOnInput = (event: Event) => event.collect_fee_mode === 1 && event.trade_direction === 1
/** Consecutive trades of a pool: the reserves show that no trade happened between. */
const pairs = swaps.flatMap(second => {
  const [a, b] = reservesBefore(second)
  return swaps
    .filter(one => one.pool === second.pool && one.reserve_a_amount === a && one.reserve_b_amount === b)
    .map(first => ({ first, second }))
})
/** Trades whose pool account was recorded just before, as its reserves show. */
const fromAccounts = swaps.flatMap(event => {
  const data = recordings?.named.get(event.pool)
  if (data === undefined) return []
  const pool = poolLayout.decode(data)
  const [a, b] = reservesBefore(event)
  return pool.token_a_amount === a && pool.token_b_amount === b ? [{ event, pool }] : []
})
/**
 * Other trades of pools that do not compound. Their liquidity follows from the records, exactly enough to determine the
 * output.
 */
const ofKnownLiquidity = swaps.filter(
  event =>
    event.collect_fee_mode < 2 &&
    liquiditiesOf(event).length > 0 &&
    fromAccounts.every(one => one.event !== event) &&
    isNarrow(paidBy(event)),
)
const replayed = [...ofKnownLiquidity, ...fromAccounts.map(({ event }) => event)]
const against = `${recordings === undefined ? '' : `${replayed.length} `}trades recorded from mainnet`

/** The amounts that entered and left the reserves of a pool that does not compound. */
function movedBy(event: Event): { readonly input: bigint; readonly output: bigint } {
  return {
    input: event.excluded_fee_input_amount,
    output: event.output_amount + (isFeeOnInput(event) ? 0n : feeOf(event)),
  }
}

function reservesBefore(event: Event): readonly [bigint, bigint] {
  const { input, output } = movedBy(event)
  const { reserve_a_amount: a, reserve_b_amount: b } = event
  return event.trade_direction === 0 ? [a - input, b + output] : [a + output, b - input]
}

/** A pool's price bounds. They never change, so an account recorded at any time shows them. */
function boundsOf({ pool }: Event) {
  const data = recordings?.named.get(pool)
  if (data === undefined) return { sqrt_min_price: min, sqrt_max_price: max }
  const { sqrt_min_price, sqrt_max_price } = poolLayout.decode(data)
  return { sqrt_min_price, sqrt_max_price }
}

/** The lowest and the highest possible liquidity of the pool; empty if no record shows it. */
function liquiditiesOf(event: Event): readonly bigint[] {
  const pair = pairs.find(({ first, second }) => first === event || second === event)
  return pair === undefined ? liquiditiesOfReserves(event) : liquiditiesOfMove(pair.second, pair.first.next_sqrt_price)
}

/**
 * The lowest and the highest liquidity with which the input moves the price from `start` to the event's price. The program rounds
 * that price against the trader, so a range of liquidities leads to it.
 */
function liquiditiesOfMove(event: Event, start: bigint): readonly bigint[] {
  const { next_sqrt_price: end, excluded_fee_input_amount: input } = event
  if (event.trade_direction === 1) return [end - start + 1n, end - start].map(moved => (input << 128n) / moved)
  return [end - 1n, end].map(price => (input * start * price) / (start - price))
}

/**
 * The liquidities that either reserve after the trade implies, lower first (`get_reserves_amount`).
 * They differ slightly, because rounding remainders stay in the reserves.
 * Empty if they differ by more and the pool has bounds that were not recorded.
 */
function liquiditiesOfReserves(event: Event): readonly bigint[] {
  const { next_sqrt_price: price, reserve_a_amount: a, reserve_b_amount: b } = event
  const { sqrt_min_price, sqrt_max_price } = boundsOf(event)
  const ofA = (amount: bigint) => (amount * sqrt_max_price * price) / (sqrt_max_price - price)
  const ofB = (amount: bigint) => (amount << 128n) / (price - sqrt_min_price)
  const low = ofA(a - 1n) < ofB(b - 1n) ? ofA(a - 1n) : ofB(b - 1n)
  const high = ofA(a + 1n) > ofB(b + 1n) ? ofA(a + 1n) : ofB(b + 1n)
  return high - low < high / 20_000n ? [low, high] : []
}

/**
 * The price before a trade: the end of the trade before, or otherwise the lowest price that leads to `next_sqrt_price`.
 */
function priceBefore(event: Event, liquidity: bigint): bigint {
  const pair = pairs.find(({ second }) => second === event)
  if (pair !== undefined) return pair.first.next_sqrt_price
  const { next_sqrt_price: after, excluded_fee_input_amount: input } = event
  if (event.trade_direction === 1) return after - (input << 128n) / liquidity
  return (after * liquidity) / (liquidity - input * after)
}

/** The pool's fee rate in billionths. Several such rates fit the fee on the input or output. */
function rateOf(event: Event): bigint {
  const fee = feeOf(event)
  const isOnInput = isFeeOnInput(event)
  return (fee * 1_000_000_000n) / (isOnInput ? event.included_fee_input_amount : event.output_amount + fee)
}

function replay(event: Event, liquidity: bigint) {
  const state = {
    ...{ liquidity, sqrt_price: priceBefore(event, liquidity), ...boundsOf(event) },
    ...{ collect_fee_mode: event.collect_fee_mode, base_fee: encodeBaseFee(flatFee(rateOf(event))) },
  }
  const pool = poolLayout.decode(poolLayout.encode(dammV2State({ state })))
  const direction = directionOf(pool, event.trade_direction === 0 ? 'aToB' : 'bToA') as Direction
  return { pool, result: swapExactIn(direction, event.included_fee_input_amount, event.current_timestamp) }
}

/** The output for each possible liquidity of the pool. */
function paidBy(event: Event): readonly (bigint | undefined)[] {
  return liquiditiesOf(event).map(liquidity => replay(event, liquidity).result?.passage.output)
}

/**
 * Tests if all outputs agree to two units. Rounding remainders stay in the reserves, so in a busy pool several liquidities
 * fit, and their outputs differ by more.
 */
function isNarrow(paid: readonly (bigint | undefined)[]): boolean {
  return paid.every(one => paid.every(other => one === undefined || other === undefined || one - other <= 2n))
}

describe.skipIf(recordings === undefined)('recorded mainnet trades (RECORDINGS_DIR)', () => {
  it('pay the output of a pool with their liquidity', evidence(against, ['exactIn'], needs), () => {
    expect(ofKnownLiquidity.length).toBeGreaterThan(0)
    for (const event of ofKnownLiquidity) {
      const fee = feeOf(event)
      const paid = liquiditiesOf(event).map(liquidity => {
        const { pool, result } = replay(event, liquidity)
        expect(splitFees(pool, fee, event.has_referral ? 'referred' : 'unreferred')).toMatchObject({
          ...{ protocol: event.protocol_fee, referral: event.referral_fee },
        })
        return result?.passage.output ?? maxU64
      })
      const { output } = movedBy(event)
      // The event shows neither the pool's liquidity nor the price before, and it shows the reserves after rounding.
      // So several liquidities fit, each with its own lowest price that ends at the event's price. Their outputs
      // enclose the output.
      const [min = 0n, max = 0n] = paid.toSorted((x, y) => (x < y ? -1 : 1))
      expect([min <= output, output <= max, max - min <= 2n], event.pool).toEqual([true, true, true])
    }
  })

  it.skipIf(fromAccounts.length === 0)(
    'pay the output of the account before, to the unit',
    evidence(against, ['exactIn'], needs, 'B→A'),
    () => {
      for (const { event, pool } of fromAccounts) {
        const direction = directionOf(pool, event.trade_direction === 0 ? 'aToB' : 'bToA') as Direction
        const result = swapExactIn(direction, event.included_fee_input_amount, event.current_timestamp)
        expect(result).toMatchObject({ amountOut: event.output_amount, fee: feeOf(event) })
        expect(result?.passage.nextSqrtPrice).toBe(event.next_sqrt_price)
      }
    },
  )

  it('emit events that match the changed accounts', async () => {
    for (const { instructions, payer } of recordings?.transactions ?? []) {
      const executed = {
        logs: [],
        inner: instructions.flatMap(one => one.events.map(data => ({ program, data }))),
        instructions: instructions.map(one => ({ ...one, program })),
      }
      for (const event of await readEvents(program, executed))
        if (event.kind === 'trade') {
          expect(event.amountIn > 0n && event.mintIn !== event.mintOut).toBe(true)
          // A router trades in its own name.
          if (instructions.length === 1 && instructions[0]?.accounts.includes(payer)) expect(event.trader).toBe(payer)
        }
    }
  })
})
