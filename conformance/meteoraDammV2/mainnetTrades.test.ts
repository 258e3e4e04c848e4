import { type Decoded, maxU64 } from '@tern/core'
import {
  type Direction,
  directionOf,
  encodeBaseFee,
  poolLayout,
  program,
  splitFees,
  swapEventLayout,
  swapExactIn,
} from '@tern/venues/meteoraDammV2'
import { dammV2State, flatFee } from '@tern/venues/meteoraDammV2Pools'
import { readEvents } from '@tern/venues/read'
import { readRecordings } from '@tern/venues/recordings'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'

type Event = Decoded<typeof swapEventLayout>

const [least, most] = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n]
const recordings = readRecordings('meteora_damm_v2', program)
const evidence = proves('meteora_damm_v2')
const needs = 'RECORDINGS_DIR'
const swaps = (recordings?.events ?? [])
  .filter(event => swapEventLayout.discriminator.every((byte, i) => event[i] === byte))
  .map(event => swapEventLayout.decode(event, 'atLeast'))
const feeOf = (event: Event) => event.claiming_fee + event.protocol_fee + event.compounding_fee + event.referral_fee
const isFeeOnInput = (event: Event) => event.collect_fee_mode === 1 && event.trade_direction === 1
/** Of pools without bounds, as most are: the others' events do not say where they end. */
const unbounded = swaps.filter(event => event.collect_fee_mode < 2 && liquiditiesOf(event).length > 0)
/** Those whose pool's account was recorded as it was before them, which its reserves tell. */
const fromAccounts = swaps.flatMap(event => {
  const data = recordings?.named.get(event.pool)
  if (data === undefined) return []
  const pool = poolLayout.decode(data)
  const { input, output } = movedBy(event)
  const [a, b] = event.trade_direction === 0 ? [input, -output] : [-output, input]
  const isBefore =
    pool.token_a_amount + a === event.reserve_a_amount && pool.token_b_amount + b === event.reserve_b_amount
  return isBefore ? [{ event, pool }] : []
})
const replayed = new Set([...unbounded, ...fromAccounts.map(({ event }) => event)])
const against = `${recordings === undefined ? '' : `${replayed.size} `}trades recorded from mainnet`

/** What entered and left the reserves of a pool that does not compound. */
function movedBy(event: Event): { readonly input: bigint; readonly output: bigint } {
  return {
    input: event.excluded_fee_input_amount,
    output: event.output_amount + (isFeeOnInput(event) ? 0n : feeOf(event)),
  }
}

/**
 * The least and the most liquidity that have these reserves after the trade in a pool without bounds, however a release rounds them
 * (`get_reserves_amount`); none where no liquidity has both, and the pool has bounds.
 */
function liquiditiesOf({ next_sqrt_price: price, reserve_a_amount: a, reserve_b_amount: b }: Event): readonly bigint[] {
  const ofA = (amount: bigint) => (amount * most * price) / (most - price)
  const ofB = (amount: bigint) => (amount << 128n) / (price - least)
  const low = [ofA(a - 1n), ofB(b - 1n)].reduce((x, y) => (x > y ? x : y))
  const high = [ofA(a + 1n), ofB(b + 1n)].reduce((x, y) => (x < y ? x : y))
  return low <= high ? [low, high] : []
}

/** The price before a trade that moved it to `next_sqrt_price`: the least that does. */
function priceBefore(event: Event, liquidity: bigint): bigint {
  const { next_sqrt_price: after, excluded_fee_input_amount: input } = event
  if (event.trade_direction === 1) return after - (input << 128n) / liquidity
  return (after * liquidity) / (liquidity - input * after)
}

/** What the pool takes, as a part of a thousand million: what is left of an output, or taken of an input, fits some such rates. */
function rateOf(event: Event): bigint {
  const fee = feeOf(event)
  const isOnInput = isFeeOnInput(event)
  return (fee * 1_000_000_000n) / (isOnInput ? event.included_fee_input_amount : event.output_amount + fee)
}

function replay(event: Event, liquidity: bigint) {
  const state = {
    ...{ liquidity, sqrt_price: priceBefore(event, liquidity), sqrt_min_price: least, sqrt_max_price: most },
    ...{ collect_fee_mode: event.collect_fee_mode, base_fee: encodeBaseFee(flatFee(rateOf(event))) },
  }
  const pool = poolLayout.decode(poolLayout.encode(dammV2State({ state })))
  const direction = directionOf(pool, event.trade_direction === 0 ? 'aToB' : 'bToA') as Direction
  return { pool, result: swapExactIn(direction, event.included_fee_input_amount, event.current_timestamp) }
}

describe.skipIf(recordings === undefined)('recorded mainnet trades (RECORDINGS_DIR)', () => {
  it('pay what a pool of the reserves that they left pays', evidence(against, ['exactIn'], needs), () => {
    expect(unbounded.length).toBeGreaterThan(0)
    for (const event of unbounded) {
      const fee = feeOf(event)
      const paid = liquiditiesOf(event).map(liquidity => {
        const { pool, result } = replay(event, liquidity)
        expect(splitFees(pool, fee, event.has_referral ? 'referred' : 'unreferred')).toMatchObject({
          ...{ protocol: event.protocol_fee, referral: event.referral_fee },
        })
        return result?.passage.output ?? maxU64
      })
      const { output } = movedBy(event)
      // Not to the unit: the event says neither the pool's liquidity nor the price before, and reserves are told after rounding, so
      // that several liquidities have them, each with its own least price that ends at the one told. What these pay spans two units
      // at most, and the output is among it.
      expect(paid[0]).toBeLessThanOrEqual(output + 1n)
      expect(paid.at(-1)).toBeGreaterThanOrEqual(output - 1n)
      expect((paid.at(-1) ?? 0n) - (paid[0] ?? 0n)).toBeLessThanOrEqual(2n)
    }
  })

  it.skipIf(fromAccounts.length === 0)(
    'pay what the account before them says, to the unit',
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

  it('are told of as the accounts changed', async () => {
    for (const { instructions, payer } of recordings?.transactions ?? []) {
      const executed = {
        logs: [],
        inner: instructions.flatMap(one => one.events.map(data => ({ program, data }))),
        instructions: instructions.map(one => ({ ...one, program })),
      }
      for (const event of await readEvents(program, executed))
        if (event.kind === 'trade') {
          expect(event.amountIn > 0n && event.mintIn !== event.mintOut).toBe(true)
          if (instructions.length === 1) expect(event.trader).toBe(payer)
        }
    }
  })
})
