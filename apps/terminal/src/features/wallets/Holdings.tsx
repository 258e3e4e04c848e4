import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { holdingsQuery } from '../../data/holdings.ts'
import { type Listing, worthLamports } from '../../data/listing.ts'
import { tokenQuery } from '../../data/token.ts'
import { tokensQuery } from '../../data/tokens.ts'
import { Amount, Price, Skeleton, Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'

const mostUnlisted = 20

/** The tokens of an address that this server lists, with what they are worth at the pool's price. */
export function Holdings({ address }: { address: Address }) {
  const held = useQuery(holdingsQuery(address))
  const listings = useQuery(tokensQuery).data
  const mints = listings === undefined ? [] : (held.data ?? []).map(({ mint }) => mint)
  const { found, isSearching } = useUnlisted(mints, listings ?? [])
  const rows = (held.data ?? []).flatMap(({ mint, amount }) => {
    const listing = [...(listings ?? []), ...found].find(one => one.mint === mint)
    return listing === undefined ? [] : [{ listing, amount }]
  })
  const unlisted = (held.data?.length ?? 0) - rows.length
  return (
    <section className="card" aria-labelledby="holdings">
      <header>
        <h2 id="holdings">Tokens</h2>
      </header>
      {held.error !== null && held.data === undefined ? (
        <div className="card-body" role="alert">
          <p className="hint bad">Your tokens could not be read from the chain.</p>
          <div className="button-row">
            <Button onClick={() => void held.refetch()}>Try now</Button>
          </div>
        </div>
      ) : held.data === undefined || listings === undefined || (rows.length === 0 && isSearching) ? (
        <div className="card-body">
          <Skeleton width={240} />
        </div>
      ) : held.data.length === 0 ? (
        <div className="empty">
          <h2>No tokens yet</h2>
          <p>Tokens that you buy appear here.</p>
          <Link to="/discover" className="button">
            Open Discover
          </Link>
        </div>
      ) : rows.length === 0 ? null : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col">Amount</th>
              <th scope="col" className="desk-only">
                Price SOL
              </th>
              <th scope="col">Worth SOL</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ listing, amount }) => (
              <HoldingRow key={listing.mint} listing={listing} amount={amount} />
            ))}
          </tbody>
        </table>
      )}
      {unlisted > 0 && listings !== undefined && !isSearching ? (
        <p className="hint holdings-note">
          {rows.length > 0 ? 'And' : 'You hold'} {unlisted} that this server has no pool for.
        </p>
      ) : null}
    </section>
  )
}

interface Unlisted {
  readonly found: readonly Listing[]
  /** Whether some have not been answered for yet. */
  readonly isSearching: boolean
}

/** Tokens that are not on the list any more are asked for by their mints, once, so many at most. */
function useUnlisted(mints: readonly Address[], listings: readonly Listing[]): Unlisted {
  const unlisted = mints.filter(mint => !listings.some(listing => listing.mint === mint)).slice(0, mostUnlisted)
  const answers = useQueries({
    queries: unlisted.map(mint => ({ ...tokenQuery(mint), refetchInterval: false as const, staleTime: 60_000 })),
  })
  return {
    found: answers.flatMap(({ data }) => data ?? []),
    isSearching: answers.some(({ isPending }) => isPending),
  }
}

function HoldingRow({ listing, amount }: { listing: Listing; amount: bigint }) {
  return (
    <tr>
      <td>
        <Link to="/t/$mint" params={{ mint: listing.mint }} className="holding">
          <Picture source={listing.picture} symbol={listing.symbol} size={24} />
          <b className="strong">{listing.symbol}</b>
        </Link>
      </td>
      <td>
        <Amount raw={amount} decimals={listing.decimals} digits="whole" />
      </td>
      <td className="desk-only">
        <Price price={listing.price} zeros="keep" />
      </td>
      <td>
        <Sol lamports={worthLamports(amount, listing.price, listing.decimals)} digits={{ fraction: 5 }} />
      </td>
    </tr>
  )
}
