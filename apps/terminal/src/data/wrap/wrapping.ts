import { planUnwrap, planWrap, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { client } from '../client.ts'
import { openToast } from '../toasts.ts'
import { sendPlan } from '../trade/sendPlan.ts'

/** Names the subject of a wallet's wrapped SOL: one action at a time changes it, across all tabs. */
export const wrapOf = (owner: Address): string => `wrap ${owner}`

/**
 * Wraps lamports, or unwraps all that the wallet's own account holds. Never rejects.
 *
 * @param lamports the amount to wrap; `all`: unwraps.
 * @returns whether it is confirmed, once that is known.
 */
export async function sendWrap(owner: Owner, lamports: bigint | 'all', priorityFeeLamports: bigint): Promise<boolean> {
  const isUnwrap = lamports === 'all'
  try {
    const owned = withOwner(await client(), owner)
    const planned = isUnwrap
      ? await planUnwrap(owned, { priorityFeeLamports })
      : await planWrap(owned, { amount: lamports, priorityFeeLamports })
    const returned = 'quote' in planned && planned.quote !== undefined ? planned.quote.lamports : 0n
    const amount = `${wholeText(isUnwrap ? returned : lamports, inSol)} SOL`
    const [verb, done] = isUnwrap ? ['Unwrap', 'Unwrapped'] : ['Wrap', 'Wrapped']
    return await sendPlan(planned, owner, {
      ...{ kind: 'wrap', title: `${verb} SOL`, detail: amount, subject: wrapOf(owner.address) },
      ...{ asked: `${verb} ${amount}`, done: `${done} ${amount}`, nothing: 'Nothing moved.' },
    })
  } catch (error) {
    const detail = `${isUnwrap ? 'Unwrap' : 'Wrap'} SOL. Nothing was sent.`
    openToast({ state: 'failed', title: errorText(error), detail })
    return false
  }
}
