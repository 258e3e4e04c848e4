import type { Prepared } from './execution.ts'
import { isUnloaded } from './loadFailure.ts'
import type { Run } from './virtualMachine.ts'
import type { WireMessage } from './wire.ts'

const unitsASignature = 720n
/**
 * Units for each signature that a program verifies, by program. The first byte of the instruction's data is their
 * number.
 */
const unitsAVerifiedSignature: ReadonlyMap<string, bigint> = new Map([
  ['KeccakSecp256k11111111111111111111111111111', 6_690n],
  ['Ed25519SigVerify111111111111111111111111111', 2_400n],
  ['Secp256r1SigVerify1111111111111111111111111', 4_800n],
])
const unitsAWriteLock = 300n
const bytesAUnit = 4n
/** Loaded account data counts in pages of 32 KiB, like a program's heap. */
const [pageSize, unitsAPage] = [32n * 1024n, 8n]

/**
 * Computes the compute units that a transaction takes of its block's limit.
 * This is its own usage plus a validator's cost to verify, lock, copy and load it.
 * @see `CostModel::calculate_cost_for_executed_transaction`
 */
export function costUnits({ wire: { message }, payer, before, loadedSize }: Prepared, run: Run): bigint {
  const dataSize = message.instructions.reduce((size, { data }) => size + data.length, 0)
  // If accounts could not be loaded, only the payer counts.
  const loaded = isUnloaded(run.err) ? (before.get(payer)?.data.length ?? 0) : loadedSize
  return (
    BigInt(message.signers) * unitsASignature +
    verification(message) +
    BigInt(lockedForWriting(message)) * unitsAWriteLock +
    BigInt(dataSize) / bytesAUnit +
    run.unitsConsumed +
    ((BigInt(loaded) + pageSize - 1n) / pageSize) * unitsAPage
  )
}

const verification = ({ instructions, accounts }: WireMessage): bigint =>
  instructions.reduce((units, { programIndex, data }) => {
    const each = unitsAVerifiedSignature.get(accounts[programIndex] ?? '')
    return each === undefined ? units : units + BigInt(data[0] ?? 0) * each
  }, 0n)

/** Counts the write locks that the message asks for, including locks that the runtime does not grant. */
const lockedForWriting = ({ accounts, readonlySigners, readonlyOthers, lookups }: WireMessage): number =>
  lookups.reduce((locks, { writable }) => locks + writable.length, accounts.length - readonlySigners - readonlyOthers)
