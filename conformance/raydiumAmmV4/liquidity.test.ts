import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@tern/core'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { program } from '@tern/venues/raydiumAmmV4'
import {
  ammInfoLayout,
  encodeDeposit,
  encodeWithdraw,
  type LiquidityAmounts,
  type LiquidityState,
  quoteDeposit,
  quoteWithdrawal,
  takeProfit,
  withoutMarket,
} from '@tern/venues/raydiumAmmV4/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ammV4Addresses } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { type AmmV4World, placeLiquidity, startAmmV4 } from '../src/ammV4World.ts'
import { provesLiquidity } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { balanceOf } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const evidence = provesLiquidity('raydiumammv4')
const { pool, vaults, lpMint, targetOrders } = ammV4Addresses
const market = withoutMarket(pool)

describe('golden vectors', () => {
  type Numbers = Readonly<Record<string, string>>
  interface Golden {
    readonly cases: readonly {
      readonly state: Numbers
      readonly lpAmount: string | null
      readonly result: Numbers
      readonly deposits: readonly (Numbers & { readonly baseSide: number })[]
      readonly withdrawals: readonly Numbers[]
    }[]
  }

  it('are met: the profit first, then the deposit or the withdrawal', () => {
    const { cases } = readFixture<Golden>('raydiumAmmV4/liquidity.json')
    expect(cases).toHaveLength(5)
    const n = (of: Numbers, key: string) => BigInt(of[key] ?? '0')
    for (const { state: given, lpAmount, result, deposits, withdrawals } of cases) {
      const state: LiquidityState = {
        ...{ coin: n(given, 'totCoin'), pc: n(given, 'totPc'), lp_amount: BigInt(lpAmount ?? '0') },
        ...{ coin_decimals: n(given, 'coinDec'), pc_decimals: n(given, 'pcDec'), sys_decimal_value: n(given, 'sys') },
        ...{ pnl_numerator: 12n, pnl_denominator: 100n, calc_pnl_x: n(given, 'cx'), calc_pnl_y: n(given, 'cy') },
      }
      const profit = takeProfit(state)
      if (result.error !== undefined) expect(profit).toBeUndefined()
      else expect(profit).toEqual({ coin: n(result, 'coinPnl'), pc: n(result, 'pcPnl') })
      for (const one of deposits) {
        const quote = quoteDeposit(state, one.baseSide === 0 ? 'coin' : 'pc', n(one, 'amount'))
        expect(quote).toEqual({ coin: n(one, 'coin'), pc: n(one, 'pc'), lp: n(one, 'lp') })
      }
      for (const one of withdrawals) {
        const [coin, pc, lp] = [n(one, 'coin'), n(one, 'pc'), n(one, 'lpIn')]
        expect(quoteWithdrawal(state, lp)).toEqual(coin > 0n && pc > 0n ? { coin, pc, lp } : undefined)
      }
    }
  })
})

