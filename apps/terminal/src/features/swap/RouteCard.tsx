import type { SwapQuote } from '@tern/client'
import { formatPercent, type Ratio } from '@tern/core'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import type { PlannedSwap } from '../../data/swap/useSwapPlan.ts'
import { useLandsThrough } from '../../data/trade/useLandsThrough.ts'
import { impactLevel, impactText } from '../../text/impact.ts'
import { fractionOf, groupDigits, type TokenUnit } from '../../text/numberText.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { Stat } from '../../ui/Stat.tsx'
import {
  feeShareOf,
  lossShare,
  maxTransactionBytes,
  poolCount,
  routeFeeShare,
  transactionBytes,
} from './routeFigures.ts'
import type { SwapUnit } from './unitsOf.ts'

type Route = SwapQuote['route']

const percent = (share: Ratio) => `${formatPercent(share, 2, { rounding: 'halfUp' })}%`
const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

interface RouteCardProps {
  readonly planned: PlannedSwap | undefined
  readonly receive: SwapToken | undefined
  readonly unitOf: (mint: string) => SwapUnit
  readonly isPending: boolean
  /** Why no quote can be had, if the tokens and the amount are known. */
  readonly refusal: string | undefined
}

/** The route of a swap: its paths with their shares, and each pool with its fee and price impact. */
export function RouteCard({ planned, receive, unitOf: unit, isPending, refusal }: RouteCardProps) {
  const { client, plan, quote, gain } = planned ?? {}
  if (quote === undefined || receive === undefined)
    return (
      <section className="card" aria-label="Route">
        <header>
          <h2>Route</h2>
        </header>
        {isPending ? (
          <PageState sign="ring" title="Looking for the best route" />
        ) : (
          <PageState sign="box" title={refusal === undefined ? 'No route yet' : 'No route'}>
            {refusal === undefined ? 'Choose two tokens and enter an amount.' : `${refusal}.`}
          </PageState>
        )}
      </section>
    )
  const { route } = quote
  const bytes = plan === undefined ? [] : transactionBytes(plan)
  return (
    <section className="card" aria-label="Route" aria-busy={isPending}>
      <header>
        <h2>Route</h2>
        <Chip>
          {counted(route.paths.length, 'path')} · {counted(poolCount(route), 'pool')}
        </Chip>
        {gain === undefined || gain <= 0n ? null : (
          <>
            <span className="spacer" />
            <span className="hint swap-gain">
              +
              <Amount raw={gain} of={receive} digits={{ fraction: feeFraction(gain, receive) }} unit={receive.symbol} />{' '}
              over the best single route
            </span>
          </>
        )}
      </header>
      <div className="card-body">
        {route.paths.length > 1 ? <Shares paths={route.paths} /> : null}
        <ul className="swap-paths" aria-label="Paths">
          {route.paths.map((path, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path is known by its place
            <Path key={at} path={path} receive={quote.leftovers.length === 0 ? receive : undefined} unit={unit} />
          ))}
        </ul>
        <dl className="swap-stats">
          <Stat label="Against mid price">−{percent(lossShare(route))}</Stat>
          <Stat label="Fees along the route">{percent(routeFeeShare(route))}</Stat>
          <Stat label="Lands through">
            <LandsThrough {...{ client, plan }} />
          </Stat>
          <Stat label={bytes.length > 1 ? 'Transaction sizes' : 'Transaction size'}>
            {bytes.length === 0
              ? '–'
              : `${bytes.map(groupDigits).join(' + ')} of ${groupDigits(maxTransactionBytes)} B`}
          </Stat>
        </dl>
      </div>
    </section>
  )
}

/** The providers of the swap's transactions, their latency and the MEV protection. */
function LandsThrough({ client, plan }: { client: PlannedSwap['client'] | undefined; plan: PlannedSwap['plan'] }) {
  const sending = useLandsThrough(client, plan)
  if (sending === undefined) return '–'
  return (
    <>
      {sending.names}
      {sending.ms == null ? null : <span className="nowrap"> · {sending.ms} ms</span>}
      {sending.guard === 'on' ? ' · MEV guard' : null}
      {sending.guard === 'none' ? (
        <>
          {' · '}
          <span className="warn nowrap">no MEV guard</span>
        </>
      ) : null}
    </>
  )
}

function Shares({ paths }: Pick<Route, 'paths'>) {
  const shares = paths.map(({ sharePercent }) => sharePercent)
  return (
    <div className="swap-shares" role="img" aria-label={`Split ${shares.join(' to ')}`}>
      {paths.map(({ sharePercent }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path is known by its place
        <i key={at} style={{ width: `${sharePercent}%` }} />
      ))}
    </div>
  )
}

/** A column of shares has no room for more than seven digits. */
function shareDigits(amount: bigint, of: TokenUnit) {
  const fraction = fractionOf(amount, of)
  return fraction === 0 ? ('compact' as const) : { fraction }
}

interface PathProps {
  readonly path: Route['paths'][number]
  /** Unset: middle tokens stay in the wallet, so that less arrives than the path alone would bring. */
  readonly receive: SwapToken | undefined
  readonly unit: RouteCardProps['unitOf']
}

function Path({ path, receive, unit }: PathProps) {
  return (
    <li className="swap-path">
      <div className="swap-share">
        <b>{path.sharePercent}%</b>
        {receive === undefined ? null : (
          <span className="caption">
            <Amount
              raw={path.amountOut}
              of={receive}
              digits={shareDigits(path.amountOut, receive)}
              unit={receive.symbol}
            />
          </span>
        )}
      </div>
      <ol className="swap-hops">
        {path.hops.map(hop => (
          <Hop key={hop.pool.address} hop={hop} unit={unit} />
        ))}
      </ol>
    </li>
  )
}

function Hop({ hop, unit }: { hop: Route['paths'][number]['hops'][number]; unit: RouteCardProps['unitOf'] }) {
  const { pool, quote } = hop
  const [from, to] = [unit(quote.tokenIn), unit(quote.tokenOut)]
  const level = impactLevel(quote.priceImpact)
  const fees = [...new Set(quote.fees.map(({ mint }) => mint))].map(mint => ({
    ...{ mint, unit: unit(mint) },
    amount: quote.fees.reduce((sum, fee) => (fee.mint === mint ? sum + fee.amount : sum), 0n),
  }))
  return (
    <li className="swap-hop">
      <span className="caption">
        {from.symbol} → {to.symbol}
      </span>
      <b className="swap-venue">{pool.protocol}</b>
      <span className="swap-hop-fee">
        fee {percent(feeShareOf(hop))}
        {fees.map(({ mint, amount, unit: of }) => (
          <span key={mint}>
            {' · '}
            <Amount raw={amount} of={of} digits={{ fraction: feeFraction(amount, of) }} unit={of.symbol} />
          </span>
        ))}
      </span>
      <span className={level === 'plain' ? 'faint' : level}>
        {level === 'plain' ? '' : '! '}impact {impactText(quote.priceImpact)}
      </span>
    </li>
  )
}

const feeFraction = (amount: bigint, of: TokenUnit) => Math.min(fractionOf(amount, of), of.decimals)
