/** How the times of slots follow from their numbers, so that not each of them has to be kept. */
export interface Pace {
  /** The first slot of the pace, and when it began in milliseconds since 1970. */
  readonly slot: bigint
  readonly unixMs: bigint
  /** Each later slot begins so many milliseconds after the one before. */
  readonly msOfSlot: bigint
}

/** When the newest blocks were made, unix seconds by slot. */
export interface BlockTimes {
  get(slot: bigint): bigint | undefined
  /** The oldest slot that is kept. */
  first(): bigint | undefined
  add(slot: bigint, unixTimestamp: bigint): void
  /** The pace that holds now; `undefined`: there is none, since slots were skipped or taken back. */
  pace(): Pace | undefined
  setPace(pace: Pace | undefined): void
  /**
   * Adds the slots between the newest known one and `slot`, which begins at `unixTimestamp`. Their times follow from the pace; in a
   * journal of an earlier version, which has no pace, they are spread evenly.
   */
  fill(slot: bigint, unixTimestamp: bigint): void
  entries(): Iterable<readonly [bigint, bigint]>
}

const most = 20_000
/** How far the chain's clock may be from the machine's. */
const mostOffMs = 1_000n

/** @returns when `slot` begins by the pace, in milliseconds since 1970. */
export const unixMsAt = ({ slot: first, unixMs, msOfSlot }: Pace, slot: bigint): bigint =>
  unixMs + (slot - first) * msOfSlot

/**
 * Chooses the pace for a slot that begins at `ms` by the machine's clock: the pace that holds, unless it is too far from that clock.
 *
 * @param slotMs - how long the chain's timer makes a slot; 0: the caller begins each slot, and the times are those of the clock.
 */
export function paceAt({ pace }: Pick<BlockTimes, 'pace'>, slot: bigint, ms: bigint, slotMs: number): Pace {
  const held = pace()
  const off = held === undefined ? mostOffMs : unixMsAt(held, slot) - ms
  const isNear = held !== undefined && (slotMs === 0 ? isSameSecond(ms, ms + off) : -mostOffMs < off && off < mostOffMs)
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
    if (times.size > most) times.delete(times.keys().next().value ?? 0n)
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
      for (let i = distance > BigInt(most) ? distance - BigInt(most) : 1n; i < distance; i++) {
        const even = fromTime + ((unixTimestamp - fromTime) * i) / distance
        const time = pace === undefined ? even : unixMsAt(pace, fromSlot + i) / 1_000n
        // The chain's clock never goes back.
        add(fromSlot + i, time > newestTime ? time : newestTime)
      }
    },
    entries: () => times.entries(),
  }
}
