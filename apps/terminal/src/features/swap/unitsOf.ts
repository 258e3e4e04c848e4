import type { SwapQuote } from '@tern/client'
import { type SwapToken, solToken } from '../../data/swap/swapTokens.ts'
import { type TokenUnit, unscaled } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'

/** A token's unit and symbol. */
export interface SwapUnit extends TokenUnit {
  readonly symbol: string
}

/**
 * Names the tokens of a route: as the page knows them, otherwise by their mint, with the decimals that their pools state.
 *
 * @param known the chosen tokens, and the server's list.
 */
export function unitsOf(
  quote: SwapQuote | undefined,
  known: readonly Pick<SwapToken, 'mint' | 'symbol' | 'decimals' | 'scale'>[],
): (mint: string) => SwapUnit {
  const tokens = quote?.route.paths.flatMap(({ hops }) => hops.flatMap(({ pool }) => pool.tokens)) ?? []
  const stated = new Map<string, SwapUnit>(
    tokens.map(({ mint, decimals, scale }) => [mint, { decimals, scale, symbol: shortAddress(mint) }]),
  )
  const named = new Map<string, SwapUnit>([solToken, ...known].map(token => [token.mint, token]))
  return mint => named.get(mint) ?? stated.get(mint) ?? { ...unscaled(0), symbol: shortAddress(mint) }
}
