import { createRequire } from 'node:module'
import { Connection } from '@solana/web3.js'
import { decodePoolState } from '@tern/venues/meteoraDammV2'
import {
  type BaseFee,
  type Direction,
  directionOf,
  poolLayout,
  swapExactIn,
  swapExactOut,
} from '@tern/venues/meteoraDammV2/internal'
import {
  type DammV2Shape,
  dammV2Clock,
  dammV2State,
  makeDammV2Pool,
  volatileFee,
} from '../../packages/venues/test/meteoraDammV2Pools.ts'
import { cases, over, type Race } from './measure.ts'
import { bn } from './sdk.ts'

/** Loaded with `require`: its ES module fails under Node, because of a named import from CommonJS. */
const sdk = createRequire(import.meta.url)('@meteora-ag/cp-amm-sdk') as typeof import('@meteora-ag/cp-amm-sdk')
const sdkName = '@meteora-ag/cp-amm-sdk 1.5.0'
type SdkNumber = Parameters<typeof sdk.getSwapResultFromExactInput>[1]
const number = (value: bigint) => bn(value) as SdkNumber
const { coder } = new sdk.CpAmm(new Connection('http://127.0.0.1:1'))._program

const scheduler: BaseFee = {
  ...{
    mode: 'timeExponential',
    cliff_fee_numerator: 500_000_000n,
    number_of_period: 144,
    period_frequency: 1_000_000n,
  },
  reduction_factor: 361n,
}
const kinds: Readonly<Record<string, DammV2Shape>> = {
  'a flat fee on the output': {},
  'a flat fee in token B': { state: { collect_fee_mode: 1 } },
  'a scheduler and a dynamic fee': {
    baseFee: scheduler,
    state: { ...volatileFee, volatility_accumulator: 250_000n, collect_fee_mode: 1 },
  },
  'a fee that compounds': { state: { collect_fee_mode: 2, compounding_fee_bps: 5_000 } },
}
/** Amounts from 0.001 to some 100 SOL, evenly spread on a logarithmic scale, all different. */
const amounts = Array.from({ length: cases }, (_, i) => BigInt(Math.round(1e6 * 10 ** ((5 * i) / cases))) + BigInt(i))
const point = dammV2Clock.unixTimestamp

function racesOf(kind: string, shape: DammV2Shape, way: 'aToB' | 'bToA'): readonly Race[] {
  const state = dammV2State(shape)
  const sdkPool = coder.accounts.decode('pool', Buffer.from(poolLayout.encode(state)))
  const { venue, address, accounts } = makeDammV2Pool(shape)
  const pool = venue.open(address, accounts)
  const tokenIn = pool.tokens[way === 'aToB' ? 0 : 1].mint
  const direction = directionOf(state, way) as Direction
  const sdkWay = way === 'aToB' ? sdk.TradeDirection.AtoB : sdk.TradeDirection.BtoA
  const mode = sdk.getFeeMode(state.collect_fee_mode, sdkWay, false)
  // A SOL buys about a million tokens of six decimals, so the amounts are worth up to some 100 SOL in either direction.
  const given = way === 'aToB' ? amounts.map(amount => amount * 200n) : amounts
  const wanted = given.map(amount => swapExactIn(direction, amount, point)?.amountOut ?? 1n)
  const sdkPoint = number(point)
  const sdkIn = (amount: SdkNumber) => sdk.getSwapResultFromExactInput(sdkPool, amount, mode, sdkWay, sdkPoint)
  const sdkOut = (amount: SdkNumber) => sdk.getSwapResultFromExactOutput(sdkPool, amount, mode, sdkWay, sdkPoint)
  const isAToB = way === 'aToB'
  for (const [i, amount] of given.entries()) {
    const out = pool.quote({ tokenIn, exactIn: amount }, dammV2Clock).amountOut
    const back = pool.quote({ tokenIn, exactOut: wanted[i] ?? 0n }, dammV2Clock).amountIn
    const theirs = [sdkIn(number(amount)).outputAmount, sdkOut(number(wanted[i] ?? 0n)).includedFeeInputAmount]
    if (String(theirs) !== String([out, back])) throw new RangeError('the quotes are not the same')
  }
  const [sdkGiven, sdkWanted] = [given.map(number), wanted.map(number)]
  const name = `meteora_damm_v2 ${way === 'aToB' ? 'A to B' : 'B to A'}, ${kind}`
  return [
    {
      name: `${name}: whole quote, in`,
      rival: `${sdkName} swapQuoteExactInput`,
      cases,
      atLeast: 40,
      tern: over(
        given.map(exactIn => ({ tokenIn, exactIn })),
        request => pool.quote(request, dammV2Clock),
      ),
      theirs: over(sdkGiven, amount => sdk.swapQuoteExactInput(sdkPool, sdkPoint, amount, 1, isAToB, false, 6, 9)),
    },
    {
      name: `${name}: swap alone, in`,
      rival: `${sdkName} getSwapResultFromExactInput`,
      cases,
      tern: over(given, amount => swapExactIn(direction, amount, point)),
      theirs: over(sdkGiven, sdkIn),
    },
    {
      name: `${name}: swap alone, out`,
      rival: `${sdkName} getSwapResultFromExactOutput`,
      cases,
      tern: over(wanted, amount => swapExactOut(direction, amount, point)),
      theirs: over(sdkWanted, sdkOut),
    },
  ]
}

/** Makes every race of the venue. It checks first that both sides give the same answers. */
export function races(): readonly (readonly Race[])[] {
  const bytes = poolLayout.encode(dammV2State({}))
  const buffer = Buffer.from(bytes)
  const once = Array.from({ length: cases }, () => undefined)
  const decode: Race = {
    name: 'meteora_damm_v2 decode Pool, every field',
    rival: `${sdkName} with Anchor's coder`,
    cases,
    atLeast: 10,
    tern: over(once, () => decodePoolState(bytes)),
    theirs: over(once, () => coder.accounts.decode('pool', buffer)),
  }
  const quotes = Object.entries(kinds).flatMap(([kind, shape]) =>
    (['aToB', 'bToA'] as const).flatMap(way => racesOf(kind, shape, way)),
  )
  return [[decode], quotes]
}
