import { getRouteApi } from '@tanstack/react-router'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { Position } from '../../data/activity/positionBook.ts'
import { useKey } from '../../data/keys/keyHandlers.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { DockSeparator } from '../../ui/DockSeparator.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { creatorOf } from './creatorOf.ts'
import type { OtherPosition } from './OtherPositions.tsx'
import { Positions, useHeld } from './Positions.tsx'
import { parseTokenSearch, type TokenSearch } from './search.ts'

const route = getRouteApi('/t/$mint')

/** Load after the page, or when first shown. */
const About = lazyPage(() => import('./About.tsx'), 'About')
const Holders = lazyPage(() => import('./Holders.tsx'), 'Holders')
const Traders = lazyPage(() => import('./Traders.tsx'), 'Traders')
const DevTokens = lazyPage(() => import('./DevTokens.tsx'), 'DevTokens')

interface DockProps {
  readonly token: TokenDetail
  readonly facts: TokenFactsRow | null | undefined
  readonly position: Position | undefined
  /** Renders with the wallet's other positions, largest first. */
  readonly others: (show: (others: readonly OtherPosition[]) => ReactNode) => ReactNode
  /** The live trades, if there is no room beside the chart; otherwise `null`. */
  readonly tape: ReactNode
  /** Sell buttons for the balance, in raw units. */
  readonly sell: (token: TokenDetail, balance: bigint) => ReactNode
  /** Sell buttons for another token. */
  readonly sellOther: (one: OtherPosition) => ReactNode
}

/** The tabs below the chart: positions, trades, holders, traders, and facts about the token. */
export function Dock({ others, ...props }: DockProps) {
  const { dock: shown = 'positions' } = parseTokenSearch(route.useSearch())
  const navigate = route.useNavigate()
  const [size, setSize] = useState<'open' | 'closed'>('open')
  usePreload(About)
  usePreload(Holders)
  usePreload(Traders)
  usePreload(DevTokens)
  useKey('dock', () => setSize(size === 'open' ? 'closed' : 'open'))
  const show = (tab: TabName) => {
    void navigate({ search: before => parseTokenSearch({ ...before, dock: tab }), replace: true })
    setSize('open')
  }
  return (
    <>
      <DockSeparator onEnter={() => setSize(size === 'open' ? 'closed' : 'open')} />
      {others(listed => (
        <Panels {...props} others={listed} shown={shown} onShow={show} size={size} />
      ))}
    </>
  )
}

type TabName = 'positions' | NonNullable<TokenSearch['dock']>

interface PanelsProps extends Omit<DockProps, 'others'> {
  readonly others: readonly OtherPosition[]
  readonly shown: TabName
  readonly onShow: (shown: TabName) => void
  readonly size: 'open' | 'closed'
}

function Panels({ token, facts, position, sell, sellOther, tape, others, shown: wanted, onShow, size }: PanelsProps) {
  const id = useId()
  const { balance } = useHeld(token)
  const count = others.length + (balance ? 1 : 0)
  const tabs = [
    { name: 'positions', label: <>Positions{count === 0 ? null : ` ${count}`}</> },
    ...(tape === null ? [] : [{ name: 'trades', label: 'Trades' } as const]),
    { name: 'holders', label: 'Holders' },
    { name: 'traders', label: 'Top traders' },
    { name: 'dev', label: 'Dev tokens' },
    { name: 'about', label: 'About' },
  ] as const
  const shown = wanted === 'trades' && tape === null ? 'positions' : wanted
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={`token-dock ${size}`} id="positions" aria-label="Position and token" tabIndex={0}>
      <Tabs label="Dock" tabs={tabs} selected={shown} onSelect={onShow} panel={id} look="line" />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${shown}`}>
        {shown === 'positions' ? (
          <Positions {...{ token, position, others, sell, sellOther }} />
        ) : shown === 'trades' ? (
          tape
        ) : (
          <Suspense>
            {shown === 'holders' ? (
              <Holders token={token} />
            ) : shown === 'traders' ? (
              <Traders token={token} dev={creatorOf(token, facts)} />
            ) : shown === 'dev' ? (
              <DevTokens token={token} />
            ) : (
              <About token={token} facts={facts} />
            )}
          </Suspense>
        )}
      </div>
    </section>
  )
}
