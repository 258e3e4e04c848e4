import { isTernError, parseAmount, token2022Program } from '@tern/core'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { type Listing, ownSymbol, worthLamports } from '../../data/market/listing.ts'
import { isLiquidityKept } from '../../data/market/mintChecks.ts'
import { plainDecimal, unscaled } from '../../text/numberText.ts'

/** A listing with its star, and with the token's facts from the chain if a filter needs them. Unset facts are unknown. */
export interface Filtered extends Listing {
  readonly facts?: TokenFactsRow | null | undefined
  readonly isStarred?: boolean
}

/** A range with inclusive bounds. An unset bound limits nothing. */
export interface Range {
  readonly min?: bigint
  readonly max?: bigint
}

/** A quantity to filter tokens by. Raw values: seconds, lamports, a count, parts per million. */
interface Quantity {
  readonly unit: keyof typeof units
  /** `null` means unknown, and an unknown value lies in no range. */
  readonly of: (listing: Filtered, nowSeconds: number) => bigint | null
}

const magnitudes = { K: 3, M: 6, B: 9 } as const
const durations = { d: 86_400n, h: 3_600n, m: 60n, s: 1n } as const

/** How a quantity is typed and written: `24h`, `50K`, `12`, `70%`. */
const units = {
  duration: {
    parse(text: string) {
      const [, count, unit = 's'] = /^(\d+)([smhd])?$/.exec(text) ?? []
      return count === undefined ? undefined : BigInt(count) * durations[unit as keyof typeof durations]
    },
    format(seconds: bigint) {
      const [unit, size] = Object.entries(durations).find(([, one]) => seconds > 0n && seconds % one === 0n) ?? [
        's',
        1n,
      ]
      return `${seconds / size}${unit}`
    },
  },
  sol: {
    parse: (text: string) => parseScaled(text, 9),
    format: (raw: bigint) => formatScaled(raw, 9),
  },
  count: {
    parse: (text: string) => parseScaled(text, 0),
    format: (raw: bigint) => formatScaled(raw, 0),
  },
  percent: {
    parse: (text: string) => parseScaled(text.replace(/%$/, ''), 4),
    format: (ppm: bigint) => plainDecimal(ppm, unscaled(4)),
  },
} as const

