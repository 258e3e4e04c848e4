import { readWireMessage } from '../bank/wire.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { invalidParams, readCommitment, readEncodedBytes, readOptions } from './params.ts'

/** Lamports that a message (base64, without signatures) would pay; null when its blockhash is not valid. */
export const getFeeForMessage: Method = ({ bank }, [message, config]) => {
  const bytes = readEncodedBytes(message, 'base64', 'message')
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const read = readWireMessage(bytes)
  if (typeof read === 'string') throw invalidParams(`failed to deserialize message: ${read}`)
  return withContext(bank, bank.feeForMessage(bytes))
}
