import { type Address, isTernError, systemProgram } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { feeConfigLayout } from '@tern/venues/pumpFees/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmmCase, ammCases, bytesOf, coin, coinCreator, onlyConfig, openAmmCase } from '../src/ammPools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'
import { key } from '../src/pumpCurves.ts'
import { pumpSwapSdk, pumpSwapSdkName } from '../src/pumpSwapSdk.ts'
import { runsOf } from '../src/runs.ts'
import { bn } from '../src/sdk.ts'

const { PUMP_AMM_SDK } = pumpSwapSdk
const evidence = proves('pumpamm')
const clock = { slot: 1n, unixTimestamp: 1_780_000_000n, epoch: 900n }
const runs = { numRuns: runsOf(3_000) }
type Bn = Parameters<typeof pumpSwapSdk.buyBaseInput>[0]['base']
const amountOf = (value: bigint) => bn(value) as unknown as Bn
const big = (value: { toString(): string }) => BigInt(value.toString())

/** The SDK's own reading of the same bytes, in the form of its functions. */
function sdkCase(one: AmmCase) {
  const bytes = bytesOf(one)
  const info = (data: Uint8Array) => ({ data: Buffer.from(data) }) as Parameters<typeof PUMP_AMM_SDK.decodePool>[0]
  const pool = PUMP_AMM_SDK.decodePool(info(bytes.pool))
  return {
    slippage: 0,
    baseReserve: amountOf(one.baseAmount),
    quoteReserve: amountOf(one.quoteAmount),
    virtualQuoteReserves: pool.virtualQuoteReserves,
    globalConfig: PUMP_AMM_SDK.decodeGlobalConfig(info(bytes.config)),
    feeConfig: PUMP_AMM_SDK.decodeFeeConfig(info(bytes.fees)),
    baseMintAccount: { supply: one.supply } as Parameters<typeof pumpSwapSdk.buyBaseInput>[0]['baseMintAccount'],
    baseMint: pool.baseMint,
    quoteMint: pool.quoteMint,
    coinCreator: pool.coinCreator,
    creator: pool.creator,
    isMayhemMode: pool.isMayhemMode,
    creatorFeeBps: pool.creatorFeeBps,
  }
}

function ask(pool: Pool, request: SwapRequest): Quote | undefined {
  try {
    return pool.quote(request, clock)
  } catch (error) {
    if (isTernError(error, 'quote/nothingOut') || isTernError(error, 'quote/beyondReserves')) return undefined
    throw error
  }
}
/** The SDK's answer; `undefined` if it throws. */
function answer<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
const [baseOf, quoteOf] = [(pool: Pool): Address => pool.tokens[0].mint, (pool: Pool): Address => pool.tokens[1].mint]
const sizes = fc
  .integer({ min: 1, max: 52 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

describe(`quotes of ${pumpSwapSdkName}`, () => {
  it('are Tern’s for an exact output of base', evidence(pumpSwapSdkName, ['exactOut'], undefined, 'B→A'), async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, sizes, async (one, base) => {
        const pool = await openAmmCase(one)
        const ours = ask(pool, { tokenIn: quoteOf(pool), exactOut: base })
        const theirs = answer(() => pumpSwapSdk.buyBaseInput({ ...sdkCase(one), base: amountOf(base) }).uiQuote)
        expect(ours?.amountIn).toBe(theirs === undefined || big(theirs) >= 2n ** 64n ? undefined : big(theirs))
      }),
      runs,
    )
  })

  it('are Tern’s for an exact input of quote', evidence(pumpSwapSdkName, ['exactIn'], undefined, 'B→A'), async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, sizes, async (one, quote) => {
        const pool = await openAmmCase(one)
        const ours = ask(pool, { tokenIn: quoteOf(pool), exactIn: quote })
        const theirs = answer(() => pumpSwapSdk.buyQuoteInput({ ...sdkCase(one), quote: amountOf(quote) }).base)
        // If the fees use up the whole input, the SDK answers nothing, or a negative amount.
        expect(ours?.amountOut ?? 0n).toBe(theirs === undefined || big(theirs) < 0n ? 0n : big(theirs))
      }),
      runs,
    )
  })

  it('are Tern’s for an exact input of base', evidence(pumpSwapSdkName, ['exactIn'], undefined, 'A→B'), async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, sizes, async (one, base) => {
        const pool = await openAmmCase(one)
        const ours = ask(pool, { tokenIn: baseOf(pool), exactIn: base })
        const theirs = answer(() => pumpSwapSdk.sellBaseInput({ ...sdkCase(one), base: amountOf(base) }).uiQuote)
        expect(ours?.amountOut ?? 0n).toBe(theirs === undefined ? 0n : big(theirs))
      }),
      runs,
    )
  })

  it('find no less base for an exact output', evidence(pumpSwapSdkName, ['exactOut'], undefined, 'A→B'), async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, sizes, async (one, wanted) => {
        const pool = await openAmmCase(one)
        const ours = ask(pool, { tokenIn: baseOf(pool), exactOut: wanted })
        if (ours === undefined) return
        const sdk = sdkCase(one)
        const brings = (base: bigint) => {
          const sold = answer(() => pumpSwapSdk.sellBaseInput({ ...sdk, base: amountOf(base) }).uiQuote)
          return sold === undefined ? 0n : big(sold)
        }
        expect(brings(ours.amountIn)).toBe(ours.amountOut)
        expect(ours.amountOut).toBeGreaterThanOrEqual(wanted)
        if (ours.amountIn > 1n) expect(brings(ours.amountIn - 1n)).toBeLessThan(wanted)
      }),
      runs,
    )
  })

  it('have the SDK’s fees', async () => {
    await fc.assert(
      fc.asyncProperty(ammCases, async one => {
        const pool = await openAmmCase(one)
        const sdk = sdkCase(one)
        const quoteReserve = amountOf(one.quoteAmount + one.state.virtual_quote_reserves)
        const rates = pumpSwapSdk.computeFeesBps({ ...sdk, baseMintSupply: amountOf(one.supply), quoteReserve })
        const ours = ask(pool, { tokenIn: quoteOf(pool), exactOut: one.baseAmount / 100n })
        if (ours === undefined) return
        const paid = ours.amountIn - ours.fees.reduce((sum, { amount }) => sum + amount, 0n)
        const feeOf = (rate: Bn) => (paid * big(rate) + 9_999n) / 10_000n
        const amounts = (kind: string) => ours.fees.find(fee => fee.kind === kind)?.amount ?? 0n
        expect([amounts('trade'), amounts('protocol')]).toEqual([feeOf(rates.lpFeeBps), feeOf(rates.protocolFeeBps)])
        const hasCreator = one.state.coin_creator !== systemProgram
        expect(amounts('creator')).toBe(hasCreator ? feeOf(rates.creatorFeeBps) : 0n)
      }),
      { numRuns: runsOf(1_000) },
    )
  })
})

