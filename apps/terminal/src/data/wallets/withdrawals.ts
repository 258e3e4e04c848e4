import {
  type Client,
  followWithdrawal,
  type PlannedWithdraw,
  type WithdrawPlan,
  withdraw,
  withOwner,
} from '@tern/client'
import type { Address } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import { client } from '../client.ts'
import { beginSending } from '../underway.ts'
import { vault } from './vault.ts'

/** The page's client for one of the wallets, to plan with; it signs nothing that is no trade. */
export async function clientFor(address: Address): Promise<Client> {
  const [known, keys] = await Promise.all([client(), vault()])
  return withOwner(known, keys.owner(address))
}

interface Withdrawing {
  readonly onSigned: (signature: string) => void
  /** Each time that its outcome is still not known after a minute; it is followed on. */
  readonly onUnknown: (signature: string, blocksLeft: bigint | undefined) => void
}

/** The same money to the same address is sent once, in whatever tab it is asked for, until the outcome is known. */
const nameOf = ({ owner, recipient, mint, amount }: WithdrawPlan) =>
  `withdrawal ${owner} ${recipient} ${mint ?? 'SOL'} ${amount}`

/**
 * Has the signer sign the withdrawal that the vault shows, once it was confirmed there, sends it, and follows it to its end.
 * @throws TernError before it was signed: why not, and nothing was sent. @returns what became of it.
 */
export async function sendWithdrawal(
  planned: PlannedWithdraw,
  plan: WithdrawPlan,
  { onSigned, onUnknown }: Withdrawing,
) {
  const begun = await beginSending(nameOf(plan))
  if (begun === undefined) throw new TernError('withdraw/sameUnderway', {})
  try {
    const owned = withOwner(await client(), (await vault()).withdrawingOwner(plan.owner))
    let receipt = await withdraw(owned, planned, { onSigned })
    while (receipt.status === 'unknown') {
      begun.becomeUnknown()
      onUnknown(receipt.signature, receipt.blocksLeft)
      receipt = await followWithdrawal(owned, receipt.withdrawal)
    }
    return receipt
  } finally {
    begun.end()
  }
}
