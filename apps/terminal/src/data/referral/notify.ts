import { encodeBase64 } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { sentJournal } from '../activity/sentJournal.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { trpc } from '../trpc.ts'
import { readReferrer } from './referrer.ts'

/** Tells the server of a trade that was sent, so that whoever brought its trader here has a share. Never rejects. */
export const notifySent = (signature: string): Promise<void> =>
  onlyLogged(async () => {
    const records = await sentJournal.list()
    const record = records.find(one => one.transactions.some(transaction => transaction.signature === signature))
    if (record === undefined) return
    const code = readReferrer()
    const transactions = record.transactions.map(({ bytes }) => encodeBase64(bytes))
    await trpc.referral.notifyTradeTransaction.mutate({ transactions, ...(code !== undefined && { code }) })
  })

/**
 * Tells it that the trade is confirmed, and of the trade before that: a trade that nobody acknowledged has landed without ever being
 * sent, and a notice of one that was may have been lost. Never rejects.
 */
export const notifyLanded = (signature: string): Promise<void> =>
  notifySent(signature).then(() => notifyConfirmed(signature))

/** What the browser kept to tell it from goes. */
const notifyConfirmed = (signature: string): Promise<void> =>
  onlyLogged(async () => {
    await trpc.referral.confirmTradeTransaction.mutate({ signature })
    sentJournal.forgetNotice(signature)
  })

/** A trade is none the worse for a notice that fails. Where no fee is charged nobody is told. */
async function onlyLogged(notify: () => Promise<void>): Promise<void> {
  try {
    const { feeWallet } = await queryClient.fetchQuery(networkQuery)
    if (feeWallet !== null) await notify()
  } catch (error) {
    console.warn(`The referral server was not told: ${errorText(error)}`)
  }
}
