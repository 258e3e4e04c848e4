import type { PresetFee } from '../settings/settings.ts'
import type { TradeFees } from './chooseProvider.ts'
import type { Side } from './planWithProviders.ts'

/** The values that a person typed or chose for a trade. */
export interface Wish {
  readonly mint: string
  readonly pool: string
  readonly side: Side
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly fees: TradeFees
  readonly feeKind: PresetFee['kind']
  readonly mevProtection: boolean
}

/** Returns a key for a wish. Automatic fees and the provider change by themselves, so they are not part of it. */
export function wishKey({ mint, pool, side, amountIn, slippageBps, fees, feeKind, mevProtection }: Wish): string {
  const typedFees = feeKind === 'manual' ? [fees.priorityFeeLamports, fees.bribeLamports] : []
  return [mint, pool, side, amountIn, slippageBps, mevProtection, feeKind, ...typedFees].join(' ')
}
