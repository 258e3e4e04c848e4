import { queryOptions } from '@tanstack/react-query'
import { type Address, amountScale, associatedTokenAddress, type Mint } from '@tern/core'
import { decodeMints, readableText } from '@tern/core/internal'
import type { TokenUnit } from '../../text/numberText.ts'
import { unitOf } from '../../text/sameName.ts'
import { client } from '../client.ts'
import { tokensQuery } from '../market/tokens.ts'
import { queryClient } from '../queryClient.ts'

/** A token in a wallet's associated account. */
export interface HeldToken extends TokenUnit {
  readonly mint: Address
  readonly symbol: string
  readonly amount: bigint
}

/** Returns the symbol from the server's list, otherwise from the mint. */
const symbolOf = ({ address, extensions }: Mint, listed: string | undefined) =>
  listed ?? unitOf(readableText(extensions.tokenMetadata?.symbol ?? '', 16), address)

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
        const listed = listings.find(listing => listing.mint === mint)?.symbol
        const scale = amountScale(found.extensions, unixTimestamp)
        return [{ mint, symbol: symbolOf(found, listed), decimals: found.decimals, scale, amount }]
      })
      return (await Promise.all(rows)).flat()
    },
    staleTime: 0,
  })
