import { blue, cream, forest, green, mint, night, orange, plum, sand, sky, violet, white, yellow } from './colours.ts'
import type { Fate } from './launches/fate.ts'
import type { Told } from './worldVenue.ts'

/** A token that is launched on a Meteora curve. */
export interface DbcStory extends Told {
  /** Its age at the beginning of the world. */
  readonly ageMinutes: number
  readonly fate: Fate
}

/** Tokens of an unnamed launchpad, oldest first. */
export const dbcStories: readonly DbcStory[] = [
  {
    symbol: 'HARP',
    name: 'Harbour Harp',
    description: 'Strung between two masts and played by the wind, it knows a single song and never the end of it.',
    emblem: { motif: 'boat', ground: night, body: mint, accent: cream, pattern: 'rain' },
    ageMinutes: 1_240,
    fate: { peak: 0.58, climbMinutes: 500, holdMinutes: 90_000 },
  },
  {
    symbol: 'OUTBOUND',
    name: 'Outbound',
    description: 'Its bags have been packed since Tuesday, and tonight the last seat in the boat was taken.',
    emblem: { motif: 'kite', ground: forest, body: sand, accent: orange, pattern: 'rings' },
    ageMinutes: 380,
    fate: { peak: 1.25, climbMinutes: 360, holdMinutes: 60 },
  },
  {
    symbol: 'FOGHORN',
    name: 'Foghorn',
    description: 'It has one thing to say and says it slowly, so that everybody out there hears where the land is.',
    emblem: { motif: 'lantern', ground: blue, body: white, accent: plum, pattern: 'dunes' },
    ageMinutes: 95,
    fate: { peak: 0.33, climbMinutes: 120, holdMinutes: 90_000 },
  },
]

/** Tokens of believe, oldest first. */
export const believeStories: readonly DbcStory[] = [
  {
    symbol: 'MAYBE',
    name: 'Maybe Tomorrow',
    description: 'A plan for the day after this one, kept by people who are quite sure of it every evening.',
    emblem: { motif: 'sun', ground: violet, body: yellow, accent: night, pattern: 'rings' },
    ageMinutes: 690,
    fate: { peak: 0.72, climbMinutes: 400, holdMinutes: 90_000 },
  },
  {
    symbol: 'NUDGE',
    name: 'Gentle Nudge',
    description: 'Somebody answered a post with its name, and by noon it was a token with a harbour of its own.',
    emblem: { motif: 'snail', ground: green, body: plum, accent: sky },
    ageMinutes: 150,
    fate: { peak: 0.24, climbMinutes: 90, holdMinutes: 90_000 },
  },
]
