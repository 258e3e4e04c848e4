import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lookKeys, type Namesake } from '../../text/sameName.ts'
import type { Listing } from './listing.ts'
import { tokensQuery } from './tokens.ts'

type Named = Pick<Listing, 'mint' | 'symbol' | 'posesAs'>

/** Finds another token with the same name, or `undefined`. */
export type NamesakeOf = (token: Named) => Namesake | undefined

/**
 * Looks for tokens with one name: a coin first, otherwise the other listed token with the highest volume in 24 hours.
 * Two listed tokens are each other's namesakes, because nothing shows their order.
 */
export function namesakesIn(listings: readonly (Named & Pick<Listing, 'volume24hLamports'>)[]): NamesakeOf {
  const busiest = [...listings]
    .sort((a, b) => Number(b.volume24hLamports - a.volume24hLamports))
    .map(({ mint, symbol }) => ({ mint, symbol, keys: lookKeys(symbol) }))
  return ({ mint, symbol, posesAs }) => {
    if (posesAs !== undefined) return posesAs.coin
    const own = lookKeys(symbol)
    return busiest.find(other => other.mint !== mint && other.keys.some(key => own.includes(key)))
  }
}

/** Looks among the tokens that the server lists. */
export function useNamesakes(): NamesakeOf {
  const { data } = useQuery(tokensQuery)
  return useMemo(() => namesakesIn(data ?? []), [data])
}
