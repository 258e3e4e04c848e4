import { encodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'
import type { Message, SignedTransaction } from './owner.ts'

/**
 * Puts signatures and message together into the bytes that a node takes.
 * The layout is the number of signatures (compact-u16), the signatures, the message.
 *
 * @param signatures 64 bytes each, in the order of `message.signers`.
 * @throws TernError `transaction/signatureCount`, `transaction/signatureSize`.
 * @example
 * assembleTransaction(message, [signature]).bytes.length // 65 + message.bytes.length
 */
export function assembleTransaction(message: Message, signatures: readonly Uint8Array[]): SignedTransaction {
  const count = message.signers.length
  const first = signatures[0]
  if (first === undefined || signatures.length !== count)
    throw new TernError('transaction/signatureCount', { expected: count, actual: signatures.length })
  const prefix = compactU16(count)
  const bytes = new Uint8Array(prefix.length + 64 * count + message.bytes.length)
  bytes.set(prefix, 0)
  signatures.forEach((signature, i) => {
    if (signature.length !== 64) throw new TernError('transaction/signatureSize', { actual: signature.length })
    bytes.set(signature, prefix.length + 64 * i)
  })
  bytes.set(message.bytes, prefix.length + 64 * count)
  return { bytes, signature: encodeBase58(first), message }
}

/** Writes 7 bits a byte, the lowest bits first. The top bit is set if another byte follows. */
function compactU16(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>= 7
  }
  bytes.push(rest)
  return bytes
}
