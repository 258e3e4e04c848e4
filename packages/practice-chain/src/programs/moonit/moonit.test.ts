import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import { decodeCurve, encodeBuy, encodeSell, moonit } from '@tern/venues/moonit'
import { accountSizes, curveLayout, curveTypes, prepareCurve } from '@tern/venues/moonit/internal'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { openWorldCurve } from '../../../test/worldCurve.ts'
import type { Genesis } from '../../world/genesis.ts'
import { moonitToken } from './world/token.ts'

const sol = 1_000_000_000n
const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })

interface Options {
  readonly progress?: number
  /** The number of the curve's formula. Its lamports follow. */
  readonly type?: number
}
const opened = ({ progress = 0.4, type = 1 }: Options = {}) =>
  openWorldCurve(moonitToken, moonit, { symbol: 'EBBING', progress, change: ofType(type) })

const ofType = (type: number) => (genesis: Genesis, pool: Address) => {
  const account = genesis.get(pool)
  const formula = curveTypes[type]
  if (account === undefined || formula === undefined) throw new TypeError(pool)
  const data = Uint8Array.from(account.data)
  data[curveLayout.offsets.curve_type] = type
  const curve = prepareCurve(formula, decodeCurve(data), 0n)
  const lamports = rentExemption(accountSizes.curve) + (curve?.paymentFor(curve.sold) ?? 0n)
  genesis.set(pool, { ...account, data, lamports })
}

describe('Moonit, simulated', () => {
  it.each(curveTypes.map((name, type) => [name, type] as const))(
    'trades at the quote in both directions and modes, and not a unit tighter, on %s',
    async (_, type) => {
      const { mint, trade, bank, pool } = await opened({ type })
      let held = 0n
      for (const request of [buy(sol), buy(100_000n), { tokenIn: wrappedNativeMint, exactOut: 10n ** 15n }]) {
        expect((await trade(request, 1n)).record.err).toEqual(custom(6003))
        const { quote, moved, record } = await trade(request)
        expect(record.err).toBe(null)
        expect(moved).toEqual({ sol: -quote.amountIn, tokens: quote.amountOut })
        held += quote.amountOut
      }
      for (const request of [
        { tokenIn: mint, exactIn: held / 3n },
        { tokenIn: mint, exactOut: sol / 9n },
      ]) {
        expect((await trade(request, 1n)).record.err).toEqual(custom(6003))
        const { quote, moved, record } = await trade(request)
        expect(record.err).toBe(null)
        expect(moved).toEqual({ sol: quote.amountOut, tokens: -quote.amountIn })
      }
      const account = bank.account(pool)
      const state = decodeCurve(account?.data ?? new Uint8Array())
      const formula = curveTypes[state.curve_type] ?? expect.fail('no formula')
      const curve = prepareCurve(formula, state, 0n)
      const due = curve?.paymentFor(curve.sold) ?? 0n
      const lamports = (account?.lamports ?? 0n) - rentExemption(accountSizes.curve)
      // Each trade rounds by up to a lamport.
      expect(Math.abs(Number(lamports - due))).toBeLessThanOrEqual(6)
    },
  )

  it('writes the log and the event of the program', async () => {
    const { trade } = await opened()
    const { record, quote, events } = await trade(buy(sol))
    expect(record.logs).toContain(
      'Program log: Transfering collateral from buyer to curve account: 990000000, Helio fee: 4000000, Dex fee: 6000000',
    )
    expect(events).toMatchObject([{ kind: 'trade', amountIn: sol, amountOut: quote.amountOut }])
  })

  it('ends at its market cap', async () => {
    const { trade, open, bank, mint, land, encode } = await opened({ progress: 0.999 })
    const before = (await open()).quote({ tokenIn: mint, exactIn: sol }, bank.clock())
    const { quote, moved } = await trade(buy(2n * sol))
    expect(quote.specialCase).toBe('lastBuy')
    expect(moved).toEqual({ sol: -quote.amountIn, tokens: quote.amountOut })
    expect((await open()).curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    expect((await land(...(await encode(before, 1n)))).err).toEqual(custom(6005))
  })

  it('refuses like the program', async () => {
    const { user, mint, pool, tokens, land, open, encode, bank } = await opened()
    const [template] = await encode((await open()).quote(buy(sol), bank.clock()), 1n)
    const at = (index: number) => template?.accounts?.[index]?.address as Address
    const accounts = {
      ...{ sender: user.address, sender_token_account: tokens, curve_account: pool, curve_token_account: at(3) },
      ...{ dex_fee: at(4), helio_fee: at(5), mint },
    }
    const fixedIn = { fixed: 'exactIn' } as const
    const fixedOut = { fixed: 'exactOut' } as const
    for (const [instruction, code] of [
      [encodeBuy(accounts, { ...fixedIn, tokens: 1n, lamports: 0n }), 6014],
      [encodeBuy(accounts, { ...fixedOut, tokens: 1n, lamports: sol }), 6014],
      [encodeBuy(accounts, { ...fixedOut, tokens: 9n * 10n ** 17n, lamports: sol }), 6004],
      [encodeBuy(accounts, { ...fixedIn, tokens: 1n, lamports: 10n ** 18n }), 6004],
      [encodeSell(accounts, { ...fixedIn, tokens: 10n ** 18n, lamports: 1n }), 6001],
      [encodeSell(accounts, { ...fixedOut, tokens: 1n, lamports: 10n ** 15n }), 6001],
      [encodeBuy({ ...accounts, dex_fee: at(5) }, { ...fixedIn, tokens: 1n, lamports: sol }), 6007],
      [encodeBuy({ ...accounts, curve_account: at(5) }, { ...fixedIn, tokens: 1n, lamports: sol }), 2006],
      [encodeBuy({ ...accounts, curve_token_account: tokens }, { ...fixedIn, tokens: 1n, lamports: sol }), 2009],
    ] as const)
      expect((await land(instruction)).err).toEqual(custom(code))
    const tolerant = encodeBuy(accounts, { ...fixedIn, tokens: 10n ** 18n, lamports: sol })
    const data = Uint8Array.from(tolerant.data ?? [])
    const allow = (bps: number) => {
      new DataView(data.buffer).setBigUint64(25, BigInt(bps), true)
      return land({ ...tolerant, data })
    }
    expect((await allow(9_999)).err).toBe(null)
    expect((await allow(10_000)).err).toEqual(custom(6002))
  })

  it('answers any input with a script or a failure of its own', async () => {
    const { bank, open, encode, trade, mint } = await opened()
    await trade(buy(sol))
    const pool = await open()
    const requests = [
      buy(sol),
      { tokenIn: mint, exactIn: 10n ** 12n },
      { tokenIn: wrappedNativeMint, exactOut: 10n ** 12n },
      { tokenIn: mint, exactOut: 10n ** 6n },
    ]
    const quotes = requests.map(one => pool.quote(one, bank.clock()))
    const made = (await Promise.all(quotes.map(quote => encode(quote, quote.amountIn)))).flat()
    const outcomes = answersAnyInput(
      made.map(one => invocationOf(bank, one)),
      1_000,
    )
    expect(outcomes.script).toBeGreaterThan(10)
    expect(outcomes.failed).toBeGreaterThan(100)
  })
})
