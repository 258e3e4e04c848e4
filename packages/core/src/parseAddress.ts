import type { Address } from '@solana/addresses'
import { decodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'

/** `text` as an address. @throws TernError `address/missing` when there is none, `address/invalid` when it is not 32 bytes of base58. */
export function parseAddress(text: string | null | undefined): Address {
  if (text === null || text === undefined || text === '') throw new TernError('address/missing', {})
  addressBytes(text)
  return text as Address
}

const most = 4_096
/** The same few hundred addresses come again and again. */
const kept = new Map<string, Uint8Array>()

/** The 32 bytes of an address, the caller's own. @throws TernError `address/invalid`. */
export const addressBytes = (text: string): Uint8Array => keptBytes(text).slice()

/** Writes the 32 bytes of an address to `into` at `offset`. @throws TernError `address/invalid`. */
export const putAddress = (text: string, into: Uint8Array, offset: number): void => into.set(keptBytes(text), offset)

function keptBytes(text: string): Uint8Array {
  const known = kept.get(text)
  if (known !== undefined) return known
  let bytes: Uint8Array | undefined
  let cause: unknown
  try {
    // 32 bytes never take more than 44 digits: nothing longer is worth the conversion.
    if (text.length <= 44) bytes = decodeBase58(text)
  } catch (error) {
    cause = error
  }
  if (bytes?.length !== 32) throw new TernError('address/invalid', { text: text.slice(0, 64) }, { cause })
  if (kept.size === most) kept.clear()
  kept.set(text, bytes)
  return bytes
}