const size = (min: number, max: number) =>
  fc.integer({ min, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  const path = binary ?? ''

  /** Random pools with any profit, and the change to try. */
  const cases = fc.record({
    reserves: fc.tuple(size(20, 50), size(20, 50)),
    waiting: fc.tuple(size(1, 30), size(1, 30)),
    /** The part of the reserves that counts as no profit, in percent. */
    basis: fc.tuple(fc.bigInt(20n, 100n), fc.bigInt(20n, 100n)),
    lp: size(20, 50),
    held: fc.bigInt(1n, 90n),
    amount: size(1, 45),
  })
  type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

  async function prepare(world: AmmV4World, { reserves: [coin, pc], waiting, basis, lp, held }: Case) {
    const system = 10n ** 9n
    // The coin has 6 decimals, and the pc 9.
    const calc_pnl_x = (pc * basis[0]) / 100n
    const calc_pnl_y = (coin * 1_000n * basis[1]) / 100n
    const lpHeld = (lp * held) / 100n
    const amm = {
      ...{ lp_amount: lp, need_take_pnl_coin: waiting[0], need_take_pnl_pc: waiting[1], sys_decimal_value: system },
    }
    const all = [coin + waiting[0], pc + waiting[1]] as const
    const user_lp = await placeLiquidity(world, { vaults: all, amm, calc_pnl_x, calc_pnl_y, lpHeld })
    const state: LiquidityState = {
      ...{ coin, pc, calc_pnl_x, calc_pnl_y, lp_amount: lp, sys_decimal_value: system },
      ...{ coin_decimals: 6n, pc_decimals: 9n, pnl_numerator: 12n, pnl_denominator: 100n },
    }
    const accounts = {
      ...{ amm: pool, amm_target_orders: targetOrders, amm_lp_mint: lpMint, user_lp },
      ...{ amm_coin_vault: vaults[0], amm_pc_vault: vaults[1], owner: world.svm.payer.address },
      ...{ user_coin: world.accounts[0], user_pc: world.accounts[1] },
    }
    return { state, accounts, lpHeld, profit: takeProfit(state) }
  }

  /** Sends an instruction, and returns the changes of the payer's coin, pc and LP tokens. */
  async function moved(world: AmmV4World, user_lp: Address, instruction: ReturnType<typeof encodeDeposit>) {
    const held = () => [...world.accounts, user_lp].map(account => balanceOf(world.svm, account))
    const before = held()
    const { programError, error } = await world.svm.send([instruction])
    const changes = held().map((amount, i) => amount - (before[i] ?? 0n))
    return { code: readProgramError(program, programError ?? -1), failed: error !== undefined, changes }
  }

  function waitingIn({ svm }: AmmV4World) {
    const { need_take_pnl_coin, need_take_pnl_pc, lp_amount } = ammInfoLayout.decode(
      svm.read(pool)?.data ?? new Uint8Array(),
    )
    return [need_take_pnl_coin, need_take_pnl_pc, lp_amount]
  }

  it(
    'takes its profit and the quoted deposit, and refuses a unit less',
    evidence('real program, random deposits', 'PROGRAMS_DIR'),
    async () => {
      const world = await startAmmV4(path)
      let [done, withProfit] = [0, 0]
      await fc.assert(
        fc.asyncProperty(cases, fc.constantFrom('coin', 'pc'), async (one, side) => {
          const { state, accounts, profit } = await prepare(world, one)
          const quote = quoteDeposit(state, side, one.amount)
          if (quote === undefined || quote.coin > 10n ** 15n || quote.pc > 10n ** 15n) return
          if (quote.lp > 2n ** 63n) return
          const tight =
            side === 'coin'
              ? { maxCoin: quote.coin, maxPc: quote.pc - 1n }
              : { maxCoin: quote.coin - 1n, maxPc: quote.pc }
          // An amount of zero is refused as invalid input, before any slippage.
          if (tight.maxCoin > 0n && tight.maxPc > 0n) {
            const refused = await moved(
              world,
              accounts.user_lp,
              encodeDeposit(accounts, market, side, { ...tight, otherMin: 0n }),
            )
            expect(refused.code).toBe('program/slippageExceeded')
          }
          const otherMin = side === 'coin' ? quote.pc : quote.coin
          const bounds = { maxCoin: quote.coin, maxPc: quote.pc, otherMin }
          const dear = await moved(
            world,
            accounts.user_lp,
            encodeDeposit(accounts, market, side, { ...bounds, otherMin: otherMin + 1n }),
          )
          expect(dear.code).toBe('program/slippageExceeded')
          const before = waitingIn(world)
          const { failed, changes } = await moved(
            world,
            accounts.user_lp,
            encodeDeposit(accounts, market, side, bounds),
          )
          expect(failed).toBe(false)
          expect(changes).toEqual([-quote.coin, -quote.pc, quote.lp])
          const added = waitingIn(world).map((amount, i) => amount - (before[i] ?? 0n))
          expect(added).toEqual([profit?.coin, profit?.pc, quote.lp])
          done++
          if (profit !== undefined && profit.coin > 0n) withProfit++
        }),
        { numRuns: 200, endOnFailure: true },
      )
      expect(done).toBeGreaterThan(100)
      expect(withProfit).toBeGreaterThan(50)
    },
  )

  it(
    'takes its profit and pays the quoted withdrawal, and refuses a unit more',
    evidence('real program, random withdrawals', 'PROGRAMS_DIR'),
    async () => {
      const world = await startAmmV4(path)
      let done = 0
      await fc.assert(
        fc.asyncProperty(cases, async one => {
          const { state, accounts, lpHeld, profit } = await prepare(world, one)
          const lpAmount = one.amount < lpHeld ? one.amount : lpHeld
          const quote: LiquidityAmounts | undefined = quoteWithdrawal(state, lpAmount)
          const withdraw = (minCoin: bigint, minPc: bigint) =>
            moved(world, accounts.user_lp, encodeWithdraw(accounts, market, { lpAmount, minCoin, minPc }))
          if (quote === undefined) return void expect((await withdraw(0n, 0n)).failed).toBe(true)
          expect((await withdraw(quote.coin + 1n, quote.pc)).code).toBe('program/slippageExceeded')
          expect((await withdraw(quote.coin, quote.pc + 1n)).code).toBe('program/slippageExceeded')
          const before = waitingIn(world)
          const { failed, changes } = await withdraw(quote.coin, quote.pc)
          expect(failed).toBe(false)
          expect(changes).toEqual([quote.coin, quote.pc, -lpAmount])
          const added = waitingIn(world).map((amount, i) => amount - (before[i] ?? 0n))
          expect(added).toEqual([profit?.coin, profit?.pc, -lpAmount])
          done++
        }),
        { numRuns: 200, endOnFailure: true },
      )
      expect(done).toBeGreaterThan(100)
    },
  )
})
