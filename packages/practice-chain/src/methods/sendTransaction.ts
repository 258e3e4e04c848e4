import { readOrRefuse } from '../bank/unprocessable.ts'
import { isSigned } from './isSigned.ts'
import { checkReached, type Method } from './method.ts'
import {
  readCommitment,
  readEncodedBytes,
  readFlag,
  readOptionalNumber,
  readOptions,
  readString,
  readWireEncoding,
} from './params.ts'
import { isUnsanitary, refused, signatureFailure } from './refused.ts'
import { viewOf } from './view.ts'

/**
 * Executes a signed transaction, and returns its signature once it is on disk.
 * Without preflight, a transaction that the chain does not accept is dropped silently, as on a cluster.
 */
export const sendTransaction: Method = async ({ bank }, [transaction, config]) => {
  const options = readOptions(config, 'RpcSendTransactionConfig')
  const isPreflightSkipped = readFlag(options.skipPreflight)
  readOptionalNumber(options.maxRetries)
  const commitment = readCommitment({ commitment: options.preflightCommitment })
  const bytes = readEncodedBytes(readString(transaction), readWireEncoding(options.encoding), 'transaction')
  checkReached(bank.slot(isPreflightSkipped ? 'processed' : commitment), options)
  const wire = readOrRefuse(bytes)
  const view = viewOf(bank, { commitment: 'processed' })
  if ('kind' in wire) throw refused(wire, view)
  const result = await bank.submit(bytes, { preflight: isPreflightSkipped ? 'skip' : 'run' })
  if (result.accepted) return result.signature
  const { refusal } = result
  if (!isPreflightSkipped) {
    // The bank checks for duplicates first, but a cluster checks the signatures first.
    if (refusal.kind === 'transaction' && !(await isSigned(wire))) throw signatureFailure()
    throw refused(refusal, view)
  }
  if (refusal.kind === 'signature') return wire.signature
  if (refusal.kind === 'transaction' && !isUnsanitary(refusal.simulation.err)) return refusal.signature
  throw refused(refusal, view)
}
