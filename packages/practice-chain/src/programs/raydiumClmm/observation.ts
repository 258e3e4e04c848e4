import { observationStateLayout } from '@tern/venues/raydiumClmm/internal'
import type { Script } from '../../effects/script.ts'
import type { NamedAccount } from '../anchor.ts'

const { offsets } = observationStateLayout
const count = 100
const entrySize = 44
/** `OBSERVATION_UPDATE_DURATION_DEFAULT`, seconds. */
const duration = 15

/**
 * `ObservationState::update` (states/oracle.rs).
 * @param tick the pool's tick before the swap.
 */
export function updateObservation(
  script: Script,
  { position, data }: NamedAccount,
  { timestampSeconds, tick }: { readonly timestampSeconds: number; readonly tick: number },
): void {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const index = view.getUint16(offsets.observation_index, true)
  const at = (i: number) => offsets.observations + entrySize * i
  const write = (i: number, tickCumulative: bigint) => {
    const entry = new DataView(new ArrayBuffer(12))
    entry.setUint32(0, timestampSeconds, true)
    entry.setBigInt64(4, tickCumulative, true)
    script.write(position, at(i), new Uint8Array(entry.buffer))
  }
  if (data[offsets.initialized] === 0) {
    script.write(position, offsets.initialized, Uint8Array.of(1))
    write(index, 0n)
    return
  }
  const elapsed = timestampSeconds - view.getUint32(at(index), true)
  if (elapsed < duration) return
  const next = index === count - 1 ? 0 : index + 1
  write(next, view.getBigInt64(at(index) + 4, true) + BigInt(tick) * BigInt(elapsed))
  script.write(position, offsets.observation_index, Uint8Array.of(next & 0xff, next >> 8))
}
