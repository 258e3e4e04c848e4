import type { Address } from '@solana/addresses'
import { decodeBase58 } from './base58.ts'
import { TernError } from './errors.ts'

/**
 * Checks that a text is an address.
 *
 * @throws TernError `address/missing` for no text, `address/invalid` unless the text is 32 bytes in base58.
 * @example
 * parseAddress('11111111111111111111111111111111') // '11111111111111111111111111111111', typed as Address
 */
export function parseAddress(text: string | null | undefined): Address {
  if (text === null || text === undefined || text === '') throw new TernError('address/missing', {})
  addressBytes(text)
  return text as Address
}

const maxKept = 4_096
/** Decoded addresses. A few hundred addresses occur over and over. */
const kept = new Map<string, Uint8Array>()

/**
 * Returns a new copy of the 32 bytes of an address.
 *
 * @throws TernError `address/invalid`.
 * @example
 * addressBytes(systemProgram) // a Uint8Array of 32 zeros
 */
export const addressBytes = (text: string): Uint8Array => keptBytes(text).slice()

/**
 * Writes the 32 bytes of an address to `into` at `offset`.
 *
 * @throws TernError `address/invalid`.
 * @example
 * putAddress(systemProgram, new Uint8Array(40), 8) // bytes 8 to 39 are zero
 */
export const putAddress = (text: string, into: Uint8Array, offset: number): void => into.set(keptBytes(text), offset)

function keptBytes(text: string): Uint8Array {
  const known = kept.get(text)
  if (known !== undefined) return known
  let bytes: Uint8Array | undefined
  let cause: unknown
  try {
    // 32 bytes never take more than 44 digits, so longer text is not converted.
    if (text.length <= 44) bytes = decodeBase58(text)
  } catch (error) {
    cause = error
  }
  if (bytes?.length !== 32) throw new TernError('address/invalid', { text: text.slice(0, 64) }, { cause })
  if (kept.size === maxKept) kept.clear()
  kept.set(text, bytes)
  return bytes
}
