import { type AccountSnapshot, type Address, encodeBase64, systemProgram } from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import type { Quote } from '@tern/venues'
import { program, raydiumCpmm, type SwapEvent } from '@tern/venues/raydiumCpmm'
import { poolStateLayout, swapEventLayout } from '@tern/venues/raydiumCpmm/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { cpmmClock, makeCpmmPool } from '../../packages/venues/test/raydiumCpmmPools.ts'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'

const recordings = readRecordings('raydiumCpmm', program)
const evidence = proves('raydium_cpmm')
const needs = 'RECORDINGS_DIR'

/** Events of older releases end with `base_input`: they show neither the fees nor the mints. */
const begun = (recordings?.events ?? []).filter(event => swapEventLayout.discriminator.every((b, i) => event[i] === b))
const swaps = begun.map(event => {
  const whole = new Uint8Array(swapEventLayout.size)
  whole.set(event.subarray(0, whole.length))
  return { event: swapEventLayout.decode(whole), hasFees: event.length >= swapEventLayout.size, bytes: event }
})
const trades = swaps.filter(({ event }) => event.base_input)
const against = `${recordings === undefined ? '' : `${trades.length} `}trades recorded from mainnet`

/** The fee rates of mainnet's configs, parts per million. */
const configRates = [50n, 100n, 500n, 1_000n, 2_500n, 3_000n, 5_000n, 10_000n, 15_000n, 20_000n, 30_000n, 40_000n]
type Side = 0 | 1

/** The tokens of a pool are sorted by their bytes. */
const isBefore = (a: Address, b: Address) => Buffer.compare(addressBytes(a), addressBytes(b)) < 0
const sidesOf = ({ event, hasFees }: (typeof swaps)[number]): readonly Side[] =>
  hasFees ? [isBefore(event.input_mint, event.output_mint) ? 0 : 1] : [0, 1]

/** The rate of a transfer fee of `fee`, which is rounded up. */
const transferBps = (fee: bigint, of: bigint) => Number((fee * 10_000n) / of)

/** The venue's own pool before the trade. */
function opened(event: SwapEvent, side: Side, tradeFeeRate: bigint) {
  const { input_amount, output_amount, input_transfer_fee, output_transfer_fee, creator_fee, trade_fee } = event
  const onInput = event.creator_fee_on_input
  // On the input, creators get their part of both fees, rounded down. On the output, their fee is rounded up.
  const creatorRate = onInput
    ? (creator_fee * tradeFeeRate + trade_fee / 2n) / (trade_fee || 1n)
    : (creator_fee * 1_000_000n) / (output_amount + creator_fee)
  const fee = (amount: bigint, of: bigint) => {
    const bps = of === 0n ? 0 : transferBps(amount, of)
    return amount === 0n ? undefined : { bps, newerBps: bps, maximum: 2n ** 64n - 1n }
  }
  const ordered = <T>(input: T, output: T): readonly [T, T] => (side === 0 ? [input, output] : [output, input])
  const { venue, address, accounts } = makeCpmmPool({
    reserves: ordered(event.input_vault_before, event.output_vault_before),
    state: { enable_creator_fee: creator_fee > 0n, creator_fee_on: onInput === (side === 0) ? 1 : 2 },
    config: { trade_fee_rate: tradeFeeRate, creator_fee_rate: creatorRate },
    transferFees: ordered(
      fee(input_transfer_fee, input_amount + input_transfer_fee),
      fee(output_transfer_fee, output_amount),
    ),
  })
  const pool = venue.open(address, accounts)
  const { mint } = pool.tokens[side]
  return pool.quote({ tokenIn: mint, exactIn: input_amount + input_transfer_fee }, cpmmClock)
}

/** Trades of pools whose accounts, mints and config were recorded at about the same time. */
const ofAccounts = trades.filter(({ event, hasFees }) => hasFees && recordings?.named.has(event.pool_id))

