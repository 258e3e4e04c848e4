import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usd1Mint, usdcMint } from '@tern/core'
import type { ReactNode } from 'react'
import { otherMarketsQuery } from '../../data/market/otherMarkets.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PageState } from '../../ui/PageState.tsx'

const names: Readonly<Record<string, string>> = { [usdcMint]: 'USDC', [usd1Mint]: 'USD1' }

/** Joins names, each once, in their order. */
const listed = (all: readonly string[]) => new Intl.ListFormat('en-GB').format(new Set(all))

/**
 * Explains why a token has no page: it does not trade against SOL, or the server does not know it. Shows `waiting`
 * meanwhile.
 */
export function NotListed({ mint, waiting }: { readonly mint: string; readonly waiting: ReactNode }) {
  const { data: others = [], isLoading } = useQuery(otherMarketsQuery(mint))
  if (isLoading) return waiting
  const address = <span className="mono">{mint.slice(0, 60)}</span>
  if (others.length === 0)
    return (
      <State title="Token not found">
        This server found no pool for {address}. Check the address, or pick a token on Discover.
      </State>
    )
  const quotes = listed(others.map(({ quoteMint }) => names[quoteMint] ?? shortAddress(quoteMint)))
  return (
    <State title={`Trades against ${quotes} only`}>
      {address} trades against {quotes}, on {listed(others.map(({ protocol }) => protocol))}. Tern trades against SOL
      only, so you cannot buy or sell it here yet.
    </State>
  )
}

function State({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <PageState
      sign="box"
      title={title}
      heading="h1"
      action={
        <Link to="/discover" className={buttonClass({})}>
          Open Discover
        </Link>
      }
    >
      {children}
    </PageState>
  )
}
