import type { CountedEffects } from '@tern/custody'

/** Messages that trade the same, as the form shows them: the dearest stands for all. */
export interface TradeSet {
  readonly dearest: CountedEffects
  readonly count: number
  /** One of them at most can land. Otherwise all may. */
  readonly isExclusive: boolean
  /** What they may take together, in lamports. */
  readonly lamports: bigint
}

const dearer = (a: CountedEffects, b: CountedEffects) => (b.lamports > a.lamports ? b : a)
const sum = (all: readonly CountedEffects[]) => all.reduce((lamports, one) => lamports + one.lamports, 0n)

/** What a person is shown of a message beside what it pays the network, a provider and for accounts. */
const alikeKey = ({ trades, feeLamports, closes = [], referralCode = '' }: CountedEffects) =>
  [
    ...trades.map(({ mintIn, mintOut, mostIn, leastOut }) => `${mintIn} ${mintOut} ${mostIn} ${leastOut}`),
    ...[feeLamports, referralCode, ...closes],
  ].join()

/**
 * The messages of a request in sets: those of one nonce, of which one lands, and others that trade the same.
 * @example
 * setsOf(read).reduce((all, { lamports }) => all + lamports, 0n) // what the request may take, in lamports
 */
export function setsOf(read: readonly CountedEffects[]): readonly TradeSet[] {
  const groups = Map.groupBy(read, one => (one.isExclusive ? `by nonce ${one.nonce}` : alikeKey(one)))
  return [...groups.values()].map(group => {
    const isExclusive = group.every(one => one.isExclusive)
    const most = group.reduce(dearer)
    return {
      dearest: most,
      count: group.length,
      isExclusive,
      lamports: isExclusive ? most.lamports : sum(group),
    }
  })
}
