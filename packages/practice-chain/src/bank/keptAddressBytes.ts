import { type Address, addressBytes } from '@tern/core'

const most = 20_000
const kept = new Map<Address, Uint8Array>()

/** The 32 bytes of an address, from memory where it was asked for lately: a chain names the same few over and over. Not to be written to. */
export function keptAddressBytes(address: Address): Uint8Array {
  const found = kept.get(address)
  if (found !== undefined) return found
  if (kept.size >= most) kept.clear()
  const bytes = addressBytes(address)
  kept.set(address, bytes)
  return bytes
}
