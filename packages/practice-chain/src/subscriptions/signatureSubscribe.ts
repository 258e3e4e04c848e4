import { apiVersion } from '../methods/method.ts'
import { type Commitment, readCommitment, readFlag, readOptions, readSignature } from '../methods/params.ts'
import type { Subscription } from './subscription.ts'

const order: readonly Commitment[] = ['processed', 'confirmed', 'finalized']

/** What became of a transaction, once, when it has reached the commitment; at once when it had before. */
export const signatureSubscribe: Subscription = ({ bank }, [signature, config], notify, end) => {
  const asked = readSignature(signature)
  const options = readOptions(config)
  const wanted = order.indexOf(readCommitment(options))
  const notifyWhenReached = (): void => {
    const status = bank.status(asked)
    if (status === null || order.indexOf(status.confirmationStatus) < wanted) return
    notify({ context: { apiVersion, slot: status.slot }, value: { err: status.err } })
    end()
  }
  const stops = [
    bank.on('transaction', record => {
      if (record.signature === asked) notifyWhenReached()
    }),
    bank.on('block', notifyWhenReached),
    bank.on('slot', notifyWhenReached),
  ]
  if (readFlag(options.enableReceivedNotification, 'enableReceivedNotification') && bank.status(asked) !== null)
    notify({ context: { apiVersion, slot: bank.slot() }, value: 'receivedSignature' })
  notifyWhenReached()
  return () => {
    for (const stop of stops) stop()
  }
}
