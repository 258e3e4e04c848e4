import { type AccountSet, type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import { type BuyEvent, program, pumpAmm, readEvent, type SellEvent } from '@tern/venues/pumpAmm'
import {
  buyEventLayout,
  feeConfig,
  globalConfigAddress,
  globalConfigLayout,
  poolLayout,
  sellEventLayout,
} from '@tern/venues/pumpAmm/internal'
import { program as feeProgram } from '@tern/venues/pumpFees'
import { readExecuted } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { coinCreator, onlyConfig } from '../src/ammPools.ts'
import { proves } from '../src/evidence.ts'
import { encodeFees, k } from '../src/pumpCurves.ts'

const recordings = readRecordings('pumpamm', program)
const evidence = proves('pumpamm')
const needs = 'RECORDINGS_DIR'
const clock = { slot: 1n, unixTimestamp: 1_780_000_000n, epoch: 900n }
const recordedEvents = recordings?.events ?? []
const buys = recordedEvents.filter(event => buyEventLayout.begins(event)).map(event => buyEventLayout.decode(event))
const sales = recordedEvents.filter(event => sellEventLayout.begins(event)).map(event => sellEventLayout.decode(event))
const against = `${recordings === undefined ? '' : `${buys.length + sales.length} `}trades recorded from mainnet`
const isExactIn = ({ ix_name }: BuyEvent) => ix_name.startsWith('buy_exact_quote_in')
/** The creator's fee, or the cashback in its place. */
const creatorFee = (event: BuyEvent | SellEvent) => event.coin_creator_fee + event.cashback
const cost = (event: BuyEvent) => event.quote_amount_in_with_lp_fee + event.protocol_fee + creatorFee(event)
const coin = k(11)
/** Direct trades only: a `multi_hop_swap` is a route. */
const landed = (recordings?.transactions ?? [])
  .flatMap(({ instructions }) => instructions)
  .map(one => ({ ...one, read: readExecuted({ program, accounts: one.accounts, data: one.data }) }))
  .flatMap(({ accounts, events, read }) => (read?.kind === 'swap' ? [{ accounts, events, read }] : []))

/** The venue's own pool before the trade, from the event's reserves and fees. */
function open(event: BuyEvent | SellEvent) {
  const account = (owner: Address, data: Uint8Array) => ({ owner, data, lamports: 1n, executable: false, slot: 1n })
  const rates = {
    lp_fee_bps: event.lp_fee_basis_points,
    protocol_fee_bps: event.protocol_fee_basis_points,
    creator_fee_bps: event.coin_creator_fee_basis_points + event.cashback_fee_basis_points,
  }
  const flat = {
    ...{ bump: 255, admin: systemProgram, flat_fees: rates, exotic_flat_fees: rates },
    ...{ fee_tiers: [{ market_cap_lamports_threshold: 0n, fees: rates }], stable_fee_tiers: [] },
  }
  const [baseVault, quoteVault] = [k(16), k(17)]
  const state = poolLayout.encode({
    ...{ pool_bump: 254, index: 0, creator: coinCreator, base_mint: coin, quote_mint: wrappedNativeMint },
    ...{ lp_mint: k(18), pool_base_token_account: baseVault, pool_quote_token_account: quoteVault, lp_supply: 1n },
    ...{ coin_creator: creatorFee(event) > 0n ? coinCreator : systemProgram, is_mayhem_mode: false },
    ...{ is_cashback_coin: event.cashback > 0n, virtual_quote_reserves: event.virtual_quote_reserves },
    ...{ creator_fee_bps: 0n, can_edit_creator_fee: false, is_holder_reward: false },
    ...{ protocol_fees: 0n, creator_fees: 0n },
  })
  const mint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 15n, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  const token = (of: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      ...{ mint: of, owner: event.pool, amount, delegateOption: 0, delegate: systemProgram, state: 1 },
      ...{ isNativeOption: 0, isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0 },
      closeAuthority: systemProgram,
    })
  const read: AccountSet = new Map([
    [event.pool, account(program, state)],
    [globalConfigAddress, account(program, globalConfigLayout.encode(onlyConfig))],
    [feeConfig, account(feeProgram, encodeFees(flat))],
    [coin, account(tokenProgram, mint)],
    [wrappedNativeMint, account(tokenProgram, mint)],
    [baseVault, account(tokenProgram, token(coin, event.pool_base_token_reserves))],
    [quoteVault, account(tokenProgram, token(wrappedNativeMint, event.pool_quote_token_reserves))],
  ])
  return pumpAmm.open(event.pool, read)
}

const amounts = (quote: { amountIn: bigint; amountOut: bigint }) => [quote.amountIn, quote.amountOut]

