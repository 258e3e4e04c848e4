import { verify } from 'node:crypto'
import {
  type Address,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import type { WireTransaction } from '@tern/chain'
import { encodeBase58 } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'

/** Base64 of 1,232 bytes, the most that a packet of the network holds. */
export const mostEncodedLength = 1644

export interface CheckedTransaction extends WireTransaction {
  /** Has signed it. */
  readonly feePayer: Address
}

/**
 * A transaction that may be passed on: whole, signed by everybody who must, and calling none but `programs`.
 * `index`: its place in the request, for the error.
 * @throws TernError `relayer/*`.
 */
export function checkTransaction(encodedTx: string, index: number, programs: ReadonlySet<string>): CheckedTransaction {
  const refuse = (why: string) => new TernError('relayer/badTransaction', { index, why })
  const bytes = Buffer.from(encodedTx, 'base64')
  if (bytes.toString('base64') !== encodedTx) throw refuse('it is not base64')
  const read = decode(bytes)
  if (read === undefined) throw refuse('it cannot be read')
  const { message, messageBytes, signatures } = read
  for (const [signer, signature] of signatures) {
    if (signature === null || !isSignedBy(signer as Address, messageBytes, new Uint8Array(signature)))
      throw new TernError('relayer/signatureInvalid', { index, signer })
  }
  const payerSignature = signatures[0]?.[1]
  if (!payerSignature) throw refuse('nobody has signed it')
  if (message.instructions.length === 0) throw refuse('it does nothing')
  for (const { programAddressIndex } of message.instructions) {
    const program = message.staticAccounts[programAddressIndex]
    if (program === undefined) throw refuse('it calls a program through a lookup table')
    if (!programs.has(program)) throw new TernError('relayer/unknownProgram', { index, program })
  }
  const feePayer = signatures[0]?.[0] as Address
  return { bytes: new Uint8Array(bytes), signature: encodeBase58(new Uint8Array(payerSignature)), feePayer }
}

/** The parts of a legacy or version 0 transaction; `undefined` unless the bytes are exactly one. */
function decode(bytes: Uint8Array) {
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    const messageBytes = new Uint8Array(transaction.messageBytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version !== 'legacy' && message.version !== 0) return undefined
    const isExact =
      Buffer.from(bytes).equals(new Uint8Array(getTransactionEncoder().encode(transaction))) &&
      Buffer.from(messageBytes).equals(new Uint8Array(getCompiledTransactionMessageEncoder().encode(message)))
    return isExact ? { message, messageBytes, signatures: Object.entries(transaction.signatures) } : undefined
  } catch {
    return undefined
  }
}

/** A signer's name is its Ed25519 public key. */
function isSignedBy(signer: Address, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(getAddressEncoder().encode(signer)).toString('base64url')
  try {
    return verify(null, message, { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }, signature)
  } catch {
    return false
  }
}
