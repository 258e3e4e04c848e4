import type { Address } from '@solana/addresses'
import { encodeBase58 } from '../src/base58.ts'

/** Makes the address of 32 equal bytes. */
export function filledAddress(byte: number): Address {
  return encodeBase58(new Uint8Array(32).fill(byte)) as Address
}
