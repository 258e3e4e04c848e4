/** When the newest blocks were made, unix seconds by slot. */
export interface BlockTimes {
  get(slot: bigint): bigint | undefined
  /** The oldest slot that is kept. */
  first(): bigint | undefined
  add(slot: bigint, unixTimestamp: bigint): void
  /** Of slots between the newest known one and `slot`, which have blocks that nobody saw begin: spread evenly. */
  fill(slot: bigint, unixTimestamp: bigint): void
  entries(): Iterable<readonly [bigint, bigint]>
}

const most = 20_000

export function createBlockTimes(): BlockTimes {
  const times = new Map<bigint, bigint>()
  let [newestSlot, newestTime] = [0n, 0n]

  function add(slot: bigint, unixTimestamp: bigint): void {
    times.set(slot, unixTimestamp)
    ;[newestSlot, newestTime] = [slot, unixTimestamp]
    if (times.size > most) times.delete(times.keys().next().value ?? 0n)
  }

  return {
    add,
    get: slot => times.get(slot),
    first: () => times.keys().next().value,
    fill(slot, unixTimestamp) {
      const [fromSlot, fromTime] = [newestSlot, newestTime]
      if (times.size === 0) return
      const distance = slot - fromSlot
      for (let i = distance > BigInt(most) ? distance - BigInt(most) : 1n; i < distance; i++)
        add(fromSlot + i, fromTime + ((unixTimestamp - fromTime) * i) / distance)
    },
    entries: () => times.entries(),
  }
}
