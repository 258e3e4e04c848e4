/** The chain's time: the machine's clock, and the time that the chain has travelled. */
export interface ChainTime {
  /** Milliseconds since 1970. */
  unixMs(): bigint
  /** How far the chain's clock is ahead of the machine's, in milliseconds. Negative if the chain is behind. */
  aheadMs(): bigint
  setAheadMs(ms: bigint): void
}

export function createChainTime(now: () => number, startMs: bigint): ChainTime {
  let aheadMs = startMs
  return {
    unixMs: () => BigInt(Math.floor(now())) + aheadMs,
    aheadMs: () => aheadMs,
    setAheadMs(ms) {
      aheadMs = ms
    },
  }
}
