import {
  type Commitment,
  checkBase58,
  invalidParams,
  readCommitment,
  readFlag,
  readOptions,
  readString,
} from '../methods/params.ts'
import { inSlot, type Subscription } from './subscription.ts'

/** Notifies once, when the transaction reaches the commitment; at once if it has reached it before. */
export const signatureSubscribe: Subscription = {
  minParameters: 1,
  maxParameters: 2,
  read([signature, config]) {
    const options = readOptions(config, 'RpcSignatureSubscribeConfig')
    const isReceiptReported = readFlag(options.enableReceivedNotification)
    const commitment = readCommitment(options)
    const asked = readSignature(signature)
    return {
      key: [asked, commitment, isReceiptReported],
      begin({ bank, commitments }, notify, end) {
        const status = bank.status(asked)
        if (isReceiptReported && status !== null) notify(inSlot(bank.slot(), 'receivedSignature'))
        if (status !== null && hasReached(status.confirmationStatus, commitment)) {
          notify(inSlot(status.slot, { err: status.err }))
          end()
          return () => undefined
        }
        const stops = [
          commitments[commitment].signatures.listen(asked, ({ slot, err }) => {
            notify(inSlot(slot, { err }))
            end()
          }),
        ]
        // This chain receives a transaction in the moment it lands, so the landing counts as received.
        if (isReceiptReported && commitment !== 'processed')
          stops.push(
            commitments.processed.signatures.listen(asked, ({ slot }) => notify(inSlot(slot, 'receivedSignature'))),
          )
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  },
}

const order: readonly Commitment[] = ['processed', 'confirmed', 'finalized']

const hasReached = (status: Commitment, wanted: Commitment): boolean => order.indexOf(status) >= order.indexOf(wanted)

function readSignature(value: unknown): string {
  const text = readString(value)
  if (checkBase58(text, 64) !== undefined) throw invalidParams('Invalid Request: Invalid signature provided')
  return text
}
