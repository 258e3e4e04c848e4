import { verify } from 'node:crypto'
import type { WireTransaction } from '@tern/chain/internal'
import { type Address, encodeBase58, TernError } from '@tern/core'
import { addressBytes, type CompiledMessage, readCompiledMessage } from '@tern/core/internal'

/** Length of 1,232 bytes in base64. A packet of the network holds no more. */
export const maxEncodedLength = 1644

export interface CheckedTransaction extends WireTransaction, CompiledMessage {
  /** The first signer. Its signature is valid. */
  readonly feePayer: Address
}

const signatureLength = 64

/**
 * Checks a transaction: complete, signed by all signers, and calling only `programs`.
 *
 * @param index index of the transaction in the request, for the error.
 * @throws TernError `relayer/*`.
 */
export function checkTransaction(encodedTx: string, index: number, programs: ReadonlySet<string>): CheckedTransaction {
  const refuse = (why: string) => new TernError('relayer/badTransaction', { index, why })
  const buffer = Buffer.from(encodedTx, 'base64')
  if (buffer.toString('base64') !== encodedTx) throw refuse('it is not base64')
  const bytes = new Uint8Array(buffer)
  // Reads a single byte: a count above 127 takes two, but so many signatures do not fit into a packet.
  const count = bytes[0] ?? 0
  const signed = bytes.subarray(1 + signatureLength * count)
  const message = readCompiledMessage(signed, 'unseen')
  if (typeof message === 'string') throw refuse(`it cannot be read: ${message}`)
  const { signers, instructions } = message
  const [feePayer] = signers
  if (feePayer === undefined || signers.length !== count) throw refuse('it has not one signature for each signer')
  const signatureAt = (i: number) => bytes.subarray(1 + signatureLength * i, 1 + signatureLength * (i + 1))
  for (const [i, signer] of signers.entries())
    if (!isSignedBy(signer, signed, signatureAt(i))) throw new TernError('relayer/signatureInvalid', { index, signer })
  if (instructions.length === 0) throw refuse('it does nothing')
  for (const { program } of instructions)
    if (!programs.has(program)) throw new TernError('relayer/unknownProgram', { index, program })
  return { ...message, bytes, signature: encodeBase58(signatureAt(0)), feePayer }
}

/** Verifies a signature. A signer's address is its Ed25519 public key. */
function isSignedBy(signer: Address, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(addressBytes(signer)).toString('base64url')
  try {
    return verify(null, message, { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }, signature)
  } catch {
    return false
  }
}
