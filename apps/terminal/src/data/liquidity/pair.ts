import { type Address, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'

/** A side of a pool, by its place in the pool's order. */
export type Side = 0 | 1

export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0)

/** Coins that prices are given in, the preferred first. */
const quotes: readonly string[] = [usdcMint, usdtMint, wrappedNativeMint]

/**
 * Orders the tokens of a pair's name: the coin that prices are given in comes last.
 *
 * @example
 * shownOrder([wrappedNativeMint, kite]) // [1, 0]: KITE/SOL
 */
export function shownOrder([mint0, mint1]: readonly [Address, Address]): readonly [Side, Side] {
  const [rank0, rank1] = [quotes.indexOf(mint0), quotes.indexOf(mint1)]
  return rank0 !== -1 && (rank1 === -1 || rank0 < rank1) ? [1, 0] : [0, 1]
}
