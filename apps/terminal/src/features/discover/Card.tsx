import { useQuery } from '@tanstack/react-query'
import { memo, type PointerEvent, useMemo } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { liveWorth } from '../../data/market/liveWorth.ts'
import { briefChecks } from '../../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { endLabels } from '../../text/curveText.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Age } from '../../ui/Age.tsx'
import { LiveSol, Sol } from '../../ui/Amount.tsx'
import { Chip, chipClass } from '../../ui/Chip.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress, progressText } from '../../ui/Progress.tsx'
import { StarMark } from '../../ui/Star.tsx'
import { TokenLink } from '../../ui/TokenLink.tsx'
import { useFlash } from '../../ui/useFlash.ts'
import './card.css'
import type { ColumnName } from './columns.ts'
import { QuickBuyButton } from './QuickBuyButton.tsx'

/** The most checks that fit on a card; the worst come first. The curve takes the place of one check. */
const maxChips = { new: 3, filling: 2, graduated: 2 } as const

interface CardProps {
  readonly listing: Listing
  readonly column: ColumnName
  readonly onQuickBuy: (mint: string) => void
}

/** The link covers its card and takes the pointer, so it shows the title of the figure or check under the pointer. */
function takeTitle({ currentTarget: link, clientX, clientY }: PointerEvent<HTMLAnchorElement>) {
  const titled = link.closest('[data-mint]')?.querySelectorAll<HTMLElement>('[title]') ?? []
  const under = [...titled].findLast(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return one !== link && left <= clientX && clientX < right && top <= clientY && clientY < bottom
  })
  const title = under?.title ?? ''
  if (link.title !== title) link.title = title
}

function leaveTitle({ currentTarget: link }: PointerEvent<HTMLAnchorElement>) {
  link.removeAttribute('title')
}

/** A token's card. The whole card is a link, except for the quick-buy button. */
export const Card = memo(function Card({ listing, column, onQuickBuy }: CardProps) {
  const { mint, symbol, name } = listing
  return (
    <>
      <Picture source={listing.picture} symbol={symbol} size={48} />
      <div className="card-main">
        <div className="card-name">
          <TokenLink mint={mint} className="token-link" onPointerMove={takeTitle} onPointerLeave={leaveTitle}>
            <b>{symbol}</b>
          </TokenLink>
          <StarMark mint={mint} />
          <span className="card-full-name">{name}</span>
          {listing.posesAs === undefined ? (
            <span className="card-mint">
              <ShortAddress address={mint} />
            </span>
          ) : null}
        </div>
        <div className="card-figures">
          <span title="Market cap">
            MC <LiveCap listing={listing} />
          </span>
          <span title="Volume of the last 5 minutes">
            V<span className="card-window">5m</span>{' '}
            <b>
              <Sol lamports={listing.volume5mLamports} digits="compact" unit="SOL" />
            </b>
          </span>
          <span title="Buys and sells of the last 5 minutes">
            <span className="up">▲{listing.buys5m}</span> <span className="down">▼{listing.sells5m}</span>
          </span>
        </div>
        <Marks listing={listing} column={column} />
      </div>
      <div className="card-end">
        <span className="card-age">
          <Age since={listing.createdAtSeconds} />
        </span>
        <QuickBuyButton mint={mint} symbol={symbol} onPress={onQuickBuy} />
      </div>
    </>
  )
})

function LiveCap({ listing }: Pick<CardProps, 'listing'>) {
  const { ticker, cap } = useMemo(() => liveWorth(listing), [listing])
  return (
    <b ref={useFlash(ticker)}>
      <LiveSol lamports={cap} digits="compact" unit="SOL" />
    </b>
  )
}

/** The token's stage, unless its column says it already. */
function Stage({
  listing: { curve, protocol, symbol, opensAtSeconds },
  column,
}: Pick<CardProps, 'listing' | 'column'>) {
  if (opensAtSeconds) return <Chip size="small">Not open yet</Chip>
  if (curve === null) return <Chip size="small">{protocol}</Chip>
  if (curve.stage !== 'trading') return <Chip size="small">{endLabels[curve.stage]}</Chip>
  return (
    <>
      {column === 'filling' ? <b className="card-percent">{progressText(curve.progressPpm)}</b> : null}
      <Progress ppm={curve.progressPpm} label={`Curve of ${symbol}`} />
    </>
  )
}

/** The checks, worst first, as many as fit, with the number of the hidden ones. */
function Marks({ listing, column }: Pick<CardProps, 'listing' | 'column'>) {
  const { data: facts } = useQuery(tokenFactsQuery(listing.mint, listing.createdAtSeconds))
  const checks = briefChecks(listing, facts)
  const max = maxChips[column]
  return (
    <div className="card-chips">
      <div className="card-checks">
        {checks.slice(0, max).map(({ state, text, why }) => (
          <Chip key={text} kind={state} size="small" title={why}>
            {text}
          </Chip>
        ))}
        <More count={checks.length - max} where="wide" />
        <More count={checks.length - 2} where="middle" />
        <More count={checks.length - 1} where="narrow" />
      </div>
      <Stage listing={listing} column={column} />
    </div>
  )
}

function More({ count, where }: { count: number; where: 'wide' | 'middle' | 'narrow' }) {
  return count > 0 ? <span className={`${chipClass('unchecked', 'small')} ${where}`}>+{count}</span> : null
}
