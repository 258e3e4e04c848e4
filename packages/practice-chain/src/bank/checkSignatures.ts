import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { Signatures } from './virtualMachine.ts'
import type { WireTransaction } from './wire.ts'

/** The bytes before an Ed25519 key in DER (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/**
 * The points of small order, without their sign bit.
 * OpenSSL before 3.5 accepts signatures with these points; the runtime (`verify_strict`) rejects such signatures.
 */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map(low => `${low}${'ff'.repeat(30)}7f`),
])

function isSmallOrder(point: Uint8Array): boolean {
  const unsigned = Buffer.from(point)
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f
  return smallOrder.has(unsigned.toString('hex'))
}

const max = 1_024
/** A cache, because a few signers sign most transactions. */
const keys = new Map<Address, KeyObject | null>()

/** `null` for a key of small order. */
function keyOf(signer: Address): KeyObject | null {
  const known = keys.get(signer)
  if (known !== undefined) return known
  const raw = addressBytes(signer)
  const key = Buffer.concat([derPrefix, raw])
  const made = isSmallOrder(raw) ? null : createPublicKey({ key, format: 'der', type: 'spki' })
  if (keys.size === max) keys.clear()
  keys.set(signer, made)
  return made
}

/** Never rejects. */
function isRight(signer: Address, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  const key = keyOf(signer)
  if (key === null || isSmallOrder(signature.subarray(0, 32))) return Promise.resolve(false)
  return new Promise(resolve => {
    verify(null, message, key, signature, (error, isValid) => resolve(error === null && isValid))
  })
}

/**
 * Checks a transaction's signatures on another thread, because the check takes a third of a run's time.
 *
 * @returns `ignore` if all signatures are valid, so the machine can skip its check. `verify` otherwise: the machine
 * decides.
 */
export async function checkSignatures({ bytes, messageOffset, message }: WireTransaction): Promise<Signatures> {
  const { signers, accounts } = message
  const checks = accounts.slice(0, signers).map((signer, i) => {
    const at = messageOffset - 64 * (signers - i)
    return isRight(signer, bytes.subarray(at, at + 64), message.bytes)
  })
  return (await Promise.all(checks)).every(Boolean) ? 'ignore' : 'verify'
}
