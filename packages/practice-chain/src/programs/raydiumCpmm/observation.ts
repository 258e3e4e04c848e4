import { observationStateLayout } from '@tern/venues/raydiumCpmm/internal'
import type { Script } from '../../effects/script.ts'
import type { NamedAccount } from '../anchor.ts'
import { refuse } from './errors.ts'

const { offsets } = observationStateLayout
const count = 100
const entrySize = 40
/** `OBSERVATION_UPDATE_DURATION_DEFAULT`, seconds. */
const duration = 15n
const u128 = 2n ** 128n

interface Entry {
  readonly timestamp: bigint
  readonly cumulative0: bigint
  readonly cumulative1: bigint
}

/**
 * `ObservationState::update` (states/oracle.rs).
 * Prices are those of the pool before the swap, in Q32.32.
 */
export function updateObservation(
  script: Script,
  { position, data }: NamedAccount,
  { timestamp, price0, price1 }: { readonly timestamp: bigint; readonly price0: bigint; readonly price1: bigint },
): void {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const index = view.getUint16(offsets.observation_index, true)
  const at = (i: number) => offsets.observations + entrySize * i
  const write = (i: number, entry: Entry) => script.write(position, at(i), encodeEntry(entry))
  const updated = () => script.write(position, offsets.last_update_timestamp, words(timestamp))

  if (data[offsets.initialized] === 0) {
    script.write(position, offsets.initialized, Uint8Array.of(1))
    write(index, { timestamp, cumulative0: 0n, cumulative1: 0n })
    updated()
    return
  }
  const last = readEntry(view, at(index))
  const lastUpdate = view.getBigUint64(offsets.last_update_timestamp, true) || last.timestamp
  const sinceUpdate = timestamp - lastUpdate
  const sinceEntry = timestamp - last.timestamp
  if (sinceUpdate <= 0n || sinceEntry <= 0n) return
  const [added0, added1] = [price0 * sinceUpdate, price1 * sinceUpdate]
  if (added0 >= u128 || added1 >= u128) refuse('MathOverflow')
  const cumulative0 = (last.cumulative0 + added0) % u128
  const cumulative1 = (last.cumulative1 + added1) % u128
  if (sinceEntry < duration) write(index, { timestamp: last.timestamp, cumulative0, cumulative1 })
  else {
    const next = index === count - 1 ? 0 : index + 1
    write(next, { timestamp, cumulative0, cumulative1 })
    script.write(position, offsets.observation_index, Uint8Array.of(next & 0xff, next >> 8))
  }
  updated()
}

function readEntry(view: DataView, at: number): Entry {
  const wide = (offset: number) => view.getBigUint64(offset, true) + (view.getBigUint64(offset + 8, true) << 64n)
  return { timestamp: view.getBigUint64(at, true), cumulative0: wide(at + 8), cumulative1: wide(at + 24) }
}

function encodeEntry({ timestamp, cumulative0, cumulative1 }: Entry): Uint8Array {
  const low = (value: bigint) => BigInt.asUintN(64, value)
  return words(timestamp, low(cumulative0), cumulative0 >> 64n, low(cumulative1), cumulative1 >> 64n)
}

function words(...values: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) view.setBigUint64(8 * i, value, true)
  return bytes
}