interface Golden {
  readonly baseReserve: string
  readonly quoteReserve: string
  readonly virtualQuote: string
  readonly canonical: boolean
  readonly hasCoinCreator: boolean
  readonly amount: string
  readonly buyBase: { readonly uiQuote: string } | string
  readonly buyQuote: { readonly base: string } | string
  readonly sellBase: { readonly uiQuote: string } | string
}

it('quotes the recorded SDK answers with the fees of mainnet', async () => {
  const { feeConfig, vectors } = readFixture<{ feeConfig: string; vectors: readonly Golden[] }>(
    'pumpAmm/goldenQuotes.json',
  )
  const fees = feeConfigLayout.decode(Buffer.from(feeConfig, 'base64'))
  const [sample] = fc.sample(ammCases, { numRuns: 1, seed: 1 })
  if (sample === undefined) throw new TypeError('no sample')
  for (const golden of vectors) {
    const canonical = (await import('@tern/venues/pumpfun/internal')).poolAuthorityAddress(coin)
    const pool = await openAmmCase({
      ...sample,
      ...{ fees, config: onlyConfig, supply: 10n ** 15n, length: 301 },
      ...{ baseAmount: BigInt(golden.baseReserve), quoteAmount: BigInt(golden.quoteReserve) },
      state: {
        ...sample.state,
        ...{ base_mint: coin, quote_mint: 'So11111111111111111111111111111111111111112' as Address },
        creator: golden.canonical ? await canonical : coinCreator,
        coin_creator: golden.hasCoinCreator ? coinCreator : systemProgram,
        ...{ virtual_quote_reserves: BigInt(golden.virtualQuote), creator_fee_bps: 0n, is_mayhem_mode: false },
      },
    })
    const amount = BigInt(golden.amount)
    const [base, quote] = [baseOf(pool), quoteOf(pool)]
    const expected = (vector: Golden['buyBase'] | Golden['buyQuote'], field: 'uiQuote' | 'base') =>
      typeof vector === 'string' ? 0n : BigInt((vector as Record<string, string>)[field] ?? '')
    const of = (request: SwapRequest, field: 'amountIn' | 'amountOut') => ask(pool, request)?.[field] ?? 0n
    expect(of({ tokenIn: quote, exactOut: amount }, 'amountIn')).toBe(expected(golden.buyBase, 'uiQuote'))
    expect(of({ tokenIn: quote, exactIn: amount }, 'amountOut')).toBe(expected(golden.buyQuote, 'base'))
    expect(of({ tokenIn: base, exactIn: amount }, 'amountOut')).toBe(expected(golden.sellBase, 'uiQuote'))
  }
  expect(vectors.length).toBeGreaterThan(10)
  expect(key(coin).toBase58()).toBe(coin)
})
