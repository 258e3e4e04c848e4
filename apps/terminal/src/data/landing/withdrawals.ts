import { type Client, type PlannedWithdraw, type Receipt, type WithdrawQuote, withdraw, withOwner } from '@tern/client'
import { type Address, TernError } from '@tern/core'
import type { Intention } from '../activity/flights.ts'
import { client } from '../client.ts'
import { beginSending } from '../underway.ts'
import { vault } from '../wallets/vault.ts'

/** Returns the page's client for a wallet, to plan a withdrawal. Its owner signs no withdrawal. */
export async function clientFor(address: Address): Promise<Client> {
  const [known, keys] = await Promise.all([client(), vault()])
  return withOwner(known, keys.owner(address))
}

interface Withdrawing {
  readonly about: Intention
  readonly onSigned: (signature: string) => void
  /** No node or provider has accepted it yet. It is sent again, and may have arrived despite the error. */
  readonly onFailure: (signature: string, why: string) => void
  /** Called at each change of the outcome, until the outcome is final. */
  readonly onOutcome: (receipt: Receipt) => void
}

/**
 * Names the subject of a withdrawal.
 * The same amount to the same address is sent once at a time, across all tabs, until the outcome is known.
 */
export const withdrawalOf = (owner: Address, { recipient, mint, amount }: WithdrawQuote) =>
  `withdrawal ${owner} ${recipient} ${mint ?? 'SOL'} ${amount}`

/**
 * Has the vault sign the withdrawal that its form shows and a person confirmed there.
 * Then notes it in the journal, sends it, and follows it until the outcome is final.
 *
 * @throws TernError `withdraw/sameUnderway` if the same withdrawal is under way in any tab.
 * @throws TernError the reason why it was not sent. Nothing was sent then.
 */
export async function sendWithdrawal(
  planned: PlannedWithdraw,
  owner: Address,
  { about, onSigned, onFailure, onOutcome }: Withdrawing,
): Promise<void> {
  const begun = await beginSending(about.subject ?? '')
  if (begun === undefined) throw new TernError('withdraw/sameUnderway', {})
  const report = (receipt: Receipt) => {
    if (receipt.status === 'unknown') begun.becomeUnknown()
    else begun.end()
    onOutcome(receipt)
  }
  try {
    const owned = withOwner(await client(), (await vault()).withdrawingOwner(owner))
    const receipt = await withdraw(owned, planned, {
      about,
      onSigned,
      onStatus({ status, signature = '', error }) {
        if (status === 'sending' && error !== undefined) onFailure(signature, error.message)
      },
      onLater: report,
    })
    report(receipt)
  } catch (error) {
    begun.end()
    throw error
  }
}
