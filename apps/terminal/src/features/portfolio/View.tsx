import { getRouteApi, Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { useEffect } from 'react'
import { useNetwork } from '../../data/network.ts'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { getPracticeSol } from '../../data/wallets/practiceSol.ts'
import { session } from '../../data/wallets/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { Unloaded } from '../../ui/Unloaded.tsx'
import { Calendar } from './Calendar.tsx'
import { Holdings } from './Holdings.tsx'
import { Liquidity } from './Liquidity.tsx'
import { ReclaimRent } from './ReclaimRent.tsx'
import { Referral } from './Referral.tsx'
import { Summary } from './Summary.tsx'
import { type PortfolioSearch, parsePortfolioSearch } from './search.ts'
import type { usePortfolio } from './usePortfolio.ts'
import { useWholePortfolio } from './useWholePortfolio.ts'
import { WrapSol } from './WrapSol.tsx'
import './portfolio.css'

const route = getRouteApi('/portfolio')

/** The Portfolio page: holdings, net worth and profit. */
export function PortfolioView() {
  const current = useStore(session)
  useEffect(() => {
    document.title = 'Portfolio · Tern'
  }, [])
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  const { address, wallets } = current
  const name = wallets.find(wallet => wallet.address === address)?.label ?? 'Wallet'
  return (
    <Portfolio
      key={address}
      address={address}
      name={name}
      owner={current.status === 'unlocked' ? current.owner : undefined}
    />
  )
}

type Props = Pick<Parameters<typeof ReclaimRent>[0], 'address' | 'name' | 'owner'>

function Portfolio({ address, name, owner }: Props) {
  const portfolio = useWholePortfolio(address)
  // The router also passes parameters that this page does not know; parsing drops them.
  const search = parsePortfolioSearch(route.useSearch())
  const navigate = route.useNavigate()
  const onSearch = (change: { readonly [K in keyof PortfolioSearch]: unknown }) =>
    void navigate({ search: before => parsePortfolioSearch({ ...before, ...change }), replace: true })
  const { rows, failure, retry } = portfolio
  if (failure !== undefined) return <Unloaded what="your wallet" error={failure} onRetry={retry} />
  const isEmpty = rows !== undefined && portfolio.entries?.length === 0 && rows.every(({ amount }) => amount === 0n)
  const isStale = portfolio.staleSince !== undefined
  return (
    <div className="page-body portfolio">
      <Notes portfolio={portfolio} />
      <div className="portfolio-top">
        <Summary
          name={name}
          portfolio={portfolio}
          span={search.window ?? 'month'}
          onSpan={window => onSearch({ window })}
        />
        <Calendar sales={portfolio.profit?.sales} firstSeconds={portfolio.firstSeconds} />
      </div>
      {isEmpty ? (
        <Nothing address={address} />
      ) : (
        <Holdings rows={rows} closed={portfolio.sold} isStale={isStale} search={search} onSearch={onSearch} />
      )}
      <Liquidity rows={portfolio.liquidity} />
      <WrapSol address={address} owner={owner} />
      <ReclaimRent address={address} name={name} owner={owner} />
      <Referral address={address} />
    </div>
  )
}

/** Warns if the figures below are old or incomplete. */
function Notes({ portfolio }: { portfolio: ReturnType<typeof usePortfolio> }) {
  const now = useNow()
  const { staleSince, isBehind, isCut, activityError, entries, retry } = portfolio
  const again = (
    <Button size="small" onClick={retry}>
      Try now
    </Button>
  )
  if (staleSince !== undefined)
    return (
      <Banner kind="caution" place="inset" end={again}>
        Balances are {ageWords(now - staleSince / 1000)} old: the refresh failed.
      </Banner>
    )
  if (activityError !== null)
    return (
      <Banner kind="caution" place="inset" end={again}>
        Could not load your transactions, so profits may be out of date.
      </Banner>
    )
  if (isBehind && entries !== undefined && entries.length > 0)
    return (
      <Banner kind="plain" place="inset">
        Reading your transactions: {entries.length} so far.
      </Banner>
    )
  if (isCut)
    return (
      <Banner kind="plain" place="inset">
        This server does not have your oldest transactions, so their cost is unknown.
      </Banner>
    )
  return null
}

const ageWords = (seconds: number) =>
  seconds < 120 ? `${Math.max(0, Math.floor(seconds))} s` : `${Math.floor(seconds / 60)} min`

function Nothing({ address }: { address: Address }) {
  const network = useNetwork()
  const isPractice = network?.kind === 'practice'
  return (
    <section className="card">
      <PageState
        sign="box"
        title="Nothing here yet"
        action={
          isPractice ? (
            <Button look="paper" onClick={() => void getPracticeSol(address)}>
              Get practice SOL
            </Button>
          ) : (
            <Link to="/discover" className={buttonClass({})}>
              Open Discover
            </Link>
          )
        }
      >
        {isPractice
          ? 'Get SOL to start. Your holdings and profit appear here.'
          : 'Send SOL to this wallet. Your holdings and profit appear here.'}
      </PageState>
    </section>
  )
}
