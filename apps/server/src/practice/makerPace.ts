import type { Random } from '@tern/practice-chain/internal/makers'

/** How busy the makers are. Each call returns a new random pause, in milliseconds. */
export interface Pace {
  /** Pause between two trades. */
  tradeMs(random: Random): number
  /** Pause between two launches. */
  launchMs(random: Random): number
  /** Share of the launches that happen while the server is not in use. Launches stay on the chain for good. */
  readonly unwatchedShare: number
  /** Pause between two changes of liquidity. Unset: no maker provides liquidity. */
  liquidityMs?(random: Random): number
  /** Time until a completed curve is moved. */
  migrationMs(random: Random): number
  /** Max concurrent trades. Beyond it, a trade is skipped. */
  readonly maxUnderWay: number
}

/** Seconds between two launches: at a trade per second, the min and the max. */
const launch = { usual: 400, min: 60, max: 900 }
/** Seconds between two launches while the server is not in use. */
const unwatchedSeconds = 3_600
/** A trade usually takes at most this long. */
const secondsUnderWay = 4

/**
 * Returns the pace for about `tradesPerSecond` trades, which must be above 0. With 2, a launch happens every 200 s on
 * average.
 *
 * @param liquidityChangesPerMinute 0: no maker provides liquidity.
 */
export function paceOf(tradesPerSecond: number, liquidityChangesPerMinute = 0): Pace {
  const launchSeconds = Math.max(launch.min, Math.min(launch.max, launch.usual / tradesPerSecond))
  return {
    tradeMs: random => (exponential(random) * 1_000) / tradesPerSecond,
    launchMs: random => launchSeconds * 1_000 * (0.3 + 0.7 * exponential(random)),
    ...(liquidityChangesPerMinute > 0 && {
      liquidityMs: random => (exponential(random) * 60_000) / liquidityChangesPerMinute,
    }),
    unwatchedShare: launchSeconds / unwatchedSeconds,
    migrationMs: random => 15_000 + 60_000 * random(),
    maxUnderWay: Math.max(8, secondsUnderWay * tradesPerSecond),
  }
}

/** Returns an exponentially distributed number with mean 1, like the gaps between independent events. */
const exponential = (random: Random): number => -Math.log(1 - random())
