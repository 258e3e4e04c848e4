import { type Address, readAddress } from '@tern/core'
import { over, type Race } from './measure.ts'

/** What a decoded account cannot do without, as long as it has its addresses as text: reading these, so many times. */
export function bareReads(data: Uint8Array, places: readonly number[], times: number): NonNullable<Race['limit']> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const read = () => {
    let last: Address | undefined
    for (const at of places) last = readAddress(view, at)
    return last
  }
  return { is: `its ${places.length} addresses alone`, run: over(Array.from({ length: times }), read) }
}
