import type { Instruction } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  metadataAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Quote } from '@tern/venues'
import { bondingCurveAddress, decodeBondingCurve, program, type TradeEvent } from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  buyExactQuoteInV3Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  buyV3Layout,
  createEventLayout,
  createLayout,
  createV2Layout,
  encodeCreate,
  encodeCreateV2,
  encodeExtendAccount,
  extendAccountLayout,
  mayhemSolVault,
  mayhemStateAddress,
  sellV3Layout,
  tradeEventLayout,
} from '@tern/venues/pumpfun/internal'
import { readExecuted } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../packages/venues/test/recordings.ts'
import { proves } from '../src/evidence.ts'
import { openCase, recordedGlobal } from '../src/pumpCurves.ts'

const recordings = readRecordings('pumpfun', program)
const evidence = proves('pumpfun')
const instructions = (recordings?.transactions ?? []).flatMap(transaction => transaction.instructions)

const begins = ({ discriminator }: { discriminator: Uint8Array }, data: Uint8Array) =>
  discriminator.every((byte, i) => data[i] === byte)
const landed = (layout: { discriminator: Uint8Array }) => instructions.filter(({ data }) => begins(layout, data))
/**
 * Trades since October 2026 that keep their fees on the curve. A trade with partial fill gives no limit, so it is left
 * out.
 */
const third = [...landed(buyV3Layout), ...landed(buyExactQuoteInV3Layout), ...landed(sellV3Layout)].filter(
  ({ data }) => !data[24],
)
const addressesOf = ({ accounts = [] }: Instruction) => accounts.map(({ address }) => address)
const at = (accounts: readonly Address[], index: number) => accounts[index] as Address
/** The sent bytes. Clients leave out flags that were added later. */
const dataOf = ({ data }: Instruction, length: number) => Uint8Array.from(data ?? []).subarray(0, length)

function tradeOf(events: readonly Uint8Array[]): TradeEvent {
  const bytes = events.map(event => event.subarray(8)).find(event => tradeEventLayout.begins(event))
  if (bytes === undefined) throw new TypeError('no trade')
  return tradeEventLayout.decode(bytes)
}

/** The venue's own instruction for the event's trade, with the event's recipients. */
async function rebuilt(event: TradeEvent, request: Quote['request'], limit: bigint, account: Address, base: Address) {
  const { creator, mint, mayhem_mode, cashback, quote_mint, user, token_amount } = event
  const state = {
    ...{ virtual_token_reserves: 10n ** 15n, virtual_quote_reserves: 3n * 10n ** 10n },
    ...{ real_token_reserves: 7n * 10n ** 14n, real_quote_reserves: 10n ** 9n, token_total_supply: 10n ** 15n },
    ...{ complete: false, creator, is_mayhem_mode: mayhem_mode, is_cashback_coin: cashback > 0n, quote_mint },
    ...{ creator_fee_bps: 0n, can_edit_creator_fee: false, is_holder_reward: false },
  }
  const pool = await openCase(
    { state, global: recordedGlobal, fees: null, supply: 10n ** 15n },
    base,
    tokenProgram,
    mint,
  )
  const quoteMint = pool.tokens[1].mint
  const one = { numerator: 1n, denominator: 1n }
  const quote: Quote = {
    ...{ request, tokenIn: quoteMint, tokenOut: mint, amountIn: limit, amountOut: token_amount, filled: 'whole' },
    ...{ fees: [], currentPrice: one, executionPrice: one, priceImpact: one, computeUnits: 1 },
  }
  const paying = quoteMint === wrappedNativeMint ? user : await associatedTokenAddress(user, quoteMint, tokenProgram)
  const parties = { owner: user, payer: user, tokenAccountIn: paying, tokenAccountOut: account }
  return (buyback: Address) => {
    const { fee_recipient, fee_recipients, reserved_fee_recipient, reserved_fee_recipients } = recordedGlobal
    const lists = [
      mayhem_mode ? [reserved_fee_recipient, ...reserved_fee_recipients] : [fee_recipient, ...fee_recipients],
      recordedGlobal.buyback_fee_recipients,
    ]
    const chosen = [event.fee_recipient, buyback]
    const pick = () => (lists.shift() ?? []).indexOf(chosen.shift() as Address)
    return pool.swap(quote, limit, { ...parties, pick })
  }
}

