import { queryOptions } from '@tanstack/react-query'
import { type Address, amountScale, associatedTokenAddress, type Mint } from '@tern/core'
import { decodeMints, readableText } from '@tern/core/internal'
import type { TokenUnit } from '../../text/numberText.ts'
import { client } from '../client.ts'
import { type Listing, namedBy } from '../market/listing.ts'
import { tokensQuery } from '../market/tokens.ts'
import { queryClient } from '../queryClient.ts'

/** A token in a wallet's associated account. */
export interface HeldToken extends TokenUnit {
  readonly mint: Address
  readonly symbol: string
  /** See `Listing`. */
  readonly posesAs?: NonNullable<Listing['posesAs']>
  readonly amount: bigint
}

type Name = Pick<HeldToken, 'symbol' | 'posesAs'>

/** Returns the name from the server's list, otherwise from the mint. */
const nameOf = ({ address, extensions }: Mint, listed: Name | undefined): Name =>
  listed === undefined
    ? namedBy(readableText(extensions.tokenMetadata?.symbol ?? '', 16), address)
    : { symbol: listed.symbol, ...(listed.posesAs && { posesAs: listed.posesAs }) }

/** Reads every token that can be withdrawn from a wallet, even if this server does not list it. */
export const heldTokensQuery = (owner: Address) =>
  queryOptions({
    queryKey: ['heldTokens', owner],
    queryFn: async (): Promise<readonly HeldToken[]> => {
      const { chain } = await client()
      const held = (await chain.readTokenAccounts(owner)).filter(({ amount }) => amount > 0n)
      const [read, { unixTimestamp }, listings] = await Promise.all([
        chain.readAccounts(held.map(({ mint }) => mint)),
        chain.readClock(),
        queryClient.ensureQueryData(tokensQuery),
      ])
      const { mints } = decodeMints(read)
      const rows = held.map(async ({ address, mint, program, amount }) => {
        const found = mints.get(mint)
        if (found === undefined || address !== (await associatedTokenAddress(owner, mint, program))) return []
        const listed = listings.find(listing => listing.mint === mint)
        const scale = amountScale(found.extensions, unixTimestamp)
        return [{ mint, ...nameOf(found, listed), decimals: found.decimals, scale, amount }]
      })
      return (await Promise.all(rows)).flat()
    },
    staleTime: 0,
  })
