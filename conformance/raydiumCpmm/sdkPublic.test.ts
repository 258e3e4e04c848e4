import { Connection } from '@solana/web3.js'
import { type Curve, isCreatorFeeOnInput, swapBaseInput, swapBaseOutput } from '@tern/venues/raydiumCpmm/internal'
import Decimal from 'decimal.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { bn, raydiumSdk } from '../src/sdk.ts'

/** `computeSwapAmount` needs a `Raydium` object, but neither a token list nor a node. */
const load = () =>
  raydiumSdk.Raydium.load({
    connection: new Connection('http://127.0.0.1:9'),
    disableLoadToken: true,
    disableFeatureCheck: true,
  })
let raydium: Awaited<ReturnType<typeof load>>

const reserves = [850_000_000_000n, 206_900_000_000_000n] as const
const rates = { tradeFeeRate: 2_500n, creatorFeeRate: 30_000n, protocolFeeRate: 120_000n, fundFeeRate: 40_000n }

/** The SDK's public quote for a pool with these reserves: the amount of the other side. */
function compute(feeOn: 0 | 1 | 2, side: 0 | 1, mode: 'exactIn' | 'exactOut', amount: bigint, feeConfig?: object) {
  const mint = (address: string) => ({ address, extensions: feeConfig === undefined ? {} : { feeConfig } })
  type Arguments = Parameters<typeof raydium.cpmm.computeSwapAmount>[0]
  const answer = raydium.cpmm.computeSwapAmount({
    pool: {
      mintA: mint('A'),
      mintB: mint('B'),
      feeOn,
      baseReserve: bn(reserves[0]),
      quoteReserve: bn(reserves[1]),
      poolPrice: new Decimal(1),
      configInfo: Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, bn(rate)])),
    },
    amountIn: bn(amount),
    outputMint: side === 0 ? 'B' : 'A',
    slippage: 0,
    swapBaseIn: mode === 'exactIn',
  } as unknown as Arguments)
  return BigInt(String(mode === 'exactIn' ? answer.amountOut : answer.amountIn))
}

function curveOf(side: 0 | 1, onInput: boolean): Curve {
  const [reserveIn, reserveOut] = side === 0 ? reserves : [reserves[1], reserves[0]]
  return { reserveIn, reserveOut, ...rates, isCreatorFeeOnInput: onInput }
}

describe("the SDK's public quote", () => {
  beforeAll(async () => {
    raydium = await load()
  })

  // `is_creator_fee_on_input` (states/pool.rs) depends on the input token.
  // `computeSwapAmount` (cpmm.ts) only checks if the pool's mode is "both" or "token B".
  for (const feeOn of [0, 1, 2] as const)
    for (const side of [0, 1] as const) {
      const program = isCreatorFeeOnInput(feeOn, side === 0 ? 'zeroForOne' : 'oneForZero')
      const sdk = feeOn !== 1
      it(`${program === sdk ? 'agrees on' : 'mistakes'} the creator's side: mode ${feeOn}, token ${side} coming in`, () => {
        let differing = 0
        fc.assert(
          fc.property(fc.bigInt(1_000_000n, 10n ** 11n), amount => {
            const theirOut = compute(feeOn, side, 'exactIn', amount)
            const asTheyDo = swapBaseInput(curveOf(side, sdk), amount).outputAmount
            // A unit more input in fees if both fees are on the input; see sdk.test.ts.
            const unit = sdk ? curveOf(side, sdk).reserveOut / curveOf(side, sdk).reserveIn + 1n : 0n
            expect(asTheyDo - theirOut).toBeGreaterThanOrEqual(0n)
            expect(asTheyDo - theirOut).toBeLessThanOrEqual(unit)
            expect(compute(feeOn, side, 'exactOut', amount)).toBe(
              swapBaseOutput(curveOf(side, sdk), amount)?.inputAmount,
            )
            const ours = swapBaseInput(curveOf(side, program), amount).outputAmount
            if (ours !== asTheyDo) differing++
          }),
        )
        expect(differing > 0).toBe(program !== sdk)
      })
    }

  // The program takes `get_transfer_fee` (utils/token.rs) on both sides of every swap. The SDK's call ignores the
  // mints' fees.
  it('leaves transfer fees out', () => {
    const fee = { epoch: '0', maximumFee: '1000000', transferFeeBasisPoints: 500 }
    const feeConfig = { olderTransferFee: fee, newerTransferFee: fee }
    expect(compute(0, 0, 'exactIn', 10n ** 9n, feeConfig)).toBe(compute(0, 0, 'exactIn', 10n ** 9n))
  })
})
