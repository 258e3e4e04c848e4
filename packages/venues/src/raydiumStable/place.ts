import type { Ratio } from '@tern/core'
import type { AmmInfo } from './layout.ts'
import type { Model } from './model.ts'
import { curveOf, normalize, priceAt, type StablePool, type Unit } from './quote.ts'

/** A pool on its table. */
export interface Place {
  readonly pool: StablePool
  /**
   * Computes the price of the smallest trades, before fees: raw units out per raw unit in.
   * @returns `undefined` at the table's edge.
   */
  currentPrice(paid: 'pc' | 'coin'): Ratio | undefined
}

/**
 * Finds a pool's place on its table.
 *
 * @param held raw units that the pool holds and does not owe.
 * @returns `undefined` if the pool has no place. The program then fails at every swap.
 */
export function placeOf(
  amm: AmmInfo,
  model: Model,
  { pc, coin }: { readonly pc: bigint; readonly coin: bigint },
): Place | undefined {
  if (coin <= 0n || pc <= 0n || amm.sys_decimal_value === 0n) return undefined
  if (amm.coin_decimals > maxDecimals || amm.pc_decimals > maxDecimals) return undefined
  const [coinUnit, pcUnit] = [unitOf(amm, amm.coin_decimals), unitOf(amm, amm.pc_decimals)]
  const curve = curveOf(model, normalize(pc, pcUnit), normalize(coin, coinUnit))
  if (curve === undefined) return undefined
  return {
    pool: {
      ...{ curve, pc, coin, pcUnit, coinUnit, abortTradeFactor: amm.abort_trade_factor },
      ...{ feeNumerator: amm.swap_fee_numerator, feeDenominator: amm.swap_fee_denominator },
    },
    currentPrice(paid) {
      const price = priceAt(curve, paid)
      if (price === undefined || price === 0n) return undefined
      const coins = model.multiplier * coinUnit.divisor * pcUnit.multiplier
      const pcs = price * pcUnit.divisor * coinUnit.multiplier
      return paid === 'pc' ? { numerator: coins, denominator: pcs } : { numerator: pcs, denominator: coins }
    },
  }
}

/** A mint's decimals are a byte. */
const maxDecimals = 255n

const unitOf = (amm: AmmInfo, decimals: bigint): Unit => ({
  multiplier: amm.sys_decimal_value,
  divisor: 10n ** decimals,
})
