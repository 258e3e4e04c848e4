import { checkMinContextSlot, type Method } from './method.ts'
import { readEncodedBytes, readFlag, readOptions } from './params.ts'
import { refused } from './refused.ts'

/**
 * Executes a signed transaction and answers with its signature once it is on disk. Without preflight a transaction that the
 * chain does not take is dropped in silence, as a cluster does.
 */
export const sendTransaction: Method = async ({ bank }, [transaction, config]) => {
  const options = readOptions(config)
  const wire = readEncodedBytes(transaction, options.encoding, 'transaction')
  const isPreflightSkipped = readFlag(options.skipPreflight, 'skipPreflight')
  checkMinContextSlot(bank, options)
  const result = await bank.submit(wire, { preflight: isPreflightSkipped ? 'skip' : 'run' })
  if (result.accepted) return result.signature
  const { refusal } = result
  if (isPreflightSkipped && refusal.kind === 'transaction') return refusal.signature
  throw refused(refusal)
}
