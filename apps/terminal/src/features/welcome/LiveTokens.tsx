import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Listing, solPerToken } from '../../data/market/listing.ts'
import { useTicker } from '../../data/market/liveTrades.ts'
import { tokensQuery } from '../../data/market/tokens.ts'
import { errorText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { Percent, Price, Skeleton } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Failed, PageState } from '../../ui/PageState.tsx'
import { Picture } from '../../ui/Picture.tsx'

/** The number of tokens in the list. */
const shown = 10

/** The busiest tokens, live, on the first page. */
export function LiveTokens() {
  const { data, error, refetch } = useQuery(tokensQuery)
  const busiest = [...(data ?? [])]
    .sort((a, b) => Number(b.volume5mLamports - a.volume5mLamports || b.volume24hLamports - a.volume24hLamports))
    .slice(0, shown)
    .sort((a, b) => a.symbol.localeCompare(b.symbol))
  return (
    <section className="card" aria-labelledby="now">
      <header>
        <h2 id="now" className="card-title">
          Trading right now
        </h2>
        <span className="spacer" />
        <span className="caption">Price SOL · 5m</span>
      </header>
      {data === undefined && error !== null ? (
        <Failed title="Could not load the list" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {withNextStep(errorText(error))}
        </Failed>
      ) : data?.length === 0 ? (
        <PageState sign="filter" title="No tokens yet">
          Tokens appear here once the server finds their pools.
        </PageState>
      ) : null}
      <ul className="live-tokens" hidden={data === undefined ? error !== null : data.length === 0}>
        {data === undefined
          ? Array.from({ length: shown }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
              <li key={row} aria-hidden="true">
                <Skeleton width={120} />
              </li>
            ))
          : busiest.map(listing => <LiveToken key={listing.mint} listing={listing} />)}
      </ul>
      {data === undefined || data.length === 0 ? null : (
        <Link to="/discover" className="live-all">
          Browse all {data.length} tokens without a wallet
        </Link>
      )}
    </section>
  )
}

function LiveToken({ listing }: { listing: Listing }) {
  const ticker = useTicker(listing.mint)
  const price = ticker === undefined ? listing.price : solPerToken(ticker.price, listing)
  return (
    <li>
      <Link to="/t/$mint" params={{ mint: listing.mint }}>
        <Picture source={listing.picture} symbol={listing.symbol} />
        <span className="live-name">
          <b>{listing.symbol}</b>
          <span className="caption">{listing.name}</span>
        </span>
        <span className="strong">
          <Price price={price} zeros="keep" />
        </span>
        <span className="live-change">
          <Percent bps={listing.change5mBps} />
        </span>
      </Link>
    </li>
  )
}
