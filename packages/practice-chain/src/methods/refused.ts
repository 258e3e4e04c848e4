import type { TernError } from '@tern/core'
import type { Refusal, SimulationResult } from '../bank/bank.ts'
import { encodeReturnData } from './encodeTransaction.ts'
import { invalidParams } from './params.ts'
import { rpcError } from './rpcError.ts'
import { transactionErrorText } from './transactionErrorText.ts'

/** What a node tells the sender of a transaction that it does not take. */
export function refused(refusal: Refusal): TernError<'practice/refused'> {
  switch (refusal.kind) {
    case 'oversize':
      return invalidParams(`decoded transaction too large: ${refusal.bytes} bytes (max: 1232 bytes)`)
    case 'malformed':
      return invalidParams(`failed to deserialize transaction: ${refusal.why}`)
    case 'signature':
      return rpcError('signatureVerificationFailure', 'Transaction signature verification failure')
    case 'transaction': {
      const { err } = refusal.simulation
      const text = err === null ? '' : transactionErrorText(err)
      return rpcError('preflightFailure', `Transaction simulation failed: ${text}`, preflight(refusal.simulation))
    }
  }
}

const preflight = ({ err, logs, unitsConsumed, returnData }: SimulationResult) => ({
  accounts: null,
  err,
  innerInstructions: null,
  logs,
  replacementBlockhash: null,
  returnData: returnData && encodeReturnData(returnData),
  unitsConsumed,
})
