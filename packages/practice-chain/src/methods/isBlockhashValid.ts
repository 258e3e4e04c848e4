import { type Method, slotOf, withContext } from './method.ts'
import { checkBase58, invalidParams, readOptions, readString } from './params.ts'

/** Reports if a transaction with this blockhash is still accepted. */
export const isBlockhashValid: Method = ({ bank }, [blockhash, config]) => {
  const options = readOptions(config, 'RpcContextConfig')
  const text = readString(blockhash)
  const wrong = checkBase58(text, 32)
  if (wrong !== undefined) throw invalidParams(wrong)
  return withContext(slotOf(bank, options), bank.isBlockhashValid(text))
}
