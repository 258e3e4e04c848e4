/** What the market maker thinks of one token. */
export interface Mood {
  /** -1 would only sell, 1 only buy. */
  leaning: number
  /** Lamports bought less lamports sold, since it began. */
  netLamports: bigint
}

export interface NextTrade {
  readonly side: 'buy' | 'sell'
  /** What it is worth, in lamports. */
  readonly lamports: bigint
}

const leastLamports = 2_000_000n

/**
 * The next trade in a token: now and then a large one, mostly small ones, of 0.01% to 0.6% of the pool's native side. The
 * leaning wanders, so that prices have trends; what was bought pulls towards selling, so that they do not run away.
 */
export function nextTrade(mood: Mood, nativeLamports: bigint, random: () => number): NextTrade {
  mood.leaning = Math.max(-1, Math.min(1, mood.leaning * 0.97 + (random() - 0.5) * 0.35))
  const position = nativeLamports === 0n ? 0 : Number((mood.netLamports * 10_000n) / nativeLamports) / 10_000
  const buys = Math.max(0.1, Math.min(0.9, 0.5 + 0.35 * mood.leaning - 2 * position))
  const side = random() < buys ? 'buy' : 'sell'
  const share = 0.0001 * 60 ** (random() ** 2)
  const lamports = (nativeLamports * BigInt(Math.round(share * 1e9))) / 1_000_000_000n
  return { side, lamports: lamports > leastLamports ? lamports : leastLamports }
}
