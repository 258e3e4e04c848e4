export const poolColumns = ['liquidity', 'volume', 'fees', 'apr', 'fee'] as const
export type PoolColumn = (typeof poolColumns)[number]

const poolTypes = ['concentrated', 'standard', 'stable'] as const
const poolWindows = ['week', 'month'] as const

/** The list's settings in the URL: a search, a type, a period and an order. A missing value is the default. */
export interface PoolsSearch {
  /** Words, a mint or a pool's address. */
  readonly find?: string
  /** Unset: all types. */
  readonly type?: (typeof poolTypes)[number]
  /** The period of volume, fees and APR. Unset: a day. */
  readonly window?: (typeof poolWindows)[number]
  /** A minus means descending. Unset: the largest liquidity first. */
  readonly sort?: PoolColumn | `-${PoolColumn}`
}

/** A search may hold a whole address. */
const maxLetters = 100

/** Parses the URL's parameters. Unknown values are dropped. */
export function parsePoolsSearch({ find, type, window, sort }: Record<string, unknown>): PoolsSearch {
  const text = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, maxLetters) : ''
  const knownType = poolTypes.find(one => one === type)
  const knownWindow = poolWindows.find(one => one === window)
  const sorted = poolColumns.flatMap(one => [one, `-${one}`] as const).find(one => one === sort)
  return {
    ...(text.trim() !== '' && { find: text }),
    ...(knownType !== undefined && { type: knownType }),
    ...(knownWindow !== undefined && { window: knownWindow }),
    ...(sorted !== undefined && sorted !== '-liquidity' && { sort: sorted }),
  }
}