describe.skipIf(recordings === undefined)('instructions that landed on mainnet (RECORDINGS_DIR)', () => {
  const count = recordings === undefined ? '' : `${instructions.length} `
  const against = `${count}instructions that landed on mainnet`

  it('bought tokens as Tern would', evidence(against, undefined, 'RECORDINGS_DIR', 'B→A'), async () => {
    const bought = [...landed(buyLayout), ...landed(buyExactSolInLayout)].filter(
      ({ accounts }) => accounts.length === 18,
    )
    for (const { accounts, data, events } of bought) {
      const event = tradeOf(events)
      const [first, second] = [data.slice(8, 16), data.slice(16, 24)].map(part =>
        new DataView(part.buffer).getBigUint64(0, true),
      )
      if (first === undefined || second === undefined) throw new TypeError('no amounts')
      const request = begins(buyLayout, data)
        ? { tokenIn: wrappedNativeMint, exactOut: first }
        : { tokenIn: wrappedNativeMint, exactIn: first }
      const swap = await rebuilt({ ...event, token_amount: first }, request, second, at(accounts, 5), at(accounts, 8))
      const [instruction] = await swap(at(accounts, 17))
      expect(addressesOf(instruction as Instruction)).toEqual(accounts)
      expect(dataOf(instruction as Instruction, 24)).toEqual(data.subarray(0, 24))
      const read = readExecuted({ program, accounts, data })
      expect(read).toMatchObject({ kind: 'swap', wallet: event.user, brings: [{ mint: event.mint }] })
    }
    expect(bought.length).toBeGreaterThan(0)
  })

  it('bought for USDC as Tern would', async () => {
    const bought = landed(buyV2Layout)
    for (const { accounts, data, events } of bought) {
      const event = tradeOf(events)
      const { amount, max_sol_cost } = buyV2Layout.decode(data)
      const request = { tokenIn: event.quote_mint, exactOut: amount }
      const swap = await rebuilt(
        { ...event, token_amount: amount },
        request,
        max_sol_cost,
        at(accounts, 14),
        at(accounts, 3),
      )
      const [instruction] = await swap(at(accounts, 8))
      expect(addressesOf(instruction as Instruction)).toEqual(accounts)
      expect(dataOf(instruction as Instruction, data.length)).toEqual(data)
    }
    expect(bought.length).toBeGreaterThan(0)
  })

  it.skipIf(third.length === 0)('are read in the third version as the resulting trades', async () => {
    for (const { accounts, data, events } of third) {
      const event = tradeOf(events)
      const { mint, user, is_buy, sol_amount, token_amount } = event
      const fees = event.fee + event.creator_fee
      const token = { account: await associatedTokenAddress(user, mint, at(accounts, 3)), mint }
      const quote = { account: user, mint: wrappedNativeMint }
      const [from, to] = is_buy ? [quote, token] : [token, quote]
      const [paid, brought] = is_buy ? [sol_amount + fees, token_amount] : [token_amount, sol_amount - fees]
      const read = readExecuted({ program, accounts, data })
      expect(read).toMatchObject({
        ...{ kind: 'swap', wallet: user, pool: await bondingCurveAddress(mint), takes: [from], brings: [to] },
      })
      const [maxIn, minOut] = [read?.takes[0]?.max ?? -1n, read?.brings[0]?.min ?? -1n]
      if (read?.mode === 'exactIn') expect(maxIn).toBe(paid)
      else expect(minOut).toBe(brought)
      expect(maxIn).toBeGreaterThanOrEqual(paid)
      expect(minOut).toBeLessThanOrEqual(brought)
      expect(accounts).toHaveLength(17)
      expect(event.fee_recipient).toBe(systemProgram)
    }
  })

  it('created coins as Tern would', async () => {
    const current = landed(createV2Layout)
    for (const { accounts, data } of current) {
      const [mint, user] = [at(accounts, 0), at(accounts, 5)]
      const curve = await bondingCurveAddress(mint)
      const instruction = encodeCreateV2(
        {
          ...{ mint, user, bonding_curve: curve, mayhem_state: await mayhemStateAddress(mint) },
          associated_bonding_curve: await associatedTokenAddress(curve, mint, token2022Program),
          mayhem_token_vault: await associatedTokenAddress(mayhemSolVault, mint, token2022Program),
        },
        createV2Layout.decode(data),
      )
      expect(addressesOf(instruction)).toEqual(accounts.slice(0, 16))
      expect(dataOf(instruction, data.length)).toEqual(data)
    }
    expect(current.length).toBeGreaterThan(0)
    for (const { accounts, data } of landed(createLayout)) {
      const [mint, user] = [at(accounts, 0), at(accounts, 7)]
      const curve = await bondingCurveAddress(mint)
      const associated = await associatedTokenAddress(curve, mint, tokenProgram)
      const metadata = await metadataAddress(mint)
      // The creator was added in 2025: the instruction of 2024 ends before it.
      const { name, symbol, uri } = createLayout.decode(Uint8Array.of(...data, ...new Uint8Array(32)))
      const named = { mint, user, bonding_curve: curve, metadata, associated_bonding_curve: associated }
      const instruction = encodeCreate(named, { name, symbol, uri, creator: user })
      expect(addressesOf(instruction)).toEqual(accounts)
      expect(dataOf(instruction, data.length)).toEqual(data)
    }
  })

  it('extended an account as Tern would', () => {
    const extended = landed(extendAccountLayout)
    for (const { accounts } of extended)
      expect(addressesOf(encodeExtendAccount(at(accounts, 0), at(accounts, 1)))).toEqual(accounts)
    expect(extended.length).toBeGreaterThan(0)
  })

  it('are read for 2024’s instructions with 12 accounts as instructions that cannot be sent today', () => {
    const old = instructions.filter(({ accounts }) => accounts.length === 12)
    expect(old.length).toBeGreaterThan(0)
    for (const { accounts, data } of old) expect(readExecuted({ program, accounts, data })).toBeUndefined()
  })

  it('answered with launches of their coins', () => {
    const launches = instructions.flatMap(({ events }) =>
      events.map(event => event.subarray(8)).filter(event => createEventLayout.begins(event)),
    )
    expect(launches.length).toBeGreaterThan(0)
    for (const bytes of launches) expect(createEventLayout.decode(bytes).name).not.toBe('')
  })
})

describe.skipIf(recordings === undefined)('curves recorded from mainnet (RECORDINGS_DIR)', () => {
  it('are consistent', () => {
    const curves = (recordings?.accounts ?? []).filter(data => begins(bondingCurveLayout, data))
    for (const data of curves) {
      const curve = decodeBondingCurve(data)
      expect(curve).toMatchObject({ complete: false, token_total_supply: 10n ** 15n, quote_mint: systemProgram })
      // The sold tokens and the received quote are those of the same curve from its start.
      expect(curve.virtual_token_reserves - curve.real_token_reserves).toBe(279_900_000_000_000n)
      expect(curve.virtual_quote_reserves - curve.real_quote_reserves).toBe(30_000_000_000n)
    }
    expect(curves.length).toBeGreaterThan(0)
  })
})
