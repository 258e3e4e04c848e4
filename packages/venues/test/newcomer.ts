import { type Address, encodeBase58 } from '@tern/core'

let newcomers = 0n

/** Returns an address that no other call returns. */
export function newcomer(): Address {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setBigUint64(0, ++newcomers)
  return encodeBase58(bytes) as Address
}
