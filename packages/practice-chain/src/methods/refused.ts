import type { TernError } from '@tern/core'
import type { Refusal, SimulationResult } from '../bank/bank.ts'
import type { TransactionError } from '../bank/transactionError.ts'
import { encodeReturnData } from './encodeTransaction.ts'
import { loadedAccountsDataSize } from './loadedAccountsDataSize.ts'
import { invalidParams, wireTypes } from './params.ts'
import { rpcError } from './rpcError.ts'
import { transactionErrorText } from './transactionErrorText.ts'
import type { View } from './view.ts'

/** The refusal of bytes that hold no transaction or no message. */
export const undecodable = (what: keyof typeof wireTypes, why: string): TernError<'practice/refused'> =>
  invalidParams(`failed to deserialize ${wireTypes[what]}: ${why}`)

/** The node's error for the sender of a refused transaction. */
export function refused(refusal: Refusal, view: View): TernError<'practice/refused'> {
  switch (refusal.kind) {
    case 'oversize':
      return invalidParams(`decoded ${wireTypes.transaction} too large: ${refusal.bytes} bytes (max: 1232 bytes)`)
    case 'malformed':
      return refusal.why === transactionErrorText('SanitizeFailure')
        ? invalidTransaction('SanitizeFailure')
        : undecodable('transaction', refusal.why)
    case 'signature':
      return signatureFailure()
    case 'transaction': {
      const { simulation } = refusal
      const { err } = simulation
      if (isUnsanitary(err)) return invalidTransaction(err)
      const text = err === null ? '' : transactionErrorText(err)
      return rpcError('preflightFailure', `Transaction simulation failed: ${text}`, preflight(simulation, view))
    }
  }
}

export const signatureFailure = (): TernError<'practice/refused'> =>
  rpcError('signatureVerificationFailure', 'Transaction signature verification failure')

export const invalidTransaction = (err: TransactionError): TernError<'practice/refused'> =>
  invalidParams(`invalid transaction: ${transactionErrorText(err)}`)

const unsanitary: readonly TransactionError[] = [
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'SanitizeFailure',
  'UnsupportedVersion',
]

/** Reports if a cluster finds this error before it runs anything, so that its answer has no simulation. */
export const isUnsanitary = (err: TransactionError | null): err is TransactionError =>
  err !== null && unsanitary.includes(err)

const preflight = (simulation: SimulationResult, view: View) => ({
  accounts: null,
  err: simulation.err,
  fee: simulation.fee,
  innerInstructions: null,
  loadedAccountsDataSize: loadedAccountsDataSize(simulation, view),
  loadedAddresses: null,
  logs: simulation.logs,
  postBalances: null,
  postTokenBalances: null,
  preBalances: null,
  preTokenBalances: null,
  replacementBlockhash: null,
  returnData: simulation.returnData && encodeReturnData(simulation.returnData),
  unitsConsumed: simulation.unitsConsumed,
})
