import type { Ratio } from '@tern/core'
import { amountByShare, isUnlocking, unlockedAmount } from '../meteoraVault/shares.ts'
import { reservesPrice } from '../price.ts'
import { isPriceStored } from './depeg.ts'
import { ratesOf } from './fees.ts'
import type { PoolState, StableCurve } from './layout.ts'
import type { Side } from './poolAccounts.ts'
import type { Curve, Holding } from './quote.ts'
import { computeD, prepareStable } from './stableCurve.ts'

/** Both directions of a pool at a time. `undefined`: no amount can trade. */
export interface Curves {
  readonly aToB: PricedCurve
  readonly bToA: PricedCurve
}

/** A direction with its price, before fees: raw units out per raw unit in. */
export interface PricedCurve extends Curve {
  readonly currentPrice: Ratio
}

type Funds = Pick<Side, 'vault' | 'supply' | 'share' | 'unlent'>

/** The facts of a pool that its quotes follow from. */
export interface CurveFacts {
  readonly state: PoolState
  readonly stable: StableCurve | undefined
  /** The price of the staked token as its account shows it. `undefined` if the pool has no such token. */
  readonly stakePrice: bigint | undefined
  readonly a: Funds
  readonly b: Funds
}

/** Bits of each side of a stable curve's price. */
const priceBits = 128

/** Computes both directions of a pool at a time, in Unix seconds. `undefined` if no amount can trade. */
export function curvesAt({ state, stable, stakePrice, a, b }: CurveFacts, now: bigint): Curves | undefined {
  const [holdingA, holdingB] = [holdingAt(a, now), holdingAt(b, now)]
  if (holdingA === undefined || holdingB === undefined) return undefined
  const rates = ratesOf(state)
  const forward = { rates, source: holdingA, destination: holdingB, unlent: b.unlent }
  const backward = { rates, source: holdingB, destination: holdingA, unlent: a.unlent }
  if (stable === undefined)
    return {
      aToB: { ...forward, stable: undefined, currentPrice: reservesPrice(holdingA.reserve, holdingB.reserve) },
      bToA: { ...backward, stable: undefined, currentPrice: reservesPrice(holdingB.reserve, holdingA.reserve) },
    }
  const stored = isPriceStored(stable, now)
  const { amp, factors } = prepareStable(stable, stored ? stable.base_virtual_price : (stakePrice ?? 0n))
  const [x, y] = [holdingA.reserve * factors[0], holdingB.reserve * factors[1]]
  if (x === 0n || y === 0n) return undefined
  // The roundings depend on the order: the program begins with the source.
  const [ofAToB, ofBToA] = [computeD(amp, x, y), computeD(amp, y, x)]
  if (ofAToB === undefined || ofBToA === undefined) return undefined
  const currentPrice = stablePrice(amp, [x, y], factors, ofAToB.value)
  const { numerator, denominator } = currentPrice
  const opposite = [factors[1], factors[0]] as const
  return {
    aToB: { ...forward, stable: { amp, factors, d: ofAToB.value, steps: ofAToB.steps }, currentPrice },
    bToA: {
      ...backward,
      stable: { amp, factors: opposite, d: ofBToA.value, steps: ofBToA.steps },
      currentPrice: { numerator: denominator, denominator: numerator },
    },
  }
}

function holdingAt({ vault, supply, share }: Funds, now: bigint): Holding | undefined {
  const amount = unlockedAmount(vault, now)
  if (amount <= 0n || supply === 0n) return undefined
  const reserve = amountByShare({ amount, supply }, share)
  return reserve === 0n ? undefined : { amount, supply, share, reserve, total: vault.total_amount }
}

/**
 * Computes the slope of the stable curve at its reserves: the limit of the price of ever smaller swaps.
 *
 * The reserves x and y keep 2·amp·(x + y) + D³ / (4·x·y) constant. So a unit more of x brings
 * (8·amp·x²·y² + D³·y) / (8·amp·x²·y² + D³·x) units of y.
 */
function stablePrice(
  amp: bigint,
  [x, y]: readonly [bigint, bigint],
  [factorX, factorY]: readonly [bigint, bigint],
  d: bigint,
): Ratio {
  const flat = 8n * amp * x * x * y * y
  const cube = d * d * d
  const [numerator, denominator] = [(flat + cube * y) * factorX, (flat + cube * x) * factorY]
  // Quotes multiply by the price, so it keeps only as many bits as a price needs.
  const shorter = numerator < denominator ? numerator : denominator
  const excess = BigInt(Math.max(0, shorter.toString(2).length - priceBits))
  return { numerator: numerator >> excess, denominator: denominator >> excess }
}

/**
 * Computes the price for reserves of the pool, before fees: raw units of B per raw unit of A.
 *
 * @returns `undefined` if no amount can trade.
 */
export function priceOfReserves(
  { stable, stakePrice }: Pick<CurveFacts, 'stable' | 'stakePrice'>,
  [a, b]: readonly [bigint, bigint],
  now: bigint,
): Ratio | undefined {
  if (a <= 0n || b <= 0n) return undefined
  if (stable === undefined) return reservesPrice(a, b)
  const stored = isPriceStored(stable, now)
  const { amp, factors } = prepareStable(stable, stored ? stable.base_virtual_price : (stakePrice ?? 0n))
  const [x, y] = [a * factors[0], b * factors[1]]
  const d = x === 0n || y === 0n ? undefined : computeD(amp, x, y)
  return d && stablePrice(amp, [x, y], factors, d.value)
}

/** Checks that time alone will change the pool's quotes after `now`, in Unix seconds. */
export function changesAfter({ stable, stakePrice, a, b }: CurveFacts, now: bigint): boolean {
  if (isUnlocking(a.vault, now) || isUnlocking(b.vault, now)) return true
  return stable !== undefined && stakePrice !== undefined && isPriceStored(stable, now)
}
