import { type Address, associatedTokenAddress, rentExemption, tokenProgram, wrappedNativeMint } from '@tern/core'
import { creatorVaultAddress, encodeBuyV2, encodeSellV2, readEvent, type TradeV2Accounts } from '@tern/venues/pumpfun'
import {
  encodeBuyExactQuoteInV2,
  tradeEventLayout,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
} from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta } from '../../../test/cpmm.ts'
import {
  changeCurve,
  coinOf,
  curveOf,
  eventsOf,
  giveTokens,
  launched,
  manyUnits,
  openCoin,
  trade,
  tradeV2Accounts,
  usdc,
} from '../../../test/pumpfun.ts'
import type { Bank } from '../../bank/bank.ts'

const sol = 1_000_000_000n
const custom = (code: number, index = 0) => ({ InstructionError: [index, { Custom: code }] })
const lamports = (bank: Bank, address: Address): bigint => bank.account(address)?.lamports ?? 0n
const million = 1_000_000_000_000n

describe('a trade in USDC', () => {
  it('pays and takes exactly the venue’s quote, in both directions and modes', async () => {
    const { bank, user, creator, mint, land } = await launched({ quoteMint: usdc })
    expect(await curveOf(bank, mint)).toMatchObject({ quote_mint: usdc, virtual_quote_reserves: 4_292_000_000n })
    const money = await giveTokens(bank, { owner: user.address, mint: usdc, amount: million })
    const accounts = await tradeV2Accounts(bank, {
      coin: await coinOf(bank, mint),
      quoteMint: usdc,
      user: user.address,
    })
    let isFirst = true
    for (const request of [
      { tokenIn: usdc, exactIn: 100_000_000n },
      { tokenIn: usdc, exactOut: 123_456_789n },
      { tokenIn: mint, exactIn: 7_654_321_987n },
      { tokenIn: mint, exactOut: 54_321n },
      { tokenIn: usdc, exactIn: 1_000n },
    ]) {
      const { quote, instructions } = await trade(bank, mint, user.address, request)
      const watched = [
        money,
        accounts.associated_base_user,
        accounts.associated_quote_bonding_curve,
        accounts.associated_quote_fee_recipient,
        accounts.associated_quote_buyback_fee_recipient,
        accounts.associated_creator_vault,
      ]
      const before = watched.map(account => amountIn(bank, account))
      const paid = lamports(bank, user.address)
      const record = await land([user], manyUnits, ...instructions)
      const [mine, tokens, curve, fees, buyback, creators] = watched.map(
        (account, i) => amountIn(bank, account) - (before[i] ?? 0n),
      ) as [bigint, bigint, bigint, bigint, bigint, bigint]
      const isBuy = quote.tokenIn === usdc
      expect([mine, tokens]).toEqual(isBuy ? [-quote.amountIn, quote.amountOut] : [quote.amountOut, -quote.amountIn])
      const fee = (kind: string) => quote.fees.find(one => one.kind === kind)?.amount ?? 0n
      expect([fees + buyback, buyback, creators]).toEqual([fee('protocol'), fee('protocol') / 2n, fee('creator')])
      expect(curve).toBe(-mine - fees - buyback - creators)
      expect(amountIn(bank, accounts.associated_quote_bonding_curve)).toBe(
        (await curveOf(bank, mint)).real_quote_reserves,
      )
      // The coin's account, the accumulator and the vault, and the two USDC accounts of the latter.
      const rents = [170, 137, 0, 165, 165].reduce((sum, size) => sum + rentExemption(size), 0n)
      expect(paid - lamports(bank, user.address)).toBe(record.fee + (isFirst ? rents : 0n))
      const [event] = eventsOf(record)
      expect(event && (await readEvent(event))).toMatchObject({ amountIn: quote.amountIn, amountOut: quote.amountOut })
      expect(event && tradeEventLayout.decode(event)).toMatchObject({
        quote_mint: usdc,
        sol_amount: 0n,
        ix_name: isBuy ? ('exactIn' in request ? 'buy_exact_quote_in' : 'buy') : 'sell',
      })
      isFirst = false
    }
    expect(lamports(bank, await creatorVaultAddress(creator.address))).toBe(rentExemption(0))
    expect((await openCoin(bank, mint)).curve?.stage).toBe('trading')
  })

  it('is refused in another mint, by the older instruction, and without an account', async () => {
    const { bank, user, mint, land, submit } = await launched({ quoteMint: usdc })
    const coin = await coinOf(bank, mint)
    const accounts = await tradeV2Accounts(bank, { coin, quoteMint: usdc, user: user.address })
    const attempt = async (change: Partial<TradeV2Accounts>, amount = 1_000_000n, max = 1_000_000n) =>
      (await submit([user], encodeBuyV2({ ...accounts, ...change }, amount, max))).err
    expect(await attempt({})).toEqual(custom(3012))
    await land([user], await createAta(user.address, mint, coin.program))
    expect(await attempt({})).toEqual(custom(3012))
    await giveTokens(bank, { owner: user.address, mint: usdc, amount: million })
    const inSol = await tradeV2Accounts(bank, { coin, quoteMint: wrappedNativeMint, user: user.address })
    expect((await submit([user], encodeBuyV2(inSol, 1n, sol))).err).toEqual(custom(6063))
    expect(await attempt({ associated_quote_user: accounts.associated_quote_bonding_curve })).toEqual(custom(2006))
    expect(await attempt({ associated_creator_vault: accounts.associated_quote_user })).toEqual(custom(2006))
    expect(await attempt({ sharing_config: user.address })).toEqual(custom(2006))
    expect(await attempt({ quote_token_program: coin.program })).toEqual(custom(2006))
    expect(await attempt({}, 0n)).toEqual(custom(6020))
    expect(await attempt({}, 1_000_000n, 1n)).toEqual(custom(6002))
    const exact = await submit([user], encodeBuyExactQuoteInV2(accounts, 1_000_000n, 2n ** 62n))
    expect(exact.err).toEqual(custom(6042))
    expect((await submit([user], encodeSellV2(accounts, 5n, 0n))).err).toEqual(custom(6023))
    expect(await attempt({}, 1_000_000n, 1_000_000n)).toBe(null)
  })

  it('pays cashback in USDC', async () => {
    const { bank, user, mint, land } = await launched({ quoteMint: usdc })
    await changeCurve(bank, mint, { is_cashback_coin: true })
    await giveTokens(bank, { owner: user.address, mint: usdc, amount: million })
    const accounts = await tradeV2Accounts(bank, {
      coin: await coinOf(bank, mint),
      quoteMint: usdc,
      user: user.address,
    })
    const { quote, instructions } = await trade(bank, mint, user.address, { tokenIn: usdc, exactIn: 5_000_000n })
    await land([user], manyUnits, ...instructions)
    const cashback = quote.fees.find(({ kind }) => kind === 'creator')?.amount
    expect(amountIn(bank, accounts.associated_user_volume_accumulator)).toBe(cashback)
    const { data } = bank.account(accounts.user_volume_accumulator) ?? { data: new Uint8Array() }
    expect(userVolumeAccumulatorLayout.decode(data, 'atLeast').stable_cashback_earned).toBe(cashback)
  })
})

