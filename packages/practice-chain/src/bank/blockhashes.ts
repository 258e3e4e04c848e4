import { createHash } from 'node:crypto'
import { encodeBase58 } from '@tern/core'

/** How many block heights a blockhash can be used for. */
const kept = 150n
const inSlotHashes = 512

export interface Blockhashes {
  /** The hash of the block before `slot`: what a transaction made in `slot` names. */
  latest(slot: bigint): string
  /** The height of the block whose hash this is, if a transaction in `slot` may still name it. */
  heightOf(blockhash: string, slot: bigint): bigint | undefined
  /** The hash of the block of `slot`. */
  of(slot: bigint): Uint8Array
  /** The data of the SlotHashes sysvar in `slot`: as long as it ever gets, since programs read it whole. */
  slotHashes(slot: bigint): Uint8Array
  /** The data of the RecentBlockhashes sysvar in `slot`, at its full length too. */
  recentBlockhashes(slot: bigint): Uint8Array
}

export const lastValidBlockHeight = (height: bigint): bigint => height + kept

/**
 * The blockhashes of one chain. Each is the hash of the chain's name and its slot: nothing has to be kept, and a replay
 * sees the same ones. Block heights equal slots, since no slot is skipped.
 */
export function createBlockhashes(genesisHash: Uint8Array): Blockhashes {
  const bySlot = new Map<bigint, Uint8Array>()
  const heights = new Map<string, bigint>()

  function of(slot: bigint): Uint8Array {
    const known = bySlot.get(slot)
    if (known !== undefined) return known
    const number = new Uint8Array(8)
    new DataView(number.buffer).setBigUint64(0, slot, true)
    const hash = new Uint8Array(createHash('sha256').update(genesisHash).update(number).digest())
    if (bySlot.size > 4 * inSlotHashes) bySlot.clear()
    bySlot.set(slot, hash)
    return hash
  }

  function slotsBefore(slot: bigint, most: number): bigint[] {
    const slots: bigint[] = []
    for (let s = slot - 1n; s >= 0n && slots.length < most; s--) slots.push(s)
    return slots
  }

  return {
    of,
    latest: slot => encodeBase58(of(slot - 1n)),
    heightOf(blockhash, slot) {
      const latest = encodeBase58(of(slot - 1n))
      if (!heights.has(latest)) {
        heights.clear()
        for (const s of slotsBefore(slot, Number(kept))) heights.set(encodeBase58(of(s)), s)
      }
      return heights.get(blockhash)
    },
    slotHashes(slot) {
      const slots = slotsBefore(slot, inSlotHashes)
      const data = new Uint8Array(8 + 40 * inSlotHashes)
      const view = new DataView(data.buffer)
      view.setBigUint64(0, BigInt(slots.length), true)
      slots.forEach((s, i) => {
        view.setBigUint64(8 + 40 * i, s, true)
        data.set(of(s), 16 + 40 * i)
      })
      return data
    },
    recentBlockhashes(slot) {
      const slots = slotsBefore(slot, Number(kept))
      const data = new Uint8Array(8 + 40 * Number(kept))
      const view = new DataView(data.buffer)
      view.setBigUint64(0, BigInt(slots.length), true)
      slots.forEach((s, i) => {
        data.set(of(s), 8 + 40 * i)
        view.setBigUint64(40 + 40 * i, 5_000n, true)
      })
      return data
    },
  }
}