describe.skipIf(recordings === undefined)('trades recorded from mainnet (RECORDINGS_DIR)', () => {
  it('are of each kind, with virtual reserves and without', () => {
    expect(buys.filter(isExactIn).length).toBeGreaterThan(0)
    expect(buys.filter(event => !isExactIn(event)).length).toBeGreaterThan(0)
    expect(sales.length).toBeGreaterThan(0)
    const virtual = [...buys, ...sales].filter(event => event.virtual_quote_reserves !== 0n).length
    expect(virtual).toBeGreaterThan(0)
    expect(virtual).toBeLessThan(buys.length + sales.length)
  })

  it('bought an exact output at the quote', evidence(against, ['exactOut'], needs, 'B→A'), () => {
    for (const event of buys.filter(one => !isExactIn(one))) {
      const quote = open(event).quote({ tokenIn: wrappedNativeMint, exactOut: event.base_amount_out }, clock)
      expect(amounts(quote), event.pool).toEqual([cost(event), event.base_amount_out])
    }
  })

  it('bought the quote for an exact input', evidence(against, ['exactIn'], needs, 'B→A'), () => {
    for (const event of buys.filter(isExactIn)) {
      const quote = open(event).quote({ tokenIn: wrappedNativeMint, exactIn: event.max_quote_amount_in }, clock)
      expect(amounts(quote), event.pool).toEqual([cost(event), event.base_amount_out])
    }
  })

  it('sold an exact input at the quote', evidence(against, ['exactIn'], needs, 'A→B'), () => {
    for (const event of sales) {
      const quote = open(event).quote({ tokenIn: coin, exactIn: event.base_amount_in }, clock)
      expect(amounts(quote), event.pool).toEqual([event.base_amount_in, event.user_quote_amount_out])
    }
  })

  it('sold at least the quote for their output', evidence(against, ['exactOut'], needs, 'A→B'), () => {
    for (const event of sales) {
      const pool = open(event)
      const quote = pool.quote({ tokenIn: coin, exactOut: event.user_quote_amount_out }, clock)
      expect(quote.amountOut).toBeGreaterThanOrEqual(event.user_quote_amount_out)
      expect(quote.amountIn).toBeLessThanOrEqual(event.base_amount_in)
    }
  })

  it('paid each quoted fee', () => {
    for (const event of [...buys, ...sales]) {
      const request =
        'base_amount_in' in event
          ? { tokenIn: coin, exactIn: event.base_amount_in }
          : isExactIn(event)
            ? { tokenIn: wrappedNativeMint, exactIn: event.max_quote_amount_in }
            : { tokenIn: wrappedNativeMint, exactOut: event.base_amount_out }
      const amounts = open(event)
        .quote(request, clock)
        .fees.map(({ amount }) => amount)
      const creator = creatorFee(event) > 0n ? [creatorFee(event)] : []
      expect(amounts, event.pool).toEqual([event.lp_fee, event.protocol_fee, ...creator])
    }
  })

  it('read back as the amounts that left and reached the trader', () => {
    for (const one of recordedEvents) {
      if (!buyEventLayout.begins(one) && !sellEventLayout.begins(one)) continue
      const event = buyEventLayout.begins(one) ? buyEventLayout.decode(one) : sellEventLayout.decode(one)
      const data = Buffer.from('33e685a4017f83ad00000000000000000000000000000000', 'hex')
      const accounts: Address[] = new Array<Address>(17).fill(systemProgram)
      accounts.splice(0, 5, event.pool, event.user, systemProgram, coin, wrappedNativeMint)
      const read = readEvent(one, [{ program, accounts, data }])
      const [amountIn, amountOut] =
        'base_amount_in' in event
          ? [event.base_amount_in, event.user_quote_amount_out]
          : [cost(event), event.base_amount_out]
      expect(read).toMatchObject({ kind: 'trade', pool: event.pool, trader: event.user, amountIn, amountOut })
    }
  })
})

describe.skipIf(landed.length === 0)('instructions that landed on mainnet (RECORDINGS_DIR)', () => {
  it('are read as the resulting trades', () => {
    for (const { accounts, events, read } of landed) {
      const [bytes] = events.map(event => event.subarray(8))
      if (bytes === undefined) throw new TypeError('no event')
      const event = buyEventLayout.begins(bytes) ? buyEventLayout.decode(bytes) : sellEventLayout.decode(bytes)
      const isSale = 'base_amount_in' in event
      const inBase = { account: event.user_base_token_account, mint: accounts[3] }
      const inQuote = { account: event.user_quote_token_account, mint: accounts[4] }
      const [from, to] = isSale ? [inBase, inQuote] : [inQuote, inBase]
      const [paid, brought] = isSale
        ? [event.base_amount_in, event.user_quote_amount_out]
        : [cost(event), event.base_amount_out]
      expect(read).toMatchObject({ wallet: event.user, pool: event.pool, takes: [from], brings: [to] })
      const [maxIn, minOut] = [read.takes[0]?.max ?? -1n, read.brings[0]?.min ?? -1n]
      if (read.mode === 'exactOut') expect(minOut).toBe(brought)
      expect(maxIn).toBeGreaterThanOrEqual(paid)
      expect(minOut).toBeLessThanOrEqual(brought)
    }
  })
})
