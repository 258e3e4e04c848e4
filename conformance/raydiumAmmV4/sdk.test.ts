import { Connection } from '@solana/web3.js'
import { usdcMint, wrappedNativeMint } from '@tern/core'
import type { AmmInfo } from '@tern/venues/raydiumAmmV4'
import { ammInfoLayout, type Curve, swapBaseIn, swapBaseOut } from '@tern/venues/raydiumAmmV4/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { runsOf } from '../src/runs.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const evidence = proves('raydiumammv4')
const { liquidity } = await raydiumSdk.Raydium.load({
  connection: new Connection('http://127.0.0.1:1'),
  ...{ disableLoadToken: true, disableFeatureCheck: true },
})
type SdkPool = Parameters<typeof liquidity.computeAmountOut>[0]['poolInfo']

/** Amounts of every magnitude, and the edges. */
const amount = (bits: number) =>
  fc.integer({ min: 1, max: bits }).chain(size => fc.bigInt(1n << BigInt(size - 1), (1n << BigInt(size)) - 1n))
/** The SDK knows only the usual fee. */
const curves = fc.record({
  reserveIn: amount(63),
  reserveOut: amount(63),
  feeNumerator: fc.constant(25n),
  feeDenominator: fc.constant(10_000n),
})

/** The SDK's pool. The trade pays the base token. */
function sdkPool({ reserveIn, reserveOut }: Curve) {
  const poolInfo = {
    ...{ version: 4, status: 6, baseReserve: bn(reserveIn), quoteReserve: bn(reserveOut) },
    ...{ mintA: { address: wrappedNativeMint, decimals: 9 }, mintB: { address: usdcMint, decimals: 9 } },
  } as unknown as SdkPool
  return { poolInfo, mintIn: wrappedNativeMint, mintOut: usdcMint, slippage: 0 }
}
const big = (value: unknown) => BigInt(String(value))

describe('the SDK', () => {
  it('agrees on exact inputs', evidence(raydiumSdkName, ['exactIn']), () => {
    fc.assert(
      fc.property(curves, amount(63), (curve, amountIn) => {
        const { amountOut, fee } = liquidity.computeAmountOut({ ...sdkPool(curve), amountIn: bn(amountIn) })
        const ours = swapBaseIn(curve, amountIn)
        expect(ours.amountOut).toBe(big(amountOut))
        expect(ours.amountIn - ours.inputSwapped).toBe(big(fee))
      }),
      { numRuns: runsOf(5_000) },
    )
  })

  // The program rounds both steps up (`process_swap_base_out`, processor.rs), and the SDK rounds both down.
  it('asks for up to two units too few for an exact output', evidence(raydiumSdkName, ['exactOut']), () => {
    const short = new Map<bigint, number>()
    const cases = curves.chain(curve => fc.tuple(fc.constant(curve), fc.bigInt(1n, curve.reserveOut)))
    fc.assert(
      fc.property(cases, ([curve, amountOut]) => {
        const ours = swapBaseOut(curve, amountOut)
        if (ours === undefined) return
        const { amountIn } = liquidity.computeAmountIn({ ...sdkPool(curve), amountOut: bn(amountOut) })
        const by = ours.amountIn - big(amountIn)
        expect([0n, 1n, 2n, 3n]).toContain(by)
        short.set(by, (short.get(by) ?? 0) + 1)
        // A unit less than ours does not pay the output.
        expect(swapBaseIn(curve, ours.amountIn).amountOut).toBeGreaterThanOrEqual(amountOut)
      }),
      { numRuns: runsOf(5_000) },
    )
    expect((short.get(1n) ?? 0) + (short.get(2n) ?? 0)).toBeGreaterThan(0)
  })

  it('gave the golden quotes', evidence('golden vectors of the SDK'), () => {
    type Vector = readonly [
      base: string,
      quote: string,
      side: 'base' | 'quote',
      amount: string,
      ...answers: readonly (string | null)[],
    ]
    const golden = readFixture<{ vectors: readonly Vector[] }>('raydiumAmmV4/goldenQuotes.json')
    expect(golden.vectors).toHaveLength(72)
    for (const [base, quote, side, given, paid, asked, sdkPaid] of golden.vectors) {
      const [reserveIn, reserveOut] = side === 'base' ? [BigInt(base), BigInt(quote)] : [BigInt(quote), BigInt(base)]
      const curve = { reserveIn, reserveOut, feeNumerator: 25n, feeDenominator: 10_000n }
      const out = String(swapBaseIn(curve, BigInt(given)).amountOut)
      expect([paid, sdkPaid]).toEqual([out, out])
      const amountIn = swapBaseOut(curve, BigInt(given))?.amountIn
      expect(amountIn === undefined ? null : String(amountIn)).toBe(asked)
    }
  })

  it('reads the same fields of a pool', () => {
    /** The program's names and the SDK's, in the order of the bytes. */
    const fields = [
      ...[['status', 'status'] as const, ['nonce', 'nonce'] as const, ['coin_decimals', 'baseDecimal'] as const],
      ...[['pc_decimals', 'quoteDecimal'] as const, ['sys_decimal_value', 'systemDecimalValue'] as const],
      ...[['pnl_numerator', 'pnlNumerator'] as const, ['pnl_denominator', 'pnlDenominator'] as const],
      ...[['swap_fee_numerator', 'swapFeeNumerator'] as const, ['swap_fee_denominator', 'swapFeeDenominator'] as const],
      ...[['need_take_pnl_coin', 'baseNeedTakePnl'] as const, ['need_take_pnl_pc', 'quoteNeedTakePnl'] as const],
      ...[['pool_open_time', 'poolOpenTime'] as const, ['swap_coin_in_amount', 'swapBaseInAmount'] as const],
      ...[['coin_vault', 'baseVault'] as const, ['pc_vault', 'quoteVault'] as const, ['lp_mint', 'lpMint'] as const],
      ...[['coin_vault_mint', 'baseMint'] as const, ['pc_vault_mint', 'quoteMint'] as const],
      ...[['open_orders', 'openOrders'] as const, ['market', 'marketId'] as const, ['amm_owner', 'owner'] as const],
      ...[['market_program', 'marketProgramId'] as const, ['target_orders', 'targetOrders'] as const],
      ['lp_amount', 'lpReserve'] as const,
    ] satisfies readonly (readonly [keyof AmmInfo, string])[]
    const size = ammInfoLayout.size
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size, maxLength: size }), data => {
        const theirs = raydiumSdk.liquidityStateV4Layout.decode(Buffer.from(data)) as unknown as Record<string, unknown>
        const ours = ammInfoLayout.decode(data)
        for (const [own, other] of fields) expect(String(ours[own]), own).toBe(String(theirs[other]))
      }),
      { numRuns: runsOf(200) },
    )
  })
})
