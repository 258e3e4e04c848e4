import { createPublicKey, verify } from 'node:crypto'
import { addressBytes } from '@tern/core'
import type { WireTransaction } from '../bank/wire.ts'

/** What comes before the 32 bytes of an Ed25519 key in its DER form. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether every account that must sign has signed this very message. */
export function isSigned({ bytes, message }: WireTransaction): boolean {
  const first = message.signers < 0x80 ? 1 : 2
  return message.accounts.slice(0, message.signers).every((address, i) => {
    const signature = bytes.subarray(first + 64 * i, first + 64 * (i + 1))
    const key = Buffer.concat([derPrefix, addressBytes(address)])
    try {
      return verify(null, message.bytes, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
    } catch {
      return false
    }
  })
}
