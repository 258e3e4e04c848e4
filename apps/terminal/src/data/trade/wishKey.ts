import type { PresetFee } from '../settings/settings.ts'
import type { TradeFees } from './chooseWay.ts'
import type { Side } from './planTrade.ts'

/** What somebody wants, as far as they typed or chose it. */
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

/** A name for a wish: automatic fees, and by whom it goes, change by themselves and leave it the same. */
export function wishKey({ mint, pool, side, amountIn, slippageBps, fees, feeKind, mevProtection }: Wish): string {
  const typedFees = feeKind === 'manual' ? [fees.priorityFeeLamports, fees.bribeLamports] : []
  return [mint, pool, side, amountIn, slippageBps, mevProtection, feeKind, ...typedFees].join(' ')
}
