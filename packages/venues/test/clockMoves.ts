import type { Clock } from '@tern/core'
import fc from 'fast-check'

/** Moves of a clock, small or large, but not to the year 2106, at which 32 bits no longer hold the seconds. */
const movesBy = (back: bigint) =>
  fc.oneof(...[100n, 100_000n, 10n ** 9n].map(max => fc.bigInt(-max * back, max)), fc.constant(-back * 10n ** 10n))
/** Moves of a clock in both directions. */
export const timesAround = fc.record({ slots: movesBy(1n), seconds: movesBy(1n) })
/** Moves of a clock to later times. */
export const timesAhead = fc.record({ slots: movesBy(0n), seconds: movesBy(0n) })

/** Returns `clock`, moved, but never to negative values. */
export function at(
  { slot, unixTimestamp, epoch }: Clock,
  move: { readonly slots: bigint; readonly seconds: bigint },
): Clock {
  const moved = (value: bigint, by: bigint) => (value + by < 0n ? 0n : value + by)
  return { slot: moved(slot, move.slots), unixTimestamp: moved(unixTimestamp, move.seconds), epoch }
}
