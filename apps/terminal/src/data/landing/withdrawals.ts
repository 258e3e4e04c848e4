import {
  type Client,
  type PlannedWithdraw,
  type WithdrawPlan,
  type WithdrawReceipt,
  withdraw,
  withOwner,
} from '@tern/client'
import type { Address } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Intention } from '../activity/flights.ts'
import { client } from '../client.ts'
import { beginSending } from '../underway.ts'
import { vault } from '../wallets/vault.ts'

/** The page's client for one of the wallets, to plan with; it signs nothing that is no trade. */
export async function clientFor(address: Address): Promise<Client> {
  const [known, keys] = await Promise.all([client(), vault()])
  return withOwner(known, keys.owner(address))
}

interface Withdrawing {
  readonly about: Intention
  readonly onSigned: (signature: string) => void
  /** No way took it so far; it is tried again and may have arrived. */
  readonly onFailure: (signature: string, why: string) => void
  /** Each time that its outcome is another, until nothing can change it. */
  readonly onOutcome: (receipt: WithdrawReceipt) => void
}

/** The same money to the same address is sent once, in whatever tab it is asked for, until the outcome is known. */
export const withdrawalOf = ({ owner, recipient, mint, amount }: WithdrawPlan) =>
  `withdrawal ${owner} ${recipient} ${mint ?? 'SOL'} ${amount}`

/**
 * Has the signer sign the withdrawal that the vault shows, once it was confirmed there, notes it down, sends it, and follows it to
 * its end. @throws TernError why it was not sent: nothing was, then.
 */
export async function sendWithdrawal(
  planned: PlannedWithdraw,
  plan: WithdrawPlan,
  { about, onSigned, onFailure, onOutcome }: Withdrawing,
): Promise<void> {
  const begun = await beginSending(withdrawalOf(plan))
  if (begun === undefined) throw new TernError('withdraw/sameUnderway', {})
  const hear = (receipt: WithdrawReceipt) => {
    if (receipt.status === 'unknown') begun.becomeUnknown()
    else begun.end()
    onOutcome(receipt)
  }
  try {
    const owned = withOwner(await client(), (await vault()).withdrawingOwner(plan.owner))
    const receipt = await withdraw(owned, planned, {
      about,
      onSigned,
      onStatus({ status, signature = '', error }) {
        if (status === 'sending' && error !== undefined) onFailure(signature, error.message)
      },
      onLater: hear,
    })
    hear(receipt)
  } catch (error) {
    begun.end()
    throw error
  }
}
