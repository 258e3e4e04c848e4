import { encodeBase64 } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { sentJournal } from '../activity/sentJournal.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { trpc } from '../trpc.ts'

/**
 * Tells the server of a trade that was sent, so that whoever brought its trader here has a share, and where it listens, of what it could
 * not be told before. Never rejects.
 */
export async function notifySent(signature: string): Promise<void> {
  if (await onlyLogged(() => tellSent(signature))) await notifyOwed()
}

/**
 * Tells it that the trade is confirmed, and of the trade before that: a trade that nobody acknowledged has landed without ever being
 * sent, and a notice of one that was may have been lost. What the browser kept to tell it from goes once it has taken both. Never rejects.
 */
export const notifyLanded = (signature: string): Promise<void> => tellLanded(signature).then(() => undefined)

/** Tells it of trades that landed and that it took no notice of, an earlier page's too, as long as it listens. Never rejects. */
export async function notifyOwed(): Promise<void> {
  await onlyLogged(async () => {
    for (const signature of await sentJournal.listOwed()) if (!(await tellLanded(signature))) return
  })
}

async function tellLanded(signature: string): Promise<boolean> {
  const isSentTold = await onlyLogged(() => tellSent(signature))
  const isLandedTold = await onlyLogged(() => trpc.referral.confirmTradeTransaction.mutate({ signature }))
  if (!isSentTold || !isLandedTold) return false
  sentJournal.forgetNotice(signature)
  return true
}

async function tellSent(signature: string): Promise<void> {
  const records = await sentJournal.list()
  const record = records.find(one => one.transactions.some(transaction => transaction.signature === signature))
  if (record === undefined) return
  const transactions = record.transactions.map(({ bytes }) => encodeBase64(bytes))
  await trpc.referral.notifyTradeTransaction.mutate({ transactions })
}

/** A trade is none the worse for a notice that fails. Where no fee is charged nobody need be told. @returns whether nobody need be any more. */
async function onlyLogged(notify: () => Promise<unknown>): Promise<boolean> {
  try {
    const { feeWallet } = await queryClient.fetchQuery(networkQuery)
    if (feeWallet !== null) await notify()
    return true
  } catch (error) {
    console.warn(`The referral server was not told: ${errorText(error)}`)
    return false
  }
}
