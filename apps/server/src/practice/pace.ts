import type { Random } from '@tern/practice-chain/makers'

/** How busy the makers are: the pauses between what they do, in milliseconds, each another one. */
export interface Pace {
  /** Between two trades. */
  tradeMs(random: Random): number
  /** Between two launches. */
  launchMs(random: Random): number
  /** Of the launches, the part that is made when nobody looks: they stay on the chain for good. */
  readonly unwatchedShare: number
  /** How long a complete curve waits for somebody to move it. */
  migrationMs(random: Random): number
  /** Trades under way at once; when they are all taken, the next is left out. */
  readonly mostUnderWay: number
}

/** Between two launches, in seconds: at one trade a second, and the least and the most. */
const launch = { usual: 400, least: 60, most: 900 }
/** And when nobody looks. */
const unwatchedSeconds = 3_600
/** A trade takes so long at most, as a rule. */
const secondsUnderWay = 4

/** The pace at which about `tradesPerSecond` trades are made, above 0: at two, a launch every three or four minutes. */
export function paceOf(tradesPerSecond: number): Pace {
  const launchSeconds = Math.max(launch.least, Math.min(launch.most, launch.usual / tradesPerSecond))
  return {
    tradeMs: random => (exponential(random) * 1_000) / tradesPerSecond,
    launchMs: random => launchSeconds * 1_000 * (0.3 + 0.7 * exponential(random)),
    unwatchedShare: launchSeconds / unwatchedSeconds,
    migrationMs: random => 15_000 + 60_000 * random(),
    mostUnderWay: Math.max(8, secondsUnderWay * tradesPerSecond),
  }
}

/** 1 on average: the time between two of many things that happen by themselves. */
const exponential = (random: Random): number => -Math.log(1 - random())
