/** Gives slots their times, so that not every slot's time has to be stored. */
export interface Pace {
  /** The first slot of the pace, and its beginning in milliseconds since 1970. */
  readonly slot: bigint
  readonly unixMs: bigint
  /** Milliseconds from the beginning of a slot to that of the next. */
  readonly msOfSlot: bigint
}

/** The times of the newest blocks, unix seconds by slot. */
export interface BlockTimes {
  get(slot: bigint): bigint | undefined
  /** The oldest slot that is kept. */
  first(): bigint | undefined
  add(slot: bigint, unixTimestamp: bigint): void
  /** The current pace; `undefined` after slots were skipped or abandoned, until a new pace begins. */
  pace(): Pace | undefined
  setPace(pace: Pace | undefined): void
  /**
   * Adds the slots between the newest known slot and `slot`, which begins at `unixTimestamp`.
   * Their times follow from the pace. A journal of an earlier version has no pace: the times are spread evenly then.
   */
  fill(slot: bigint, unixTimestamp: bigint): void
  entries(): Iterable<readonly [bigint, bigint]>
}

const max = 20_000
/** At this distance, in milliseconds, between the pace and the machine's clock, a new pace begins. */
const maxOffMs = 1_000n

/** @returns the beginning of `slot` by the pace, in milliseconds since 1970. */
export const unixMsAt = ({ slot: first, unixMs, msOfSlot }: Pace, slot: bigint): bigint =>
  unixMs + (slot - first) * msOfSlot

/**
 * Chooses the pace for a slot: the current pace, unless it is too far from the machine's clock.
 *
 * @param ms the beginning of the slot by the machine's clock, in milliseconds since 1970.
 * @param slotMs the slot length of the chain's timer. 0: the caller begins each slot, and the times are the clock's.
 */
export function paceAt(
  { pace }: Pick<BlockTimes, 'pace'>,
  slot: bigint,
  { ms, slotMs }: { readonly ms: bigint; readonly slotMs: number },
): Pace {
  const held = pace()
  const off = held === undefined ? maxOffMs : unixMsAt(held, slot) - ms
  const isNear = held !== undefined && (slotMs === 0 ? isSameSecond(ms, ms + off) : -maxOffMs < off && off < maxOffMs)
  return isNear ? held : { slot, unixMs: ms, msOfSlot: BigInt(Math.round(slotMs)) }
}

const isSameSecond = (a: bigint, b: bigint): boolean => a / 1_000n === b / 1_000n

export function createBlockTimes(): BlockTimes {
  const times = new Map<bigint, bigint>()
  let [newestSlot, newestTime] = [0n, 0n]
  let pace: Pace | undefined

  function add(slot: bigint, unixTimestamp: bigint): void {
    times.set(slot, unixTimestamp)
    ;[newestSlot, newestTime] = [slot, unixTimestamp]
    if (times.size > max) times.delete(times.keys().next().value ?? 0n)
  }

  return {
    add,
    get: slot => times.get(slot),
    first: () => times.keys().next().value,
    pace: () => pace,
    setPace(next) {
      pace = next
    },
    fill(slot, unixTimestamp) {
      const [fromSlot, fromTime] = [newestSlot, newestTime]
      if (times.size === 0) return
      const distance = slot - fromSlot
      for (let i = distance > BigInt(max) ? distance - BigInt(max) : 1n; i < distance; i++) {
        const even = fromTime + ((unixTimestamp - fromTime) * i) / distance
        const time = pace === undefined ? even : unixMsAt(pace, fromSlot + i) / 1_000n
        // The chain's clock never goes back.
        add(fromSlot + i, time > newestTime ? time : newestTime)
      }
    },
    entries: () => times.entries(),
  }
}
