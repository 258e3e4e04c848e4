import { decodeAmmInfo } from '@tern/venues/raydiumAmmV4'
import { swapBaseIn } from '@tern/venues/raydiumAmmV4/internal'
import { ammV4Addresses, ammV4Clock, makeAmmV4Pool } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { cases, over, type Race } from './measure.ts'
import { type Bn, bn, raydiumSdk, raydiumSdkName } from './sdk.ts'

/** Reserves of a pool of 850 SOL and 206.9 million tokens of six decimals. */
const [tokens, lamports] = [206_900_000_000_000n, 850_000_000_000n]
const curve = { reserveIn: lamports, reserveOut: tokens, feeNumerator: 25n, feeDenominator: 10_000n }
const [token, native] = ammV4Addresses.mints

/** Amounts from 0.001 to some 100 SOL, evenly spread on a logarithmic scale, all different. */
const amountsIn = Array.from({ length: cases }, (_, i) => BigInt(Math.round(1e6 * 10 ** ((5 * i) / cases))) + BigInt(i))
const amountsOut = amountsIn.map(amount => swapBaseIn(curve, amount).amountOut)

/** Makes every race of the venue. It checks first that both sides give the same answers. */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const { venue, address, accounts } = makeAmmV4Pool({ reserves: [tokens, lamports] })
  const pool = venue.open(address, accounts)
  const quoted = (amount: { exactIn: bigint } | { exactOut: bigint }) =>
    pool.quote({ tokenIn: native, ...amount }, ammV4Clock)
  // An SDK object without a connection. Its public quote reads nothing, but is a method of this object.
  const { liquidity } = await raydiumSdk.Raydium.load({
    connection: {},
    disableLoadToken: true,
    disableFeatureCheck: true,
  } as unknown as Parameters<typeof raydiumSdk.Raydium.load>[0])
  const poolInfo = {
    ...{ version: 4, status: 6, baseReserve: bn(tokens), quoteReserve: bn(lamports) },
    ...{ mintA: { address: token, decimals: 6 }, mintB: { address: native, decimals: 9 } },
  }
  const asked = { poolInfo, mintIn: native, mintOut: token, slippage: 0.01 } as unknown as Omit<
    Parameters<typeof liquidity.computeAmountOut>[0],
    'amountIn'
  >
  const sdkIn = (amountIn: Bn) => liquidity.computeAmountOut({ ...asked, amountIn })
  const sdkOut = (amountOut: Bn) => liquidity.computeAmountIn({ ...asked, amountOut })
  for (const [i, exactIn] of amountsIn.entries()) {
    const exactOut = amountsOut[i] ?? 0n
    if (String(sdkIn(bn(exactIn)).amountOut) !== String(quoted({ exactIn }).amountOut))
      throw new RangeError('the quotes are not the same')
    // The SDK rounds both steps down, so it asks for up to two units too few.
    const short = quoted({ exactOut }).amountIn - BigInt(String(sdkOut(bn(exactOut)).amountIn))
    if (short < 0n || short > 3n) throw new RangeError('the quotes are not the same')
  }

  const state = accounts.get(address)?.data ?? new Uint8Array()
  const buffer = Buffer.from(state)
  const once = Array.from({ length: cases }, () => undefined)
  const exactIn = amountsIn.map(amount => ({ tokenIn: native, exactIn: amount }))
  const exactOut = amountsOut.map(amount => ({ tokenIn: native, exactOut: amount }))
  return [
    [
      {
        name: 'raydiumammv4 whole quote, exact-in',
        rival: `${raydiumSdkName} computeAmountOut`,
        cases,
        atLeast: 100,
        tern: over(exactIn, request => pool.quote(request, ammV4Clock)),
        theirs: over(amountsIn.map(bn), sdkIn),
      },
      {
        name: 'raydiumammv4 whole quote, exact-out',
        rival: `${raydiumSdkName} computeAmountIn`,
        cases,
        atLeast: 100,
        tern: over(exactOut, request => pool.quote(request, ammV4Clock)),
        theirs: over(amountsOut.map(bn), sdkOut),
      },
      {
        name: 'raydiumammv4 decode AmmInfo, every field',
        rival: `${raydiumSdkName} liquidityStateV4Layout.decode`,
        cases,
        atLeast: 10,
        tern: over(once, () => decodeAmmInfo(state)),
        theirs: over(once, () => raydiumSdk.liquidityStateV4Layout.decode(buffer)),
      },
    ],
  ]
}
