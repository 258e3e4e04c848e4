import type { PresetFee } from '../settings/settings.ts'
import type { Sending } from './clientOf.ts'
import type { Side } from './planWithProviders.ts'

/** The values that a person typed or chose for the sending of a transaction. */
export interface SendingWish extends Sending {
  readonly feeKind: PresetFee['kind']
}

/** The values that a person typed or chose for a trade. */
export interface Wish extends SendingWish {
  readonly mint: string
  readonly pool: string
  readonly side: Side
  readonly amountIn: bigint
  readonly slippageBps: number
}

/** Returns a key for a wish. Automatic fees and the provider change by themselves, so they are not part of it. */
export const wishKey = ({ mint, pool, side, amountIn, slippageBps, ...sending }: Wish): string =>
  [mint, pool, side, amountIn, slippageBps, sendingKey(sending)].join(' ')

/** Returns the part of a wish's key that is about the sending of its transactions. */
export function sendingKey({ fees, feeKind, mevProtection }: SendingWish): string {
  const typedFees = feeKind === 'manual' ? [fees.priorityFeeLamports, fees.bribeLamports] : []
  return [mevProtection, feeKind, ...typedFees].join(' ')
}