/** The recorded pool, with the event's vault balances in addition to the waiting fees. */
function reopened({ pool_id, input_mint, input_vault_before, output_vault_before }: SwapEvent) {
  const kept = new Map(recordings?.kept)
  const state = poolStateLayout.decode(recordings?.named.get(pool_id) ?? new Uint8Array())
  const [reserve0, reserve1] =
    input_mint === state.token_0_mint
      ? [input_vault_before, output_vault_before]
      : [output_vault_before, input_vault_before]
  const fill = (vault: Address, amount: bigint) => {
    const account = kept.get(vault) as AccountSnapshot
    const data = account.data.slice()
    new DataView(data.buffer).setBigUint64(tokenAccountLayout.offsets.amount, amount, true)
    kept.set(vault, { ...account, data })
  }
  fill(
    state.token_0_vault,
    reserve0 + state.protocol_fees_token_0 + state.fund_fees_token_0 + state.creator_fees_token_0,
  )
  fill(
    state.token_1_vault,
    reserve1 + state.protocol_fees_token_1 + state.fund_fees_token_1 + state.creator_fees_token_1,
  )
  return raydiumCpmm.open(pool_id, kept)
}

/** A quote's output and each of its fees. */
function ofQuote({ amountOut, fees }: Quote) {
  const sum = (...kinds: string[]) =>
    fees.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0n)
  return [amountOut, sum('trade', 'protocol'), sum('creator'), sum('transfer')]
}

/** The same amounts of an event. */
function ofEvent(event: SwapEvent) {
  const { trade_fee, creator_fee, input_transfer_fee, output_transfer_fee } = event
  return [received(event), trade_fee, creator_fee, input_transfer_fee + output_transfer_fee]
}

const received = ({ output_amount, output_transfer_fee }: SwapEvent) => output_amount - output_transfer_fee

/** The rates at which a pool would have paid the trader's output. */
const explaining = (event: SwapEvent, side: Side) =>
  configRates.filter(rate => opened(event, side, rate).amountOut === received(event))

describe.skipIf(recordings === undefined)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  for (const [side, name] of [
    [0, 'A→B'],
    [1, 'B→A'],
  ] as const)
    it(`paid ${name} the quote at the rate of a config`, evidence(against, ['exactIn'], needs, name), () => {
      const ofSide = trades.filter(one => sidesOf(one).includes(side))
      expect(ofSide.some(({ hasFees }) => hasFees)).toBe(true)
      for (const { event } of ofSide) expect(explaining(event, side), event.pool_id).not.toEqual([])
    })

  it('include pools with creator fees on either token, and mints with transfer fees on both sides', () => {
    const some = (holds: (event: SwapEvent) => boolean) => trades.some(({ event }) => holds(event))
    expect(some(({ creator_fee, creator_fee_on_input }) => creator_fee > 0n && creator_fee_on_input)).toBe(true)
    expect(some(({ creator_fee, creator_fee_on_input }) => creator_fee > 0n && !creator_fee_on_input)).toBe(true)
    expect(some(({ input_transfer_fee }) => input_transfer_fee > 0n)).toBe(true)
    expect(some(({ output_transfer_fee }) => output_transfer_fee > 0n)).toBe(true)
  })

  it('paid each quoted fee, if the event shows fees', () => {
    for (const one of trades.filter(({ hasFees }) => hasFees)) {
      const { event } = one
      const quoted = configRates.map(rate => ofQuote(opened(event, sidesOf(one)[0] ?? 0, rate)))
      expect(quoted, event.pool_id).toContainEqual(ofEvent(event))
    }
  })

  it.skipIf(ofAccounts.length === 0)(
    'paid the output of their pool’s recorded accounts, and each fee',
    evidence(against, ['exactIn'], needs),
    () => {
      for (const { event } of ofAccounts) {
        const exactIn = event.input_amount + event.input_transfer_fee
        const quote = reopened(event).quote({ tokenIn: event.input_mint, exactIn }, cpmmClock)
        expect(ofQuote(quote)).toEqual(ofEvent(event))
      }
    },
  )

  it('exclude a trade with a thousandth more: no rate explains it', () => {
    for (const one of trades) {
      const more = { ...one.event, output_amount: one.event.output_amount + one.event.output_amount / 1_000n + 1n }
      for (const side of sidesOf(one)) expect(explaining(more, side), one.event.pool_id).toEqual([])
    }
  })

  it('read back as the amounts that left and reached the trader', async () => {
    for (const { event, hasFees, bytes } of swaps) {
      const logs = [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(bytes)}`]
      const read = await readEvents(program, { logs })
      // Older events name no mints.
      expect(read).toEqual(
        !hasFees
          ? []
          : [
              expect.objectContaining({
                ...{ kind: 'trade', pool: event.pool_id, mintIn: event.input_mint, mintOut: event.output_mint },
                amountIn: event.input_amount + event.input_transfer_fee,
                amountOut: received(event),
              }),
            ],
      )
      expect(event.pool_id).not.toBe(systemProgram)
    }
  })
})
