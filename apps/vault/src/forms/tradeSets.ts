import { type CountedEffects, shownOf } from '@tern/custody'

/** Messages with the same trade. The form shows the dearest of them. */
export interface TradeSet {
  readonly dearest: CountedEffects
  readonly count: number
  /** At most a single message can land. Otherwise all may land. */
  readonly isExclusive: boolean
  /** Max lamports that the set may take together. */
  readonly lamports: bigint
}

const dearer = (a: CountedEffects, b: CountedEffects) => (b.lamports > a.lamports ? b : a)
const sum = (all: readonly CountedEffects[]) => all.reduce((lamports, one) => lamports + one.lamports, 0n)

/**
 * Groups a request's messages: by nonce if only a single message can land, otherwise by the same trade.
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
    }
  })
}
