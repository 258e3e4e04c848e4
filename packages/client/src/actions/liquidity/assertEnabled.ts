import { TernError } from '@tern/core'
import type { Client, Feature } from '../../client.ts'

const codes = {
  addLiquidity: 'region/addLiquidityDisabled',
  removeLiquidity: 'region/removeLiquidityDisabled',
} as const

/**
 * Checks that the operator allows a feature in this region.
 *
 * @throws TernError `region/addLiquidityDisabled`, `region/removeLiquidityDisabled`.
 */
export function assertEnabled({ disabledFeatures }: Pick<Client, 'disabledFeatures'>, feature: Feature): void {
  if (disabledFeatures.includes(feature)) throw new TernError(codes[feature], {})
}
