import type { Owner } from '@tern/core'
import { type SentPlan, type SentWords, sendPlan } from '../trade/sendPlan.ts'
import { swapOf } from './swapOf.ts'

/** The words of a swap, for its toast and its row under Activity. */
export interface SwapWords extends Pick<SentWords, 'mid'> {
  /** `SOL for KITE`. */
  readonly pair: string
  /** `1 SOL for KITE`. */
  readonly whole: string
  /** The tokens that are certain to be held after each transaction but the last: `0.5 SOL`. No entry: unknown. */
  readonly held: readonly string[]
}

/**
 * Signs and sends a swap. A wallet sends a single swap at a time, across all tabs. Never rejects.
 *
 * @returns whether all of it is confirmed, once that is known.
 */
export const sendSwap = (planned: SentPlan, owner: Owner, { pair, whole, held, mid }: SwapWords): Promise<boolean> =>
  sendPlan(planned, owner, {
    ...{ kind: 'swap', title: `Swap ${pair}`, detail: whole, subject: swapOf(owner.address), ...(mid && { mid }) },
    ...{ asked: `Swap ${whole}`, done: `Swapped ${whole}`, nothing: 'Nothing was swapped.' },
    rest(landed) {
      const sure = held[landed - 1]
      return `${sure === undefined ? '' : `You hold at least ${sure}. `}Swap the rest on the Swap page.`
    },
  })
