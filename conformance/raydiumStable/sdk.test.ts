import { type Address, isTernError } from '@tern/core'
import { ammInfoLayout, modelDataAccount, openModel, program, raydiumStable } from '@tern/venues/raydiumStable'
import { encodeModel, exampleModel, placeOf, swapBaseIn } from '@tern/venues/raydiumStable/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeStablePool, stableAddresses, stableClock } from '../../packages/venues/test/raydiumStablePools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { runsOf } from '../src/runs.ts'
import { raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydium_stable')
const { pool: address, mints } = stableAddresses

/** The table of the golden vectors. */
const coarse = encodeModel(
  1_000_000n,
  Array.from({ length: 50_000 }, (_, i) => {
    const x = 1_000_000_000 + i * 1_000_000
    const y = Math.floor(6.25e20 / x)
    return { x: BigInt(x), y: BigInt(y), price: BigInt(Math.floor((x * 1_000_000) / y)) }
  }),
)
const example = exampleModel()
const sdkTable = raydiumSdk.formatLayout(Buffer.from(example))

/** The output in doubles, as the SDK computes it from the amount after the fee. */
const sdkOut = (paid: 'pc' | 'coin', pc: bigint, coin: bigint, swapped: bigint): number =>
  raydiumSdk[paid === 'pc' ? 'getDyByDxBaseIn' : 'getDxByDyBaseIn'](sdkTable, Number(pc), Number(coin), Number(swapped))

function quoteIn(model: Uint8Array, reserves: readonly [bigint, bigint], tokenIn: Address, exactIn: bigint): bigint {
  const { accounts } = makeStablePool({ reserves, model, state: { abort_trade_factor: 2n ** 60n } })
  try {
    return raydiumStable.open(address, accounts).quote({ tokenIn, exactIn }, stableClock).amountOut
  } catch (error) {
    if (!isTernError(error) || !/^quote\/(nothingOut|beyondReserves|noLiquidity)$/.test(error.code)) throw error
    return 0n
  }
}

describe('the SDK', () => {
  // The SDK computes with doubles, and the program with whole numbers. The program rounds down each conversion to the
  // table and back. A conversion loses up to a unit of the table, plus the pool's size in units of its ratio.
  it('agrees on exact inputs, up to the program’s rounding', evidence(raydiumSdkName, ['exactIn']), () => {
    const cases = fc.record({
      coins: fc.bigInt(10n ** 9n, 10n ** 14n),
      pcPerMille: fc.bigInt(100n, 10_000n),
      paid: fc.constantFrom<'pc' | 'coin'>('pc', 'coin'),
      share: fc.bigInt(1n, 400_000n),
    })
    let compared = 0
    fc.assert(
      fc.property(cases, ({ coins: coin, pcPerMille, paid, share }) => {
        const pc = (coin * pcPerMille) / 1_000n
        const { accounts } = makeStablePool({ reserves: [coin, pc], model: example })
        const state = ammInfoLayout.decode(accounts.get(address)?.data ?? new Uint8Array())
        const pool = placeOf(state, openModel(example), { pc, coin })?.pool
        const amountIn = ((paid === 'pc' ? pc : coin) * share) / 1_000_000n + 10n
        const ours = pool && swapBaseIn(pool, paid, amountIn)
        const theirs = sdkOut(paid, pc, coin, ours?.inputSwapped ?? amountIn)
        if (ours === undefined) return expect(theirs).toBeLessThan(1)
        compared++
        // Three values are rounded to a unit of the table. The result and the input are rounded to a raw unit, and a unit of the
        // input is worth up to two of the output.
        const unit = Number(pc + coin) / 1e12
        expect(Math.abs(Number(ours.amountOut) - theirs)).toBeLessThan(3 + 4 * unit + Number(ours.amountOut) * 1e-11)
      }),
      { numRuns: runsOf(4_000) },
    )
    expect(compared).toBeGreaterThan(500)
  })

  it('gave the golden quotes', evidence('golden vectors of the SDK', ['exactIn']), () => {
    interface Vector {
      readonly baseReserve: string
      readonly quoteReserve: string
      readonly amountIn: string
      readonly fee: string
      readonly quoteIn: { readonly raw: number; readonly amountOut: string }
      readonly baseIn: { readonly raw: number; readonly amountOut: string }
    }
    const golden = readFixture<{ vectors: readonly Vector[] }>('raydiumStable/goldenQuotes.json')
    for (const { baseReserve, quoteReserve, amountIn, quoteIn: theirPc, baseIn: theirCoin } of golden.vectors) {
      const reserves = [BigInt(baseReserve), BigInt(quoteReserve)] as const
      for (const [tokenIn, { raw }] of [
        [mints[1], theirPc],
        [mints[0], theirCoin],
      ] as const) {
        const ours = Number(quoteIn(coarse, reserves, tokenIn, BigInt(amountIn)))
        // The pool's ratio has six digits here. It counts only for a trade across elements, and this table has a step of a
        // thousandth of these reserves.
        const crosses = BigInt(amountIn) > 10n ** 8n
        const max = 2 + (crosses ? Number(reserves[0] + reserves[1]) * 1e-6 : raw * 4e-6)
        expect(Math.abs(ours - raw), `${baseReserve} ${quoteReserve} ${amountIn}`).toBeLessThan(max)
      }
    }
  })

  it('decodes the table and a pool to the same values', () => {
    const ours = openModel(example)
    expect(sdkTable.multiplier).toBe(Number(ours.multiplier))
    for (let i = 0; i < 50_000; i += 7)
      expect(sdkTable.DataElement[i]).toEqual({
        x: Number(ours.x(i)),
        y: Number(ours.y(i)),
        price: Number(ours.price(i)),
      })
    const { accounts } = makeStablePool({ reserves: [5n, 7n], state: { swap_coin_in_amount: 2n ** 100n + 3n } })
    const data = accounts.get(address)?.data ?? new Uint8Array()
    const our = ammInfoLayout.decode(data)
    const their = raydiumSdk.liquidityStateV5Layout.decode(Buffer.from(data)) as unknown as Readonly<
      Record<string, unknown>
    >
    const same = [
      ...(['status', 'nonce', 'depth', 'state'] as const).map(name => [name, name] as const),
      ...([
        ['order_num', 'maxOrder'],
        ['coin_decimals', 'baseDecimal'],
        ['pc_decimals', 'quoteDecimal'],
      ] as const),
      ...([
        ['sys_decimal_value', 'systemDecimalsValue'],
        ['abort_trade_factor', 'abortTradeFactor'],
      ] as const),
      ...([
        ['swap_fee_numerator', 'swapFeeNumerator'],
        ['swap_fee_denominator', 'swapFeeDenominator'],
      ] as const),
      ...([
        ['need_take_pnl_coin', 'baseNeedTakePnl'],
        ['need_take_pnl_pc', 'quoteNeedTakePnl'],
      ] as const),
      ...([
        ['pool_open_time', 'poolOpenTime'],
        ['orderbook_to_init_time', 'orderbookToInitTime'],
      ] as const),
      ...([
        ['swap_coin_in_amount', 'swapBaseInAmount'],
        ['coin_vault', 'baseVault'],
        ['pc_vault', 'quoteVault'],
      ] as const),
      ...([
        ['coin_vault_mint', 'baseMint'],
        ['pc_vault_mint', 'quoteMint'],
        ['lp_mint', 'lpMint'],
      ] as const),
      ...([
        ['model_data', 'modelDataAccount'],
        ['open_orders', 'openOrders'],
        ['market', 'marketId'],
      ] as const),
      ...([
        ['market_program', 'marketProgramId'],
        ['target_orders', 'targetOrders'],
        ['amm_owner', 'owner'],
      ] as const),
    ] as const
    for (const [ourName, theirName] of same) expect(String(our[ourName]), ourName).toBe(String(their[theirName]))
  })

  it('knows the same addresses', () => {
    expect(String(raydiumSdk.AMM_STABLE)).toBe(program)
    expect(String(raydiumSdk.MODEL_DATA_PUBKEY)).toBe(modelDataAccount)
  })
})