describe('a trade in lamports by the newer instructions', () => {
  it('equals the trade by the older instructions', async () => {
    const { bank, user, mint, curve, land } = await launched()
    const coin = await coinOf(bank, mint)
    const accounts = await tradeV2Accounts(bank, { coin, quoteMint: wrappedNativeMint, user: user.address })
    await land([user], await createAta(user.address, mint, coin.program))
    for (const [request, encode] of [
      [{ tokenIn: wrappedNativeMint, exactIn: sol }, () => encodeBuyExactQuoteInV2(accounts, sol, 1n)],
      [{ tokenIn: wrappedNativeMint, exactOut: 5_000_000n }, () => encodeBuyV2(accounts, 5_000_000n, sol)],
      [{ tokenIn: mint, exactIn: 1_234_567_890n }, () => encodeSellV2(accounts, 1_234_567_890n, 1n)],
    ] as const) {
      const { quote } = await trade(bank, mint, user.address, request)
      const tokens = amountIn(bank, accounts.associated_base_user)
      const record = await land([user], manyUnits, encode())
      const isBuy = quote.tokenIn === wrappedNativeMint
      expect(amountIn(bank, accounts.associated_base_user) - tokens).toBe(isBuy ? quote.amountOut : -quote.amountIn)
      const [event] = eventsOf(record)
      expect(event && (await readEvent(event))).toMatchObject({ amountIn: quote.amountIn, amountOut: quote.amountOut })
      expect(lamports(bank, curve)).toBe(rentExemption(125) + (await curveOf(bank, mint)).real_quote_reserves)
    }
    expect(bank.account(await associatedTokenAddress(user.address, wrappedNativeMint, tokenProgram))).toBe(null)
    expect(bank.account(await userVolumeAccumulatorAddress(user.address))?.data).toHaveLength(137)
  })
})
