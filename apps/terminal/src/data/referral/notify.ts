import { encodeBase64 } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { sentJournal } from '../activity/sentJournal.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { trpc } from '../trpc.ts'

/**
 * Notifies the server of a sent trade, so that the referrer gets a share.
 * If the server takes it, also sends the notices that it could not take before. Never rejects.
 */
export async function notifySent(signature: string): Promise<void> {
  if (await onlyLogged(() => sendSentNotice(signature))) await notifyOwed()
}

/**
 * Notifies the server that a trade is confirmed, and repeats the notice that it was sent.
 * The first notice may have been lost, or never made, if no node acknowledged the trade that landed.
 * Once the server has taken both, the browser forgets its notice. Never rejects.
 */
export const notifyLanded = (signature: string): Promise<void> => sendLandedNotice(signature).then(() => undefined)

/**
 * Notifies the server of landed trades without an accepted notice, even from earlier pages.
 * Stops at the first trade that the server does not take. Never rejects.
 */
export async function notifyOwed(): Promise<void> {
  await onlyLogged(async () => {
    for (const signature of await sentJournal.listOwed()) if (!(await sendLandedNotice(signature))) return
  })
}

async function sendLandedNotice(signature: string): Promise<boolean> {
  const isSentTaken = await onlyLogged(() => sendSentNotice(signature))
  const isLandedTaken = await onlyLogged(() => trpc.referral.confirmTradeTransaction.mutate({ signature }))
  if (!isSentTaken || !isLandedTaken) return false
  sentJournal.forgetNotice(signature)
  return true
}

async function sendSentNotice(signature: string): Promise<void> {
  const records = await sentJournal.list()
  const record = records.find(one => one.transactions.some(transaction => transaction.signature === signature))
  if (record === undefined) return
  const transactions = record.transactions.map(({ bytes }) => encodeBase64(bytes))
  await trpc.referral.notifyTradeTransaction.mutate({ transactions })
}

/**
 * Logs a failed notice instead of throwing, because the trade itself is not affected. Without a fee, no notice is needed.
 *
 * @returns `true` if the server accepted the notice, or if no notice is needed.
 */
async function onlyLogged(notify: () => Promise<unknown>): Promise<boolean> {
  try {
    const { feeWallet } = await queryClient.fetchQuery(networkQuery)
    if (feeWallet !== null) await notify()
    return true
  } catch (error) {
    console.warn(`The referral server did not receive it: ${errorText(error)}`)
    return false
  }
}