function parseScaled(text: string, decimals: number): bigint | undefined {
  const [, digits, magnitude] = /^([\d.]+)([KMB])?$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const shift = magnitude === undefined ? 0 : magnitudes[magnitude.toUpperCase() as keyof typeof magnitudes]
  try {
    return parseAmount(digits, decimals + shift)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

function formatScaled(raw: bigint, decimals: number): string {
  const [magnitude, shift] = Object.entries(magnitudes).findLast(
    ([, zeros]) =>
      raw > 0n && raw % 10n ** BigInt(decimals + zeros - 1) === 0n && raw >= 10n ** BigInt(decimals + zeros),
  ) ?? ['', 0]
  return `${plainDecimal(raw, unscaled(decimals + shift))}${magnitude}`
}

const ppmOf = (ppm: number | null | undefined) => (ppm == null ? null : BigInt(ppm))

/** The quantities with a range, in the order of the form. */
export const quantities = {
  age: {
    unit: 'duration',
    of: ({ createdAtSeconds }, now) =>
      createdAtSeconds === null ? null : BigInt(Math.max(0, Math.floor(now - createdAtSeconds))),
  },
  cap: {
    unit: 'sol',
    of: token => worthLamports(token.supply, token.price, token),
  },
  liquidity: { unit: 'sol', of: listing => listing.liquidityLamports },
  volume: { unit: 'sol', of: listing => listing.volume24hLamports },
  trades: { unit: 'count', of: ({ buys5m, sells5m }) => BigInt(buys5m + sells5m) },
  buys: { unit: 'count', of: ({ buys5m }) => BigInt(buys5m) },
  sells: { unit: 'count', of: ({ sells5m }) => BigInt(sells5m) },
  curve: { unit: 'percent', of: ({ curve }) => (curve === null ? null : BigInt(curve.progressPpm)) },
  top10: { unit: 'percent', of: ({ facts }) => ppmOf(facts?.largestPpm) },
  dev: { unit: 'percent', of: ({ facts }) => ppmOf(facts?.creatorPpm) },
  fee: {
    unit: 'percent',
    of: ({ transferFeeBps }) => BigInt(transferFeeBps ?? 0) * 100n,
  },
} as const satisfies Record<string, Quantity>

export type QuantityName = keyof typeof quantities
export const quantityNames = Object.keys(quantities) as readonly QuantityName[]

/** The yes-or-no conditions. */
export const conditions = {
  starred: ({ isStarred }: Filtered) => isStarred === true,
  mint: ({ mintAuthority }: Listing) => mintAuthority === null,
  freeze: ({ freezeAuthority }: Listing) => freezeAuthority === null,
  burned: ({ facts }: Filtered) => isLiquidityKept(facts),
  feeless: ({ transferFeeBps }: Listing) => !transferFeeBps,
  picture: ({ picture }: Listing) => picture !== null,
  token2022: ({ program }: Listing) => program === token2022Program,
  classic: ({ program }: Listing) => program !== token2022Program,
} as const

export type Condition = keyof typeof conditions
export const conditionNames = Object.keys(conditions) as readonly Condition[]

/** A filter. An empty filter keeps every token. */
export interface Filter {
  /** Unset means every protocol. */
  readonly protocols?: readonly string[]
  readonly ranges?: { readonly [Q in QuantityName]?: Range }
  readonly conditions?: readonly Condition[]
  /** If set, the symbol or the name must contain any of these words. Lower case. */
  readonly shownWords?: readonly string[]
  /** The symbol and the name must contain no such word. Lower case. */
  readonly hiddenWords?: readonly string[]
}

/** Counts the conditions of a filter. */
export function filterSize({ ranges = {}, ...lists }: Filter): number {
  const bounds = Object.values(ranges).reduce((sum, range) => sum + Object.keys(range).length, 0)
  return Object.values(lists).reduce((sum, list) => sum + list.length, bounds)
}

/** Tests if a filter needs facts from the chain that a listing lacks. */
export const needsFacts = ({ ranges = {}, conditions = [] }: Filter): boolean =>
  ranges.top10 !== undefined || ranges.dev !== undefined || conditions.includes('burned')

/** Tests if a token passes a filter. An unknown value fails its condition. */
export function isLeft(listing: Filtered, filter: Filter, nowSeconds: number): boolean {
  const { protocols, ranges = {}, conditions: wanted = [], shownWords, hiddenWords = [] } = filter
  if (protocols !== undefined && !protocols.includes(listing.protocol)) return false
  if (!wanted.every(name => conditions[name](listing))) return false
  for (const name of quantityNames) {
    const range = ranges[name]
    if (range === undefined) continue
    const value = quantities[name].of(listing, nowSeconds)
    if (value === null) return false
    if (range.min !== undefined && value < range.min) return false
    if (range.max !== undefined && value > range.max) return false
  }
  const words = `${ownSymbol(listing)} ${listing.name}`.toLowerCase()
  const isIn = (word: string) => words.includes(word)
  return !hiddenWords.some(isIn) && shownWords?.some(isIn) !== false
}

/** Parses a typed bound; `undefined` if the text is not one. */
export const parseBound = (name: QuantityName, text: string): bigint | undefined =>
  units[quantities[name].unit].parse(text.trim())

export const formatBound = (name: QuantityName, bound: bigint): string => units[quantities[name].unit].format(bound)

/** Parses words between commas: lower case, without repeats, 20 at most. */
export function parseWords(text: string): readonly string[] {
  const words = text.split(',').map(word => word.trim().toLowerCase())
  return [...new Set(words.filter(word => word !== ''))].slice(0, 20)
}

/** Changes a part of a filter. Empty parts are dropped, so that equal filters have equal texts. */
export function changeFilter(filter: Filter, change: { readonly [K in keyof Filter]?: Filter[K] | undefined }): Filter {
  const { protocols = [], ranges = {}, conditions = [], shownWords = [], hiddenWords = [] } = { ...filter, ...change }
  const set = Object.fromEntries(Object.entries(ranges).filter(([, range]) => Object.keys(range).length > 0))
  return {
    ...(protocols.length > 0 && { protocols }),
    ...(Object.keys(set).length > 0 && { ranges: set }),
    ...(conditions.length > 0 && { conditions }),
    ...(shownWords.length > 0 && { shownWords }),
    ...(hiddenWords.length > 0 && { hiddenWords }),
  }
}

/**
 * Writes a filter for the URL: `age:..24h;cap:50K..;on:pumpamm,pumpfun;mint;has:kite;no:elon,2.0`. Words lose `;` and
 * `,`.
 */
export function formatFilter(filter: Filter): string {
  const { protocols = [], ranges = {}, conditions = [], shownWords = [], hiddenWords = [] } = filter
  const words = (name: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${name}:${list.map(word => word.replaceAll(/[;,]/g, ' ').trim()).join(',')}`]
  const bound = (name: QuantityName, value: bigint | undefined) => (value === undefined ? '' : formatBound(name, value))
  return [
    ...quantityNames.flatMap(name => {
      const range = ranges[name]
      return range === undefined ? [] : [`${name}:${bound(name, range.min)}..${bound(name, range.max)}`]
    }),
    ...(protocols.length > 0 ? [`on:${protocols.join(',')}`] : []),
    ...conditions,
    ...words('has', shownWords),
    ...words('no', hiddenWords),
  ].join(';')
}

/** Reads a text of `formatFilter`; parts that it cannot have written are dropped. */
export function parseFilter(text: string): Filter {
  let filter: Filter = {}
  for (const part of text.split(';')) {
    const [name = '', value = ''] = splitOnce(part, ':')
    const quantity = quantityNames.find(one => one === name)
    const condition = conditionNames.find(one => one === part)
    if (quantity !== undefined)
      filter = changeFilter(filter, { ranges: { ...filter.ranges, [quantity]: parseRange(quantity, value) } })
    else if (condition !== undefined)
      filter = changeFilter(filter, { conditions: [...new Set([...(filter.conditions ?? []), condition])] })
    else if (name === 'on')
      filter = changeFilter(filter, { protocols: value.split(',').filter(one => /^[a-z0-9_]{2,32}$/.test(one)) })
    else if (name === 'has') filter = changeFilter(filter, { shownWords: parseWords(value) })
    else if (name === 'no') filter = changeFilter(filter, { hiddenWords: parseWords(value) })
  }
  return filter
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

function parseRange(name: QuantityName, text: string): Range {
  const [low = '', high = ''] = splitOnce(text, '..')
  const [min, max] = [parseBound(name, low), parseBound(name, high)]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
