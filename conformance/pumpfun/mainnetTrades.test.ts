import { type AccountSet, type Address, encodeBase64, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { type FeeConfig, program as feeProgram } from '@tern/venues/pumpFees'
import { feeConfigLayout, feeConfigSizes } from '@tern/venues/pumpFees/internal'
import {
  type BondingCurve,
  bondingCurveAddress,
  decodeGlobal,
  program,
  pumpfun,
  type TradeEvent,
} from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  createEventLayout,
  feeConfig,
  globalAddress,
  mayhemSolVault,
  noAddress,
  tradeEventLayout,
} from '@tern/venues/pumpfun/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'
import { readRecorded } from '../src/fixtures.ts'

const recordings = readRecordings('pumpfun', program)
const recorded = readRecorded('pumpfun', ['global', 'feeConfig'])
const evidence = proves('pumpfun')
const needs = 'RECORDINGS_DIR'
const clock = { slot: 1n, unixTimestamp: 1_780_000_000n, epoch: 900n }

const recordedEvents = recordings?.events ?? []
const launches = recordedEvents.filter(event => createEventLayout.begins(event))
/** Trades in SOL. The mayhem program's own trades are left out, because they reset the curve. */
const trades = recordedEvents
  .filter(event => tradeEventLayout.begins(event))
  .map(bytes => ({ bytes, event: tradeEventLayout.decode(bytes) }))
  .filter(({ event }) => event.user !== mayhemSolVault && event.quote_mint === noAddress)
const events = trades.map(({ event }) => event)
const against = `${recordings === undefined ? '' : `${events.length} `}trades recorded from mainnet`
/** Before 2025-05, events did not show the fees. */
const hasFees = (event: TradeEvent) => event.fee_basis_points > 0n
/** The creator's fee, or the cashback in its place. */
const creatorFee = (event: TradeEvent) => event.creator_fee + event.cashback
const creatorRate = (event: TradeEvent) => event.creator_fee_basis_points + event.cashback_fee_basis_points
const cost = (event: TradeEvent) => event.sol_amount + event.fee + creatorFee(event)
const proceeds = (event: TradeEvent) => event.sol_amount - event.fee - creatorFee(event)

/**
 * The curve before the trade, because the event shows the reserves after it. The first events of 2024 have no real
 * reserves.
 */
function stateBefore(event: TradeEvent): BondingCurve {
  const { is_buy, sol_amount: sol, token_amount: tokens, virtual_token_reserves, virtual_sol_reserves } = event
  const sign = is_buy ? 1n : -1n
  const hasRealReserves = event.real_token_reserves + event.real_sol_reserves > 0n
  const realTokens = hasRealReserves ? event.real_token_reserves : virtual_token_reserves - 279_900_000_000_000n
  const realSol = hasRealReserves ? event.real_sol_reserves : virtual_sol_reserves - 30_000_000_000n
  return {
    virtual_token_reserves: virtual_token_reserves + sign * tokens,
    virtual_quote_reserves: virtual_sol_reserves - sign * sol,
    real_token_reserves: realTokens + sign * tokens,
    real_quote_reserves: realSol - sign * sol,
    token_total_supply: 1_000_000_000_000_000n,
    complete: false,
    creator: event.creator,
    is_mayhem_mode: event.mayhem_mode,
    is_cashback_coin: event.cashback > 0n,
    quote_mint: systemProgram,
    creator_fee_bps: 0n,
    can_edit_creator_fee: false,
    is_holder_reward: false,
  }
}

function flatFees(protocol: bigint, creator: bigint): Uint8Array {
  const fees = { lp_fee_bps: 0n, protocol_fee_bps: protocol, creator_fee_bps: creator }
  const config: FeeConfig = {
    bump: 253,
    admin: systemProgram,
    flat_fees: fees,
    fee_tiers: [{ market_cap_lamports_threshold: 0n, fees }],
    stable_fee_tiers: [],
    exotic_flat_fees: fees,
  }
  const data = new Uint8Array(feeConfigSizes.current)
  data.set(feeConfigLayout.encode(config))
  return data
}

/**
 * The venue's own pool from the accounts before the trade, with the recorded fee schedule, or the event's for older
 * trades.
 */
