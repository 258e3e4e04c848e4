import { readWireMessage } from '../bank/wire.ts'
import { type Method, slotOf, withContext } from './method.ts'
import { readEncodedBytes, readOptions, readString } from './params.ts'
import { undecodable } from './refused.ts'

/** Returns the fee of a message (base64, without signatures) in lamports; null if its blockhash is not valid. */
export const getFeeForMessage: Method = ({ bank }, [message, config]) => {
  const options = readOptions(config, 'RpcContextConfig')
  const bytes = readEncodedBytes(readString(message), 'base64', 'message')
  const slot = slotOf(bank, options)
  const read = readWireMessage(bytes)
  if (typeof read === 'string') throw undecodable('message', read)
  return withContext(slot, bank.feeForMessage(bytes))
}
