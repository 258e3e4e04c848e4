import type { Ratio } from '@tern/core'
import { rawPerToken } from '@tern/core/internal'
import type { TokenUnit } from '../../text/numberText.ts'

/**
 * Computes a price from two amounts of the same worth: shown tokens of `other` for a shown token of `one`. `null` without amounts.
 *
 * @example
 * priceOf({ amount: 2_000_000_000n, unit: unscaled(9) }, { amount: 300_000_000n, unit: unscaled(6) }) // 150
 */
export function priceOf(
  { amount: one, unit: oneUnit }: { readonly amount: bigint; readonly unit: TokenUnit },
  { amount: other, unit: otherUnit }: { readonly amount: bigint; readonly unit: TokenUnit },
): Ratio | null {
  if (one <= 0n || other <= 0n) return null
  const [perOne, perOther] = [rawPerToken(oneUnit), rawPerToken(otherUnit)]
  return {
    numerator: other * perOne.numerator * perOther.denominator,
    denominator: one * perOne.denominator * perOther.numerator,
  }
}

/** The part of the reserves that LP tokens stand for, in raw units, rounded down. */
export function worthOf(
  { reserves, lpSupply }: { readonly reserves: readonly [bigint, bigint]; readonly lpSupply: bigint },
  lp: bigint,
): readonly [bigint, bigint] {
  if (lpSupply === 0n) return [0n, 0n]
  return [(reserves[0] * lp) / lpSupply, (reserves[1] * lp) / lpSupply]
}

/**
 * Turns a price of raw units into shown tokens of the other token for one of `base`.
 *
 * @param price raw units of token 1 per raw unit of token 0.
 */
export function rawPrice(
  price: { readonly numerator: string; readonly denominator: string } | null,
  units: readonly [TokenUnit, TokenUnit],
  base: 0 | 1,
): Ratio | null {
  if (price === null) return null
  const [raw1, raw0] = [BigInt(price.numerator), BigInt(price.denominator)]
  return base === 0
    ? priceOf({ amount: raw0, unit: units[0] }, { amount: raw1, unit: units[1] })
    : priceOf({ amount: raw1, unit: units[1] }, { amount: raw0, unit: units[0] })
}
