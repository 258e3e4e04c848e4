import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { type Listing, solPerToken, worthLamports } from '../../data/listing.ts'
import { useTicker } from '../../data/liveTrades.ts'
import { briefChecks } from '../../data/mintChecks.ts'
import { Sol } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Progress, progressText } from '../../ui/Progress.tsx'
import { Age } from './Age.tsx'

/** Beyond these a card is too narrow: the worst come first. */
const mostChips = 2

const signs = { danger: '✕', caution: '!', unchecked: '?', passed: '✓', fact: undefined } as const

interface CardProps {
  readonly listing: Listing
  /** Where it stands in its column, in pixels. */
  readonly top: number
}

/** One token of a column; the whole card leads to it. */
export const Card = memo(function Card({ listing, top }: CardProps) {
  const { mint, symbol, name, decimals, curve, supply } = listing
  const ticker = useTicker(mint)
  const price = ticker === undefined ? listing.price : solPerToken(ticker.price, decimals)
  const checks = briefChecks(listing)
  const hidden = checks.length - mostChips
  return (
    <li className="token-card" style={{ transform: `translateY(${top}px)` }}>
      <Picture source={listing.picture} symbol={symbol} size={48} />
      <div className="card-main">
        <div className="card-name">
          <Link to="/t/$mint" params={{ mint }} className="token-link">
            <b>{symbol}</b>
          </Link>
          <span className="card-full-name">{name}</span>
          <span className="card-age">
            <Age since={listing.createdAtSeconds} />
          </span>
        </div>
        <div className="card-figures">
          <span title="Market cap">
            MC{' '}
            <b key={ticker?.slot} className={ticker === undefined ? undefined : `flash ${ticker.side}`}>
              <Sol lamports={worthLamports(supply, price, decimals)} digits="compact" unit="SOL" />
            </b>
          </span>
          <span title="Volume of the last 5 minutes">
            V{' '}
            <b>
              <Sol lamports={listing.volume5mLamports} digits="compact" unit="SOL" />
            </b>
          </span>
          <span title="Buys and sells of the last 5 minutes">
            <span className="up">▲{listing.buys5m}</span> <span className="down">▼{listing.sells5m}</span>
          </span>
        </div>
        <div className="card-chips">
          {curve === null ? (
            <span className="chip small">{listing.protocol}</span>
          ) : curve.stage === 'trading' ? (
            <>
              <Progress ppm={curve.progressPpm} label={`Curve of ${symbol}`} />
              <b className="card-percent">{progressText(curve.progressPpm)}</b>
            </>
          ) : (
            <span className="chip small">{curve.stage === 'complete' ? 'Curve complete' : 'Moved to a pool'}</span>
          )}
          {checks.slice(0, mostChips).map(check => (
            <span key={check.text} className={`chip small ${check.state}`} title={check.why}>
              {signs[check.state] === undefined ? null : <b aria-hidden="true">{signs[check.state]}</b>}
              {check.text}
            </span>
          ))}
          {hidden > 0 ? <span className="chip small unchecked">+{hidden}</span> : null}
        </div>
      </div>
    </li>
  )
})
