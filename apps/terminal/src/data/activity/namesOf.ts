import { type Address, wrappedNativeMint } from '@tern/core'
import { inSol, type TokenUnit, unscaled } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import type { KnownTokens } from '../market/useTokens.ts'
import type { Entry } from './useActivity.ts'

/** A token's symbol and unit. */
export interface Named {
  readonly symbol: string
  readonly unit: TokenUnit
}

export type NameOf = (mint: Address) => Named | undefined

/** Names tokens as the server lists them, otherwise by a short form of their mint. Amounts use today's scale. */
export function namesOf(
  { listings, units }: Pick<KnownTokens, 'listings' | 'units'>,
  entries: readonly Entry[],
): NameOf {
  const decimals = new Map(entries.flatMap(({ tokens }) => tokens.map(token => [token.mint, token.decimals] as const)))
  return mint => {
    if (mint === wrappedNativeMint) return { symbol: 'SOL', unit: inSol }
    const listing = listings.get(mint)
    const places = decimals.get(mint)
    const unit = listing ?? units.get(mint) ?? (places === undefined ? undefined : unscaled(places))
    const symbol = listing?.symbol ?? shortAddress(mint)
    return unit && { symbol, unit }
  }
}
