import type { Address } from '@tern/core'
import { readAddress } from '@tern/core/internal'
import { over, type Race } from './measure.ts'

/** Reads only the addresses of an account, `times` times: a decoder that returns them as text cannot be faster. */
export function bareReads(data: Uint8Array, places: readonly number[], times: number): NonNullable<Race['limit']> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const read = () => {
    let last: Address | undefined
    for (const at of places) last = readAddress(view, at)
    return last
  }
  return { is: `its ${places.length} addresses alone`, run: over(Array.from({ length: times }), read) }
}
