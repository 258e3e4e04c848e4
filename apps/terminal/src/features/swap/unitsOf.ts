import type { SwapQuote } from '@tern/client'
import { type Address, wrappedNativeMint } from '@tern/core'
import { type SwapToken, solToken } from '../../data/swap/swapTokens.ts'
import { type TokenUnit, unscaled } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'

/** A token's unit and symbol. */
export interface SwapUnit extends TokenUnit {
  readonly symbol: string
}

const tokensIn = (quote: SwapQuote | undefined) =>
  quote?.route.paths.flatMap(({ hops }) => hops.flatMap(({ pool }) => pool.tokens)) ?? []

/** Lists the mints of a route, each once, without SOL. */
export const mintsOf = (quote: SwapQuote | undefined): readonly Address[] => [
  ...new Set(tokensIn(quote).flatMap(({ mint }) => (mint === wrappedNativeMint ? [] : [mint]))),
]

/**
 * Names the tokens of a route: as the page knows them, otherwise by their mint, with the decimals and the scale that were
 * read from the mint. Until these are read, it uses the decimals that the pool states.
 *
 * @param known the chosen tokens, and the server's list.
 * @param read the units of other mints, see `useTokens`.
 */
export function unitsOf(
  quote: SwapQuote | undefined,
  known: readonly Pick<SwapToken, 'mint' | 'symbol' | 'decimals' | 'scale'>[],
  read: ReadonlyMap<string, TokenUnit>,
): (mint: string) => SwapUnit {
  const stated = new Map<string, SwapUnit>(
    tokensIn(quote).map(({ mint, decimals }) => [
      mint,
      { ...(read.get(mint) ?? unscaled(decimals)), symbol: shortAddress(mint) },
    ]),
  )
  const named = new Map<string, SwapUnit>([solToken, ...known].map(token => [token.mint, token]))
  return mint => named.get(mint) ?? stated.get(mint) ?? { ...unscaled(0), symbol: shortAddress(mint) }
}
