import { createHash } from 'node:crypto'
import { fail } from '../anchor.ts'

// The venue's encoders are not used here, so that this reader finds their mistakes.

/** The first eight bytes of an instruction's data, as Anchor derives them from its name. */
const tagOf = (name: string): Uint8Array => createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)

/** The tags of the instructions that change liquidity. */
export const tags = { initialize: tagOf('initialize'), deposit: tagOf('deposit'), withdraw: tagOf('withdraw') }

/**
 * Reads the three `u64` arguments that each instruction has (lib.rs). Ignores further bytes, like Anchor.
 * @throws TernError `practice/programFailed` if the data ends early.
 */
export function readThreeU64s(data: Uint8Array): readonly [bigint, bigint, bigint] {
  if (data.length < 32) return fail('InstructionDidNotDeserialize')
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return [view.getBigUint64(8, true), view.getBigUint64(16, true), view.getBigUint64(24, true)]
}
