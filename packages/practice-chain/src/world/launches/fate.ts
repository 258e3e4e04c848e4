import { seededRandom } from '../random.ts'

/** A launch's course, as parts of its curve: it climbs to `peak`, stays about there, and is abandoned. */
export interface Fate {
  /** 1 is the whole curve. Above 1, the launch completes. */
  readonly peak: number
  readonly climbMinutes: number
  readonly holdMinutes: number
}

/** The part of the curve that stays sold after a launch is abandoned. */
const remains = 0.004

/** Derives the fate of a launch without a story: most fade within the hour, some climb for hours, a few complete. */
export function fateOf(mint: string): Fate {
  const random = seededRandom(`fate ${mint}`)
  const kind = random()
  const between = (min: number, max: number): number => min + (max - min) * random()
  if (kind < 0.68) return { peak: between(0.02, 0.2), climbMinutes: between(2, 12), holdMinutes: between(4, 30) }
  if (kind < 0.9) return { peak: between(0.25, 0.85), climbMinutes: between(15, 80), holdMinutes: between(60, 240) }
  return { peak: 1.25, climbMinutes: between(25, 110), holdMinutes: 60 }
}

/** How long the makers trade a launch at all, in seconds. */
export const lifeSeconds = ({ climbMinutes, holdMinutes }: Fate): number => (climbMinutes + holdMinutes + 60) * 60

/** The part of the curve that the makers find fair at an age: a slowing climb, a plateau, a quick fall. */
export function fairProgress(fate: Fate, ageSeconds: number): number {
  const minutes = Math.max(0, ageSeconds / 60)
  const climbed = Math.min(1, minutes / fate.climbMinutes)
  const level = fate.peak * (1 - (1 - climbed) ** 1.7)
  const overdue = minutes - fate.climbMinutes - fate.holdMinutes
  return overdue <= 0 ? Math.max(remains, level) : remains + fate.peak * 0.5 ** (overdue / 8)
}
