import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { feesOf } from '@tern/venues/pumpFees'
import { feeConfigLayout } from '@tern/venues/pumpFees/internal'
import { bondingCurveLayout, globalLayout } from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { type CurveCase, curveCases, encodeFees, feeConfigs, key, mint, openCase, usdc } from '../src/pumpCurves.ts'
import { pumpSdk, pumpSdkName } from '../src/pumpSdk.ts'
import { runsOf } from '../src/runs.ts'
import { bn } from '../src/sdk.ts'

const clock = { slot: 1n, unixTimestamp: 1_780_000_000n, epoch: 900n }
const evidence = proves('pumpfun')
const { PUMP_SDK } = pumpSdk

/** The SDK's own reading of the same bytes, with the supply that determines the program's tier. */
function sdkCase({ state, global, fees, supply }: CurveCase) {
  const counted = state.is_mayhem_mode ? state.token_total_supply : supply
  const info = (data: Uint8Array) => ({ data: Buffer.from(data) }) as Parameters<typeof PUMP_SDK.decodeGlobal>[0]
  return {
    global: PUMP_SDK.decodeGlobal(info(globalLayout.encode(global))),
    bondingCurve: PUMP_SDK.decodeBondingCurve(info(bondingCurveLayout.encode(state))),
    feeConfig: fees === null ? null : PUMP_SDK.decodeFeeConfig(info(encodeFees(fees))),
    mintSupply: bn(counted) as unknown as Parameters<typeof pumpSdk.bondingCurveMarketCap>[0]['mintSupply'],
  }
}
type SdkCase = ReturnType<typeof sdkCase>
const big = (value: { toString(): string }) => BigInt(value.toString())
const amountOf = (value: bigint) => bn(value) as unknown as SdkCase['mintSupply']
const sdkCost = (one: SdkCase, tokens: bigint) =>
  big(
    pumpSdk.getBuySolAmountFromTokenAmount({ ...one, amount: amountOf(tokens), quoteMint: one.bondingCurve.quoteMint }),
  )
const sdkBought = (one: SdkCase, quote: bigint) =>
  big(
    pumpSdk.getBuyTokenAmountFromSolAmount({ ...one, amount: amountOf(quote), quoteMint: one.bondingCurve.quoteMint }),
  )
const sdkProceeds = (one: SdkCase, tokens: bigint) =>
  big(pumpSdk.getSellSolAmountFromTokenAmount({ ...one, amount: amountOf(tokens) }))

