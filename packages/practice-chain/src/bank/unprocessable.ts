import type { Refusal } from './bank.ts'
import type { TransactionError } from './transactionError.ts'
import { largestWire, readWire, type WireTransaction } from './wire.ts'

/** A refusal that does not depend on the chain. */
type Unprocessable = Exclude<Refusal, { kind: 'transaction' }>

/** Parses a copy of the bytes, because the caller may reuse its buffer. Returns the transaction or the refusal. */
export function readOrRefuse(bytes: Uint8Array): WireTransaction | Unprocessable {
  if (bytes.length > largestWire) return { kind: 'oversize', bytes: bytes.length }
  const wire = readWire(new Uint8Array(bytes))
  return typeof wire === 'string' ? { kind: 'malformed', why: wire } : wire
}

/** Maps errors that a node reports before it simulates. `undefined` for every other error. */
export function unprocessable(err: TransactionError | null): Unprocessable | undefined {
  if (err === 'SignatureFailure') return { kind: 'signature' }
  if (err === 'SanitizeFailure')
    return { kind: 'malformed', why: 'Transaction failed to sanitize accounts offsets correctly' }
  return undefined
}
