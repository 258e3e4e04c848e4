import { createHash } from 'node:crypto'
import { encodeBase58 } from '@tern/core'

/** A blockhash is valid for this many blocks. */
const validBlocks = 150n
const inRecentBlockhashes = 150
const inSlotHashes = 512
const lamportsPerSignature = 5_000n
const maxRuns = 20_000

/** Blocks in consecutive slots. `first` follows the block of `parent` and has `height`. */
export interface BlockRun {
  readonly first: bigint
  readonly parent: bigint
  readonly height: bigint
}

/**
 * The slots that have blocks, from slot 0 to the current slot, and the hashes of the finished blocks.
 * A block's hash is the SHA-256 of the chain's genesis hash and the slot.
 * So no hash has to be stored, and a replay computes the same hashes.
 * Two forks never share a hash, because an abandoned slot's number is never used again.
 */
export interface Blocks {
  /** The current slot. */
  slot(): bigint
  /** The height of the block of `slot`, by default of the current slot. */
  height(slot?: bigint): bigint
  /** The slot of the block with this height, which must not exceed the current height. */
  slotAt(height: bigint): bigint
  has(slot: bigint): boolean
  /** Slots with blocks from `first` to `last`, oldest first. */
  between(first: bigint, last: bigint): readonly bigint[]
  /** The slot of the block before the block of `slot`. */
  parent(slot: bigint): bigint
  hash(slot: bigint): Uint8Array
  /** The hash of the newest finished block, base58. */
  latest(): string
  /** The height of the block with this hash, if a transaction may still name it. */
  heightOf(blockhash: string): bigint | undefined
  /**
   * The slot of the oldest block whose hash a transaction may name if all blocks after that of `root` were abandoned.
   */
  oldestValid(root: bigint): bigint
  /** Begins a slot. The slots between have empty blocks. */
  advance(slot: bigint): void
  /** Begins a slot. The slots between have no blocks. */
  skip(slot: bigint): void
  /** Begins a slot after the block of `parent`, and forgets all later blocks. */
  fork(parent: bigint, slot: bigint): void
  runs(): readonly BlockRun[]
  restore(runs: readonly BlockRun[], slot: bigint): void
  /** The data of the SlotHashes sysvar, always at its full length because programs read it whole. */
  slotHashes(): Uint8Array
  /** The data of the RecentBlockhashes sysvar, also always at its full length. */
  recentBlockhashes(): Uint8Array
}

/** The last height at which a transaction that names the hash of the block of `height` can land. */
export const lastValidBlockHeight = (height: bigint): bigint => height + validBlocks

const beginning: readonly BlockRun[] = [{ first: 0n, parent: 0n, height: 0n }]

/** Creates a sysvar's list: its length, then its items, newest first. */
function createSysvarList(itemSize: number, max: number) {
  const data = new Uint8Array(8 + itemSize * max)
  const view = new DataView(data.buffer)
  let count = 0
  return {
    data,
    clear() {
      count = 0
      data.fill(0)
    },
    push(write: (view: DataView, offset: number) => void) {
      data.copyWithin(8 + itemSize, 8, data.length - itemSize)
      count = Math.min(count + 1, max)
      view.setBigUint64(0, BigInt(count), true)
      write(view, 8)
    },
  }
}

/** Creates the blocks of a new chain, in slot 0. */
export function createBlocks(genesisHash: Uint8Array): Blocks {
  let runs = [...beginning]
  let current = 0n
  /** The hashes that a transaction may name, oldest first, with their slots. */
  const valid = new Map<string, bigint>()
  let newest = ''
  const slotHashes = createSysvarList(40, inSlotHashes)
  const recentBlockhashes = createSysvarList(40, inRecentBlockhashes)

  function hash(slot: bigint): Uint8Array {
    const number = new Uint8Array(8)
    new DataView(number.buffer).setBigUint64(0, slot, true)
    return new Uint8Array(createHash('sha256').update(genesisHash).update(number).digest())
  }

  /** Position of the last run whose `key` is at most `value`. */
  function runAt(key: 'first' | 'height', value: bigint): number {
    let [low, high] = [0, runs.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((runs[middle] as BlockRun)[key] <= value) low = middle
      else high = middle - 1
    }
    return low
  }

  function height(slot = current): bigint {
    const run = runs[runAt('first', slot)] as BlockRun
    return run.height + slot - run.first
  }

  function slotAt(of: bigint): bigint {
    const run = runs[runAt('height', of)] as BlockRun
    return run.first + of - run.height
  }

  function has(slot: bigint): boolean {
    const at = runAt('first', slot)
    const next = runs[at + 1]
    return slot >= (runs[at] as BlockRun).first && slot <= (next === undefined ? current : next.parent)
  }

  function parent(slot: bigint): bigint {
    const run = runs[runAt('first', slot)] as BlockRun
    return slot === run.first ? run.parent : slot - 1n
  }

  /** Ends the block of `slot`: its hash becomes known. */
  function finish(slot: bigint): void {
    const bytes = hash(slot)
    newest = encodeBase58(bytes)
    valid.set(newest, slot)
    if (valid.size > Number(validBlocks)) valid.delete(valid.keys().next().value ?? '')
    slotHashes.push((view, offset) => {
      view.setBigUint64(offset, slot, true)
      slotHashes.data.set(bytes, offset + 8)
    })
    recentBlockhashes.push((view, offset) => {
      recentBlockhashes.data.set(bytes, offset)
      view.setBigUint64(offset + 32, lamportsPerSignature, true)
    })
  }

  /** Makes `slot` the current slot, and fills the lists of hashes again from the blocks before it. */
  function rebuild(slot: bigint): void {
    current = slot
    valid.clear()
    slotHashes.clear()
    recentBlockhashes.clear()
    const before: bigint[] = []
    for (let s = slot; s > 0n && has(s) && before.length < inSlotHashes; ) {
      s = parent(s)
      before.push(s)
    }
    for (const s of before.reverse()) finish(s)
  }

  function begin(run: BlockRun): void {
    if (runs.length > maxRuns) runs = runs.slice(maxRuns / 2)
    runs.push(run)
    current = run.first
  }

  return {
    slot: () => current,
    height,
    slotAt,
    has,
    between(first, last) {
      const slots: bigint[] = []
      for (let at = runAt('first', first); at < runs.length; at++) {
        const run = runs[at] as BlockRun
        const end = runs[at + 1]?.parent ?? current
        for (let s = first > run.first ? first : run.first; s <= end && s <= last; s++) slots.push(s)
        if (end >= last) break
      }
      return slots
    },
    parent,
    hash,
    latest: () => newest,
    heightOf(blockhash) {
      const slot = valid.get(blockhash)
      return slot === undefined ? undefined : height(slot)
    },
    oldestValid: root => slotAt(height(root) - validBlocks + 1n),
    advance(slot) {
      if (slot - current > BigInt(inSlotHashes)) return rebuild(slot)
      for (let s = current; s < slot; s++) finish(s)
      current = slot
    },
    skip(slot) {
      finish(current)
      if (slot === current + 1n) current = slot
      else begin({ first: slot, parent: current, height: height() + 1n })
    },
    fork(from, slot) {
      const run = { first: slot, parent: from, height: height(from) + 1n }
      runs = runs.filter(({ first }) => first <= from)
      begin(run)
      rebuild(slot)
    },
    runs: () => runs,
    restore(kept, slot) {
      runs = kept.length === 0 ? [...beginning] : [...kept]
      rebuild(slot)
    },
    slotHashes: () => slotHashes.data,
    recentBlockhashes: () => recentBlockhashes.data,
  }
}
