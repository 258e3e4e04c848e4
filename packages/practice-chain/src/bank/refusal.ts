import type { Refusal } from './bank.ts'
import type { TransactionError } from './transactionError.ts'
import { largestWire, readWire, type WireTransaction } from './wire.ts'

/** What nobody has to look at the chain for. */
type Unprocessable = Exclude<Refusal, { kind: 'transaction' }>

/** The transaction that the bytes hold (of a copy: they stay the caller's), or why there is none. */
export function readOrRefuse(bytes: Uint8Array): WireTransaction | Unprocessable {
  if (bytes.length > largestWire) return { kind: 'oversize', bytes: bytes.length }
  const wire = readWire(new Uint8Array(bytes))
  return typeof wire === 'string' ? { kind: 'malformed', why: wire } : wire
}

/** The errors that a node names before it simulates anything. */
export function unprocessable(err: TransactionError | null): Unprocessable | undefined {
  if (err === 'SignatureFailure') return { kind: 'signature' }
  if (err === 'SanitizeFailure')
    return { kind: 'malformed', why: 'Transaction failed to sanitize accounts offsets correctly' }
  return undefined
}
