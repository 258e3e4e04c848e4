import { createHash } from 'node:crypto'
import { encodeBase58 } from '@tern/core'

/** How many blocks a blockhash can be used for. */
const validBlocks = 150n
const inRecentBlockhashes = 150
const inSlotHashes = 512
const lamportsPerSignature = 5_000n
const mostRuns = 20_000

/** Blocks in slots that follow each other: `first` comes after the block `parent` and has `height`. */
export interface BlockRun {
  readonly first: bigint
  readonly parent: bigint
  readonly height: bigint
}

/**
 * Which slots have blocks, from slot 0 to the one that is going on, and the hashes of the blocks that are over. Each hash is
 * that of the chain's name and the slot: no hash has to be kept, a replay sees the same ones, and since a slot that was
 * abandoned never comes again, two forks never share one.
 */
export interface Blocks {
  /** The slot that is going on. */
  slot(): bigint
  /** Of the block of `slot`, or of the one that is going on. */
  height(slot?: bigint): bigint
  /** The slot whose block has this height, which is at most the current one. */
  slotAt(height: bigint): bigint
  has(slot: bigint): boolean
  /** Slots with blocks from `first` to `last`, oldest first. */
  between(first: bigint, last: bigint): readonly bigint[]
  /** The slot of the block before that of `slot`. */
  parent(slot: bigint): bigint
  hash(slot: bigint): Uint8Array
  /** The hash of the newest block that is over, base58. */
  latest(): string
  /** The height of the block whose hash this is, if a transaction may still name it. */
  heightOf(blockhash: string): bigint | undefined
  /** The slot of the oldest block whose hash a transaction may name, should all that came behind the block of `root` be abandoned. */
  oldestValid(root: bigint): bigint
  /** Begins a slot; those that were left out have blocks with nothing in them. */
  advance(slot: bigint): void
  /** Begins a slot; those that were left out have no blocks. */
  skip(slot: bigint): void
  /** Begins a slot after the block of `parent`, and forgets all that came behind that one. */
  fork(parent: bigint, slot: bigint): void
  runs(): readonly BlockRun[]
  restore(runs: readonly BlockRun[], slot: bigint): void
  /** The data of the SlotHashes sysvar: as long as it ever gets, since programs read it whole. */
  slotHashes(): Uint8Array
  /** The data of the RecentBlockhashes sysvar, at its full length too. */
  recentBlockhashes(): Uint8Array
}

/** The last block in which a transaction that names the hash of the block of `height` can be. */
export const lastValidBlockHeight = (height: bigint): bigint => height + validBlocks

const beginning: readonly BlockRun[] = [{ first: 0n, parent: 0n, height: 0n }]

/** A list in a sysvar: its length, then its items, the newest first. */
function createSysvarList(itemSize: number, most: number) {
  const data = new Uint8Array(8 + itemSize * most)
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
      count = Math.min(count + 1, most)
      view.setBigUint64(0, BigInt(count), true)
      write(view, 8)
    },
  }
}

/** The blocks of a new chain, in slot 0. */
export function createBlocks(genesisHash: Uint8Array): Blocks {
  let runs = [...beginning]
  let current = 0n
  /** Blocks by their hash, oldest first: those that a transaction may name. */
  const valid = new Map<string, bigint>()
  let newest = ''
  const slotHashes = createSysvarList(40, inSlotHashes)
  const recentBlockhashes = createSysvarList(40, inRecentBlockhashes)

  function hash(slot: bigint): Uint8Array {
    const number = new Uint8Array(8)
    new DataView(number.buffer).setBigUint64(0, slot, true)
    return new Uint8Array(createHash('sha256').update(genesisHash).update(number).digest())
  }

  /** Position of the last run that begins at or before what `key` is compared to. */
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

  /** The block of `slot` is over. */
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

  /** Finishes the blocks before `slot` again. */
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
    if (runs.length > mostRuns) runs = runs.slice(mostRuns / 2)
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
