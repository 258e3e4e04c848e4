import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Address, amountScale, TernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import { decodeMints, readableText } from '@tern/core/internal'
import { type AmountUnit, solUnit } from '../../text/typed.ts'
import { client } from '../client.ts'
import { type Listing, namedBy } from '../market/listing.ts'
import { tokensQuery } from '../market/tokens.ts'

/** A token to swap. SOL is its wrapped mint. */
export interface SwapToken extends AmountUnit {
  readonly mint: Address
  /** The token program that the mint belongs to. */
  readonly program: Address
  readonly name: string
  readonly picture: string | null
  /** See `Listing`. */
  readonly posesAs?: NonNullable<Listing['posesAs']>
  /** The market that the server lists; `undefined` for SOL and unlisted tokens. */
  readonly market?: Pick<Listing, 'protocol' | 'pool'>
}

/** A file of the terminal: the server has no picture of SOL. */
export const solPicture = '/sol.svg'

export const solToken: SwapToken = {
  ...solUnit,
  ...{ mint: wrappedNativeMint, program: tokenProgram, name: 'Solana', picture: solPicture },
}

export const listedToken = (listing: Listing): SwapToken => {
  const { mint, symbol, decimals, scale, program, name, picture, posesAs, protocol, pool } = listing
  const shown = { mint, symbol, decimals, scale, program, name, picture, ...(posesAs && { posesAs }) }
  return { ...shown, market: { protocol, pool } }
}

/** Reads a token that the server does not list, from its mint. */
export const mintQuery = (mint: Address) =>
  queryOptions({
    queryKey: ['swapToken', mint],
    queryFn: async (): Promise<SwapToken> => {
      const { chain } = await client()
      const [read, { unixTimestamp }] = await Promise.all([chain.readAccounts([mint]), chain.readClock()])
      const { mints, refused } = decodeMints(read)
      const found = mints.get(mint)
      if (found === undefined) throw refused.get(mint) ?? new TernError('token/accountNotFound', { address: mint })
      const { decimals, extensions, program } = found
      const metadata = extensions.tokenMetadata
      return {
        ...{ mint, decimals, program, picture: null },
        ...namedBy(readableText(metadata?.symbol ?? '', 16), mint),
        name: readableText(metadata?.name ?? '', 32),
        scale: amountScale(extensions, unixTimestamp),
      }
    },
    retry: false,
    staleTime: 60_000,
  })

/** Returns a token by its mint; `undefined` while it is not known. `error` says why it cannot be read. */
export function useSwapToken(mint: Address | undefined): { readonly token?: SwapToken; readonly error?: unknown } {
  const { data: listings } = useQuery(tokensQuery)
  const listing = listings?.find(one => one.mint === mint)
  const isSol = mint === wrappedNativeMint
  const { data, error } = useQuery({
    ...mintQuery(mint ?? wrappedNativeMint),
    enabled: mint !== undefined && !isSol && listings !== undefined && listing === undefined,
  })
  if (mint === undefined) return {}
  if (isSol) return { token: solToken }
  if (listing !== undefined) return { token: listedToken(listing) }
  return data === undefined ? (error === null ? {} : { error }) : { token: data }
}
