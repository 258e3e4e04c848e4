import { useQueries, useQuery } from '@tanstack/react-query'
import { type Address, amountScale, decodeMint, isTernError } from '@tern/core'
import type { TokenUnit } from '../../text/numberText.ts'
import { client } from '../client.ts'
import type { Listing } from './listing.ts'
import { tokenQuery } from './token.ts'
import { tokensQuery } from './tokens.ts'

/** At most this many tokens that are not on the list are requested by their mints. */
const maxUnlisted = 50

/** The known facts of tokens that may not be on the server's list. */
export interface KnownTokens {
  readonly listings: ReadonlyMap<Address, Listing>
  /** Decimals and scale of tokens that the server does not know, read from their mints. */
  readonly units: ReadonlyMap<Address, TokenUnit>
  /** `true` until the server has answered for every token. */
  readonly isSearching: boolean
}

/** Looks for tokens on the server's list, then by their mints, then on the chain. */
export function useTokens(mints: readonly Address[]): KnownTokens {
  const listed = useQuery(tokensQuery).data
  const all = new Map((listed ?? []).map(listing => [listing.mint, listing]))
  const unlisted = listed === undefined ? [] : mints.filter(mint => !all.has(mint)).slice(0, maxUnlisted)
  const answers = useQueries({
    queries: unlisted.map(mint => ({ ...tokenQuery(mint), refetchInterval: 30_000, staleTime: 15_000 })),
  })
  for (const { data } of answers) if (data) all.set(data.mint, data)
  const unknown = unlisted.filter((mint, i) => answers[i]?.data === null && !all.has(mint))
  const read = useQueries({
    queries: unknown.map(mint => ({
      queryKey: ['unit', mint],
      queryFn: () => readUnit(mint),
      // Decimals never change, but a scale may.
      staleTime: unitMaxAgeMs,
      refetchInterval: unitMaxAgeMs,
    })),
  })
  const units = new Map(unknown.flatMap((mint, i) => (read[i]?.data == null ? [] : [[mint, read[i].data] as const])))
  return {
    listings: all,
    units,
    isSearching: listed === undefined || answers.some(({ isPending }) => isPending),
  }
}

const unitMaxAgeMs = 60_000

/** Returns `null` if the mint does not exist or is not valid. */
async function readUnit(address: Address): Promise<TokenUnit | null> {
  const { chain } = await client()
  try {
    const [accounts, { unixTimestamp }] = await Promise.all([chain.readAccounts([address]), chain.readClock()])
    const { decimals, extensions } = decodeMint(address, accounts.get(address))
    return { decimals, scale: amountScale(extensions, unixTimestamp) }
  } catch (error) {
    if (isTernError(error) && !error.code.startsWith('rpc/')) return null
    throw error
  }
}
