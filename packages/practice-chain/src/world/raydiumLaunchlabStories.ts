import { blue, cream, forest, green, mint, night, orange, pink, plum, sky, white, yellow } from './colours.ts'
import type { Fate } from './launches/fate.ts'
import type { Told } from './worldVenue.ts'

/** A LaunchLab token. */
export interface LaunchlabStory extends Told {
  /** The launchpad: Raydium's own, or LetsBonk. */
  readonly platform: 'raydium' | 'bonk'
  /** The launching instruction: `v2` makes an SPL mint, `token2022` a Token-2022 mint. */
  readonly launch: 'v2' | 'token2022'
  /** The token's transfer fee, for Token-2022 only. Unset: no fee. */
  readonly transferFeeBps?: number
  /** Its age at the beginning of the world. */
  readonly ageMinutes: number
  readonly fate: Fate
}

/** The LaunchLab tokens of a seeded world, oldest first. */
export const launchlabStories: readonly LaunchlabStory[] = [
  {
    symbol: 'LARK',
    name: 'Morning Lark',
    description: 'Up before the market, back in bed before the crash, and unbearable about both at breakfast.',
    emblem: { motif: 'bird', ground: sky, body: plum, accent: yellow, pattern: 'rays' },
    platform: 'raydium',
    launch: 'v2',
    ageMinutes: 700,
    fate: { peak: 0.55, climbMinutes: 500, holdMinutes: 90_000 },
  },
  {
    symbol: 'ENCORE',
    name: 'One More Song',
    description: 'The lights are on, the band has gone home, and the audience is still clapping in the right key.',
    emblem: { motif: 'flame', ground: cream, body: orange, accent: night, pattern: 'rings' },
    platform: 'bonk',
    launch: 'token2022',
    ageMinutes: 390,
    fate: { peak: 1.25, climbMinutes: 350, holdMinutes: 60 },
  },
  {
    symbol: 'BISKT',
    name: 'Biscuit Tin',
    description: 'Opened for a biscuit and full of sewing things since before anybody here was born.',
    emblem: { motif: 'cat', ground: forest, body: cream, accent: pink },
    platform: 'bonk',
    launch: 'token2022',
    transferFeeBps: 100,
    ageMinutes: 260,
    fate: { peak: 0.7, climbMinutes: 240, holdMinutes: 90_000 },
  },
  {
    symbol: 'RUNG',
    name: 'Last Rung',
    description: 'One step from the roof, holding a kite, and quite sure that the ladder was longer yesterday.',
    emblem: { motif: 'kite', ground: blue, body: white, accent: green, pattern: 'corner' },
    platform: 'bonk',
    launch: 'v2',
    ageMinutes: 57,
    fate: { peak: 1.25, climbMinutes: 100, holdMinutes: 60 },
  },
  {
    symbol: 'MINTY',
    name: 'After Eleven',
    description: 'Thin, cool and gone one at a time, each of them the last, until the box is only paper.',
    emblem: { motif: 'leaf', ground: night, body: mint, accent: white, pattern: 'dunes' },
    platform: 'raydium',
    launch: 'token2022',
    ageMinutes: 12,
    fate: { peak: 0.4, climbMinutes: 30, holdMinutes: 150 },
  },
]