async function open(event: TradeEvent, fees: 'recorded' | 'of the event') {
  const { mint } = event
  const address = await bondingCurveAddress(mint)
  const account = (owner: Address, data: Uint8Array) => ({ owner, data, lamports: 1n, executable: false, slot: 1n })
  const mintData = mintLayout.encode({
    mintAuthorityOption: 0,
    mintAuthority: systemProgram,
    supply: 1_000_000_000_000_000n,
    decimals: 6,
    isInitialized: true,
    freezeAuthorityOption: 0,
    freezeAuthority: systemProgram,
  })
  const read: AccountSet = new Map([
    ...recorded,
    [address, account(program, bondingCurveLayout.encode(stateBefore(event)))],
    [mint, account(tokenProgram, mintData)],
    ...(fees === 'recorded'
      ? []
      : [[feeConfig, account(feeProgram, flatFees(event.fee_basis_points, creatorRate(event)))] as const]),
  ])
  expect(read.has(globalAddress)).toBe(true)
  return pumpfun.open(address, read, mint)
}

const amounts = (quote: { amountIn: bigint; amountOut: bigint }) => [quote.amountIn, quote.amountOut]

describe.skipIf(recordings === undefined)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  it('are of each kind', () => {
    const count = (...kinds: string[]) => events.filter(({ ix_name }) => kinds.includes(ix_name)).length
    expect(count('buy')).toBeGreaterThan(0)
    expect(count('sell')).toBeGreaterThan(0)
    expect(count('buy_exact_sol_in', 'buy_exact_quote_in')).toBeGreaterThan(0)
    expect(events.filter(({ cashback }) => cashback > 0n).length).toBeGreaterThan(0)
    expect(events.filter(({ mayhem_mode }) => mayhem_mode).length).toBeGreaterThan(0)
  })

  it('bought an exact output at the quote', evidence(against, ['exactOut'], needs, 'B→A'), async () => {
    const buys = events.filter(event => event.is_buy && !event.ix_name.startsWith('buy_exact'))
    for (const event of buys) {
      const pool = await open(event, 'of the event')
      const quote = pool.quote({ tokenIn: wrappedNativeMint, exactOut: event.token_amount }, clock)
      expect(amounts(quote), event.mint).toEqual([cost(event), event.token_amount])
    }
    expect(buys.length).toBeGreaterThan(0)
  })

  it('bought the quote for an exact input', evidence(against, ['exactIn'], needs, 'B→A'), async () => {
    const buys = events.filter(event => event.ix_name.startsWith('buy_exact'))
    for (const event of buys) {
      const pool = await open(event, 'of the event')
      const quote = pool.quote({ tokenIn: wrappedNativeMint, exactIn: cost(event) }, clock)
      expect(amounts(quote), event.mint).toEqual([cost(event), event.token_amount])
    }
    expect(buys.length).toBeGreaterThan(0)
  })

  it('sold an exact input at the quote', evidence(against, ['exactIn'], needs, 'A→B'), async () => {
    const sales = events.filter(event => !event.is_buy)
    for (const event of sales) {
      const pool = await open(event, 'of the event')
      const quote = pool.quote({ tokenIn: event.mint, exactIn: event.token_amount }, clock)
      expect(amounts(quote), event.mint).toEqual([event.token_amount, proceeds(event)])
    }
    expect(sales.length).toBeGreaterThan(0)
  })

  it(
    'sold at least the quoted number of tokens for their output',
    evidence(against, ['exactOut'], needs, 'A→B'),
    async () => {
      for (const event of events.filter(one => !one.is_buy)) {
        const pool = await open(event, 'of the event')
        const quote = pool.quote({ tokenIn: event.mint, exactOut: proceeds(event) }, clock)
        expect(quote.amountOut).toBeGreaterThanOrEqual(proceeds(event))
        expect(quote.amountIn).toBeLessThanOrEqual(event.token_amount)
        const fewer = { tokenIn: event.mint, exactIn: quote.amountIn - 1n }
        expect(pool.quote(fewer, clock).amountOut).toBeLessThan(proceeds(event))
      }
    },
  )

  it('paid the fees of the recorded schedule, each to the unit', async () => {
    const current = events.filter(event => event.fee_basis_points === 95n && creatorRate(event) === 30n)
    for (const event of current) {
      const pool = await open(event, 'recorded')
      const request = event.is_buy
        ? { tokenIn: wrappedNativeMint, exactOut: event.token_amount }
        : { tokenIn: event.mint, exactIn: event.token_amount }
      const exactIn = { tokenIn: wrappedNativeMint, exactIn: cost(event) }
      const { fees } = pool.quote(event.ix_name.startsWith('buy_exact') ? exactIn : request, clock)
      expect(fees, event.mint).toEqual([
        { kind: 'protocol', mint: wrappedNativeMint, amount: event.fee },
        ...(creatorFee(event) > 0n ? [{ kind: 'creator', mint: wrappedNativeMint, amount: creatorFee(event) }] : []),
      ])
    }
    expect(current.length).toBeGreaterThan(0)
  })

  it('paid a recipient of Tern’s list', () => {
    const global = recorded.get(globalAddress)
    const lists = decodeGlobal(global?.data ?? new Uint8Array())
    const normal = [lists.fee_recipient, ...lists.fee_recipients]
    const reserved = [lists.reserved_fee_recipient, ...lists.reserved_fee_recipients]
    const current = events.filter(event => event.timestamp > 1_780_000_000n && hasFees(event))
    const named = current.filter(({ fee_recipient }) => fee_recipient !== systemProgram)
    for (const { mayhem_mode, fee_recipient } of named) expect(mayhem_mode ? reserved : normal).toContain(fee_recipient)
    expect(named.length).toBeGreaterThan(0)
  })

  it('read back as the amounts that left and reached the trader, with or without the second event', async () => {
    for (const { bytes, event } of trades) {
      const text = encodeBase64(bytes)
      const logs = [`Program ${program} invoke [1]`, `Program data: ${text}`, `Program ${program} success`]
      const data = Uint8Array.of(0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d, ...bytes)
      const [mintIn, mintOut] = event.is_buy ? [wrappedNativeMint, event.mint] : [event.mint, wrappedNativeMint]
      const read = [
        {
          ...{ kind: 'trade', protocol: 'pumpfun', pool: await bondingCurveAddress(event.mint), mintIn, mintOut },
          amountIn: event.is_buy ? cost(event) : event.token_amount,
          amountOut: event.is_buy ? event.token_amount : proceeds(event),
          trader: event.user,
          priceAfter: event.is_buy
            ? { numerator: event.virtual_token_reserves, denominator: event.virtual_sol_reserves }
            : { numerator: event.virtual_sol_reserves, denominator: event.virtual_token_reserves },
        },
      ]
      expect(await readEvents(program, { logs, inner: [{ program, data }] })).toEqual(read)
      expect(await readEvents(program, { logs: [], inner: [{ program, data }] })).toEqual(read)
      expect(await readEvents(program, { logs })).toEqual(read)
      expect(encodeBase64(tradeEventLayout.encode(event)).slice(0, 150)).toBe(text.slice(0, 150))
    }
  })

  it('show all their fees if they show any', () => {
    for (const event of events.filter(hasFees)) {
      const rounded = (bps: bigint) => (event.sol_amount * bps + 9_999n) / 10_000n
      // Coins from before creator fees pay no creator, although the event shows the rate.
      const creators = event.creator === systemProgram ? 0n : rounded(creatorRate(event))
      expect([event.fee, creatorFee(event)]).toEqual([rounded(event.fee_basis_points), creators])
    }
  })
})

describe.skipIf(recordings === undefined)('launches recorded from mainnet (RECORDINGS_DIR)', () => {
  it('name the coin, its curve and its creator', async () => {
    expect(launches.length).toBeGreaterThan(0)
    for (const event of launches) {
      const logs = [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(event)}`]
      const [launch] = await readEvents(program, { logs })
      if (launch?.kind !== 'launch') throw new TypeError('no launch')
      expect(launch.pool).toBe(await bondingCurveAddress(launch.mint))
      expect(launch.symbol.length).toBeGreaterThan(0)
      // Launches of 2024 have no timestamp.
      if (launch.timestampSeconds !== undefined) expect(launch.timestampSeconds).toBeGreaterThan(1_700_000_000n)
    }
  })
})