function ask(pool: Pool, request: SwapRequest): Quote | undefined {
  try {
    return pool.quote(request, clock)
  } catch (error) {
    if (isTernError(error, 'quote/nothingOut') || isTernError(error, 'quote/beyondReserves')) return undefined
    throw error
  }
}
const quoteMint = (pool: Pool): Address => pool.tokens[1].mint
const sizes = fc
  .integer({ min: 1, max: 52 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const runs = { numRuns: runsOf(3_000) }
/** The trade's fee rates in basis points, by the SDK. */
function sdkRates(one: SdkCase, mintSupply = one.mintSupply) {
  const { bondingCurve: curve } = one
  const { protocolFeeBps, creatorFeeBps } = pumpSdk.computeFeesBps({ ...one, ...curve, mintSupply })
  const hasCreator = curve.creator.toBase58() !== '11111111111111111111111111111111'
  return [big(protocolFeeBps), hasCreator ? big(creatorFeeBps) : 0n] as const
}

describe(`quotes of ${pumpSdkName}`, () => {
  it('equal Tern’s for an exact output of tokens', evidence(pumpSdkName, ['exactOut'], undefined, 'B→A'), async () => {
    await fc.assert(
      fc.asyncProperty(curveCases('ofMayhem'), sizes, async (one, tokens) => {
        const pool = await openCase(one)
        const quote = ask(pool, { tokenIn: quoteMint(pool), exactOut: tokens })
        if (quote !== undefined) expect(quote.amountIn).toBe(sdkCost(sdkCase(one), tokens))
        // Asked for more than is left, the SDK quotes the rest, and Tern refuses.
        else expect(tokens).toBeGreaterThan(one.state.real_token_reserves)
      }),
      runs,
    )
  })

  it('equal Tern’s for an exact input of tokens', evidence(pumpSdkName, ['exactIn'], undefined, 'A→B'), async () => {
    await fc.assert(
      fc.asyncProperty(curveCases('ofMayhem'), sizes, async (one, tokens) => {
        const pool = await openCase(one)
        const quote = ask(pool, { tokenIn: mint, exactIn: tokens })
        const theirs = sdkProceeds(sdkCase(one), tokens)
        if (quote !== undefined) expect(quote.amountOut).toBe(theirs)
        else {
          // The SDK gives a negative number, or a quote for more than the curve can pay.
          const { virtual_quote_reserves: quotes, virtual_token_reserves: left, real_quote_reserves: held } = one.state
          expect(theirs <= 0n || (tokens * quotes) / (left + tokens) > held).toBe(true)
        }
      }),
      runs,
    )
  })

  it('find no fewer tokens for an exact output', evidence(pumpSdkName, ['exactOut'], undefined, 'A→B'), async () => {
    await fc.assert(
      fc.asyncProperty(curveCases('ofMayhem'), sizes, async (one, wanted) => {
        const pool = await openCase(one)
        const quote = ask(pool, { tokenIn: mint, exactOut: wanted })
        if (quote === undefined) return
        const sdk = sdkCase(one)
        expect(sdkProceeds(sdk, quote.amountIn)).toBe(quote.amountOut)
        expect(quote.amountOut).toBeGreaterThanOrEqual(wanted)
        if (quote.amountIn > 1n) expect(sdkProceeds(sdk, quote.amountIn - 1n)).toBeLessThan(wanted)
      }),
      runs,
    )
  })

  /**
   * A known fault of the SDK: it subtracts a unit from the input before the fees, `(in − 1) · 10000 / (10000 + bps)`.
   * The program takes the fees first, returns the excess of rounding them up, and then subtracts a unit.
   * This follows the IDL of `buy_exact_sol_in`, and every such trade recorded from mainnet.
   * Both results are within two units of the input of each other.
   */
  it(
    'differ for an exact input of the quote by two units at most',
    evidence(`${pumpSdkName}, up to its known rounding`, ['exactIn'], undefined, 'B→A'),
    async () => {
      let [same, different] = [0, 0]
      await fc.assert(
        fc.asyncProperty(curveCases('ofMayhem'), sizes, async (one, amount) => {
          const pool = await openCase(one)
          const sdk = sdkCase(one)
          const ours = ask(pool, { tokenIn: quoteMint(pool), exactIn: amount })?.amountOut ?? 0n
          const theirs = sdkBought(sdk, amount)
          const { virtual_token_reserves: token, virtual_quote_reserves: quote, real_token_reserves: left } = one.state
          const bought = (net: bigint) => {
            const tokens = net <= 0n ? 0n : (net * token) / (quote + net)
            return tokens < left ? tokens : left
          }
          const [protocol, creator] = sdkRates(sdk)
          const net = (amount * 10_000n) / (10_000n + protocol + creator)
          expect(theirs).toBe(bought(((amount - 1n) * 10_000n) / (10_000n + protocol + creator)))
          expect([bought(net - 1n), bought(net - 2n), bought(net - 3n)]).toContain(ours)
          if (ours === theirs) same++
          else different++
        }),
        runs,
      )
      expect(Math.min(same, different)).toBeGreaterThan(runsOf(100))
    },
  )

  it('use the same market capitalization and the same tiers', async () => {
    await fc.assert(
      fc.asyncProperty(feeConfigs, fc.bigInt(0n, 10n ** 12n), async (config, cap) => {
        const info = { data: Buffer.from(encodeFees(config)) } as Parameters<typeof PUMP_SDK.decodeFeeConfig>[0]
        const feeConfig = PUMP_SDK.decodeFeeConfig(info)
        expect(feeConfigLayout.decode(encodeFees(config))).toEqual(config)
        for (const quote of [wrappedNativeMint, usdc, mint]) {
          const theirs = pumpSdk.selectCurveFeeSchedule({ feeConfig, quoteMint: key(quote), marketCap: amountOf(cap) })
          const ours = feesOf(config, quote, cap)
          expect([ours?.protocol_fee_bps, ours?.creator_fee_bps]).toEqual([
            big(theirs.protocolFeeBps),
            big(theirs.creatorFeeBps),
          ])
        }
      }),
      { numRuns: runsOf(500) },
    )
  })

  /**
   * A known fault of the SDK, for a coin with burnt tokens. Its tier of an exact input follows the current supply, like
   * the program's
   * (`BondingCurve::market_cap`). All its other tiers follow the launched supply.
   */
  it('disagree among themselves if tokens were burnt', async () => {
    let disagreements = 0
    await fc.assert(
      fc.asyncProperty(curveCases('burnt'), fc.constantFrom('exactIn', 'exactOut'), async (one, mode) => {
        if (one.fees === null) return
        const sdk = sdkCase(one)
        const [rate] = sdkRates(sdk)
        if (rate !== sdkRates(sdk, amountOf(1_000_000_000_000_000n))[0]) disagreements++
        const pool = await openCase(one)
        const amounts = mode === 'exactIn' ? { exactIn: 1_000_000n } : { exactOut: 1_000_000n }
        const quote = ask(pool, { tokenIn: quoteMint(pool), ...amounts })
        const protocol = quote?.fees.find(fee => fee.kind === 'protocol')?.amount
        if (quote === undefined || protocol === undefined) return
        const creator = quote.fees.find(fee => fee.kind === 'creator')?.amount ?? 0n
        const paid = quote.amountIn - protocol - creator
        expect(protocol).toBe((paid * rate + 9_999n) / 10_000n)
      }),
      { numRuns: runsOf(5_000) },
    )
    expect(disagreements).toBeGreaterThan(runsOf(20))
  })
})
