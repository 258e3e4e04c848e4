import { type Address, encodeBase58 } from '@tern/core'
import fc from 'fast-check'

/** Any 32 bytes as an address. */
export const addresses: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map(bytes => encodeBase58(bytes) as Address)

/** Returns the address of 32 equal bytes, for examples. */
export function addressOf(byte: number): Address {
  return encodeBase58(new Uint8Array(32).fill(byte)) as Address
}
