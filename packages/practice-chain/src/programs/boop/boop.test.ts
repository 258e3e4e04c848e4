import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import { boop, configAddress, encodeBuyToken, encodeSellToken } from '@tern/venues/boop'
import { bondingCurveLayout, bondingCurveSolVaultAddress, tradingFeesVaultAddress } from '@tern/venues/boop/internal'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { amountIn } from '../../../test/cpmm.ts'
import { openWorldCurve } from '../../../test/worldCurve.ts'
import type { Genesis } from '../../world/genesis.ts'
import { boopToken } from './world/token.ts'

const sol = 1_000_000_000n
const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })

interface Options {
  readonly progress?: number
  readonly change?: (genesis: Genesis, pool: Address, mint: Address) => void | Promise<void>
}
const opened = ({ progress = 0.4, change }: Options = {}) =>
  openWorldCurve(boopToken, boop, { symbol: 'HOOT', progress, ...(change && { change }) })

/** Changes a byte of an account. */
const setByte = (address: Address, at: number, byte: number) => (genesis: Genesis) => {
  const account = genesis.get(address)
  if (account === undefined) throw new TypeError(address)
  const data = Uint8Array.from(account.data)
  data[at] = byte
  genesis.set(address, { ...account, data })
}

describe('boop.fun, simulated', () => {
  it('trades at the quote in both directions and modes, and not a unit tighter', async () => {
    const chain = await opened()
    const { mint, trade } = chain
    let held = 0n
    for (const request of [buy(sol), buy(99n), { tokenIn: wrappedNativeMint, exactOut: 10n ** 15n }]) {
      if ('exactIn' in request) expect((await trade(request, 1n)).record.err).toEqual(custom(6001))
      const { quote, moved, record } = await trade(request)
      expect(record.err).toBe(null)
      expect(moved).toEqual({ sol: -quote.amountIn, tokens: quote.amountOut })
      held += quote.amountOut
    }
    for (const request of [
      { tokenIn: mint, exactIn: held / 3n },
      { tokenIn: mint, exactOut: sol / 9n },
    ]) {
      if ('exactIn' in request) expect((await trade(request, 1n)).record.err).toEqual(custom(6001))
      const { quote, moved, record } = await trade(request)
      expect(record.err).toBe(null)
      expect(moved).toEqual({ sol: quote.amountOut, tokens: -quote.amountIn })
    }
    const { sol_reserves } = bondingCurveLayout.decode(chain.bank.account(chain.pool)?.data ?? new Uint8Array())
    const vault = await bondingCurveSolVaultAddress(mint)
    expect(chain.bank.account(vault)?.lamports).toBe(rentExemption(0) + sol_reserves)
  })

  it('opens the vault of the fees with the first buy, at the cost that the pool says', async () => {
    const { mint, bank, open, trade, user } = await opened({
      progress: 0,
      async change(genesis, _, mint) {
        genesis.delete(await tradingFeesVaultAddress(mint))
      },
    })
    const vault = await tradingFeesVaultAddress(mint)
    const parties = { owner: user.address, payer: user.address, tokenAccountIn: mint, tokenAccountOut: mint }
    const opens = await (await open()).opens(wrappedNativeMint, parties, new Map())
    const { quote, moved } = await trade(buy(sol))
    expect(opens).toEqual([{ address: vault, lamports: rentExemption(165) }])
    expect(moved.sol).toBe(-quote.amountIn - rentExemption(165))
    expect(amountIn(bank, vault)).toBe(quote.fees[0]?.amount)
  })

  it('fills the last buy in part, and trades no more', async () => {
    const { trade, open, bank, mint } = await opened({ progress: 0.99 })
    const { quote, moved } = await trade(buy(5n * sol))
    expect(quote).toMatchObject({ filled: 'partial', specialCase: 'lastBuy' })
    expect(moved).toEqual({ sol: -quote.amountIn, tokens: quote.amountOut })
    const pool = await open()
    expect(pool.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    expect(() => pool.quote({ tokenIn: mint, exactIn: 5n }, bank.clock())).toThrow(
      expect.objectContaining({ code: 'quote/complete' }),
    )
  })

  it('refuses like the program', async () => {
    const chain = await opened()
    const { user, mint, pool, tokens, land, open, encode } = chain
    const [template] = await encode((await open()).quote(buy(sol), chain.bank.clock()), 1n)
    const at = (index: number) => template?.accounts?.[index]?.address as Address
    const accounts = {
      ...{ mint, bonding_curve: pool, trading_fees_vault: at(2), bonding_curve_vault: at(3) },
      bonding_curve_sol_vault: at(4),
    }
    const buyBy = (amount: bigint, min: bigint, other = {}) =>
      encodeBuyToken({ ...accounts, recipient_token_account: tokens, buyer: user.address, ...other }, amount, min)
    const sellBy = (amount: bigint, min: bigint) =>
      encodeSellToken(
        { ...accounts, seller_token_account: tokens, seller: user.address, recipient: user.address },
        amount,
        min,
      )
    expect((await land(buyBy(0n, 0n))).err).toEqual(custom(6002))
    expect((await land(sellBy(0n, 0n))).err).toEqual(custom(6002))
    expect((await land(buyBy(sol, 10n ** 18n))).err).toEqual(custom(6001))
    expect((await land(sellBy(10n ** 18n, 0n))).err).toEqual(custom(6014))
    expect((await land(buyBy(sol, 0n, { bonding_curve: mint }))).err).toEqual(custom(2006))
    expect((await land(buyBy(sol, 0n, { recipient_token_account: at(3) }))).err).toBe(null)
    const fresh = await opened({ progress: 0 })
    const quote = (await fresh.open()).quote(buy(sol), fresh.bank.clock())
    const larger = await fresh.encode({ ...quote, request: buy(40n * sol) }, 1n)
    expect((await fresh.land(...larger)).err).toEqual(custom(6006))
  })

  it.each([
    ['a pause', 6025, () => setByte(configAddress, 8, 1)],
    ['a graduated curve', 6009, (pool: Address) => setByte(pool, 124, 1)],
    ['the older formula', 6010, (pool: Address) => setByte(pool, 120, 30)],
  ] as const)('refuses %s', async (_, code, change) => {
    const quote = await opened().then(async one => (await one.open()).quote(buy(sol), one.bank.clock()))
    const chain = await opened({ change: (genesis, pool) => change(pool)(genesis) })
    const before = await opened()
    const [instruction] = await before.encode(quote, 1n)
    if (instruction === undefined) return expect.fail('no instruction')
    const accounts = (instruction.accounts ?? []).map(one =>
      one.address === before.user.address
        ? { ...one, address: chain.user.address }
        : one.address === before.tokens
          ? { ...one, address: chain.tokens }
          : one,
    )
    expect((await chain.land({ ...instruction, accounts })).err).toEqual(custom(code))
  })

  it('answers any input with a script or a failure of its own', async () => {
    const { bank, open, encode, trade, mint } = await opened()
    await trade(buy(sol))
    const pool = await open()
    const quotes = [buy(sol), { tokenIn: mint, exactIn: 10n ** 12n }].map(one => pool.quote(one, bank.clock()))
    const made = (await Promise.all(quotes.map(quote => encode(quote, 1n)))).flat()
    const outcomes = answersAnyInput(
      made.map(one => invocationOf(bank, one)),
      1_000,
    )
    expect(outcomes.script).toBeGreaterThan(10)
    expect(outcomes.failed).toBeGreaterThan(100)
  })
})
