import { type Address, wrappedNativeMint } from '@tern/core'
import { type CountedEffects, shownOf } from '@tern/custody/internal'

/** Messages with the same effects. The form shows only the most expensive message. */
export interface TradeSet {
  readonly dearest: CountedEffects
  readonly count: number
  /** At most a single message can land. Otherwise all may land. */
  readonly isExclusive: boolean
  /** Max lamports that the set may take together. */
  readonly lamports: bigint
  /** Max raw units of each other mint, together. */
  readonly tokens: ReadonlyMap<Address, bigint>
}

const dearer = (a: CountedEffects, b: CountedEffects) => (b.lamports > a.lamports ? b : a)
const sum = (all: readonly CountedEffects[]) => all.reduce((lamports, one) => lamports + one.lamports, 0n)

/** Adds up the tokens of messages. SOL is in their lamports. */
function tokensOf(messages: readonly CountedEffects[]): ReadonlyMap<Address, bigint> {
  const total = new Map<Address, bigint>()
  for (const { trades, placements = [] } of messages)
    for (const { mint, raw } of [
      ...trades.map(({ mintIn, maxIn }) => ({ mint: mintIn, raw: maxIn })),
      ...placements.flatMap(({ takes }) => takes),
    ])
      if (mint !== wrappedNativeMint) total.set(mint, (total.get(mint) ?? 0n) + raw)
  return total
}

/**
 * Groups a request's messages: by nonce if only a single message can land, otherwise by the same trade or deposit.
 * @example
 * setsOf(read).reduce((all, { lamports }) => all + lamports, 0n) // max lamports of the whole request
 */
export function setsOf(read: readonly CountedEffects[]): readonly TradeSet[] {
  const groups = Map.groupBy(read, one => (one.isExclusive ? `by nonce ${one.nonce}` : shownOf(one)))
  return [...groups.values()].map(group => {
    const isExclusive = group.every(one => one.isExclusive)
    const dearest = group.reduce(dearer)
    return {
      dearest,
      count: group.length,
      isExclusive,
      lamports: isExclusive ? dearest.lamports : sum(group),
      tokens: tokensOf(isExclusive ? [dearest] : group),
    }
  })
}

/** Adds up the maxima of all sets. */
export function togetherOf(sets: readonly TradeSet[]): Pick<TradeSet, 'lamports' | 'tokens'> {
  const tokens = new Map<Address, bigint>()
  for (const set of sets) for (const [mint, raw] of set.tokens) tokens.set(mint, (tokens.get(mint) ?? 0n) + raw)
  return { lamports: sets.reduce((all, { lamports }) => all + lamports, 0n), tokens }
}
