import { defaultKeys, type KeyMap } from '../keys/keyActions.ts'

/**
 * Fees of a preset, in lamports on top of the network's base fee: for the block's leader, and for the provider.
 * `auto`: the terminal chooses.
 */
export type PresetFee =
  | { readonly kind: 'auto' }
  | { readonly kind: 'manual'; readonly priorityFee: bigint; readonly bribeFee: bigint }

/** Providers that send trades for a tip, by the specification's names. */
export const tippedProviders = ['jito', 'bloxroute', 'helius', '0slot', 'temporal'] as const
export type TippedProvider = (typeof tippedProviders)[number]

/** Named settings for trading. */
export interface Preset {
  readonly name: string
  /** Four amounts in lamports. */
  readonly buyAmounts: readonly bigint[]
  /** Four shares of the holding, in basis points. */
  readonly sellShares: readonly number[]
  readonly slippageBps: { readonly buy: number; readonly sell: number }
  readonly fee: PresetFee
  readonly mevProtection: boolean
}

/** A named filter of a list on Discover. */
export interface FilterSet {
  readonly name: string
  /** The filter as in Discover's address. */
  readonly filter: string
}

/** The settings that a person can choose in the terminal. None is secret. */
export interface Settings {
  readonly theme: 'system' | 'dark' | 'light'
  readonly colours: 'harbour' | 'high-separation' | 'classic' | 'red-up'
  readonly density: 'comfortable' | 'compact'
  readonly motion: 'system' | 'reduced'
  /** With `on`, a tone sounds for the outcome of a trade. */
  readonly sounds: 'off' | 'on'
  readonly presets: readonly [Preset, Preset, Preset]
  readonly chosenPreset: 0 | 1 | 2
  /** Lamports that a quick buy spends. */
  readonly quickBuy: bigint
  /** Providers that trades may use and tip, if the server sends through them. Each once. */
  readonly providers: readonly TippedProvider[]
  /** If `armable`, Instant disarms itself after this many minutes without use. */
  readonly instant: { readonly kind: 'off' } | { readonly kind: 'armable'; readonly idleMinutes: number }
  /** Each name once, in the order of saving. */
  readonly filterSets: readonly FilterSet[]
  /** Height in pixels of the positions below a chart. */
  readonly dockHeight: number
  /** Mints, the latest last. */
  readonly starred: readonly string[]
  readonly keys: KeyMap
}

export const maxPresetNameLength = 12
export const dockHeights = { min: 120, max: 420 } as const
export const maxStarred = 200
export const maxFilterSets = 20
export const maxFilterSetNameLength = 24
export const maxFilterLength = 600
export const idleMinuteChoices = [5, 10, 30, 60] as const

const buyAmounts = [100_000_000n, 250_000_000n, 500_000_000n, 1_000_000_000n]
const sellShares = [2_500, 5_000, 7_500, 10_000]
const amounts = { buyAmounts, sellShares, mevProtection: true }

/** The settings of a new browser. A manual bribe is 3/7 of the priority fee, like an automatic bribe. */
export const standardSettings: Settings = {
  theme: 'system',
  colours: 'harbour',
  density: 'comfortable',
  motion: 'system',
  sounds: 'off',
  presets: [
    { ...amounts, name: 'Calm', slippageBps: { buy: 100, sell: 100 }, fee: { kind: 'auto' } },
    {
      ...amounts,
      name: 'Fast',
      slippageBps: { buy: 500, sell: 500 },
      fee: { kind: 'manual', priorityFee: 1_000_000n, bribeFee: 428_571n },
    },
    {
      ...amounts,
      name: 'Snipe',
      slippageBps: { buy: 1_500, sell: 1_500 },
      fee: { kind: 'manual', priorityFee: 5_000_000n, bribeFee: 2_142_857n },
    },
  ],
  chosenPreset: 0,
  quickBuy: 100_000_000n,
  // The specification's fastest router for a browser.
  providers: ['jito'],
  instant: { kind: 'armable', idleMinutes: 10 },
  filterSets: [],
  dockHeight: 190,
  starred: [],
  keys: defaultKeys,
}
