import { Link } from '@tanstack/react-router'
import type { Ratio } from '@tern/core'
import type { ReactNode } from 'react'
import type { TokenUnit } from '../../text/numberText.ts'
import { Amount, Percent, Price, Sol } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'

/** Another token that the wallet holds. Lamports and raw units; `null` is not known. */
export interface OtherPosition {
  readonly mint: string
  readonly symbol: string
  readonly picture: string | null
  readonly unit: TokenUnit
  readonly amount: bigint
  readonly value: bigint | null
  readonly average: Ratio | null
  readonly price: Ratio | null
  readonly unrealised: bigint | null
  readonly unrealisedBps: number | null
  readonly realised: bigint | null
}

interface OthersProps {
  readonly others: readonly OtherPosition[]
}

interface OtherRowsProps extends OthersProps {
  /** Buttons that lead to the sale of a share of it. */
  readonly sell: (one: OtherPosition) => ReactNode
}

/** As rows of the table of positions: each leads to its token, or to its sale. */
export function OtherRows({ others, sell }: OtherRowsProps) {
  return others.map(one => {
    const { mint, symbol, picture, unit, amount, value, average, price, unrealised, unrealisedBps, realised } = one
    return (
      <tr key={mint}>
        <td>
          <Link to="/t/$mint" params={{ mint }} className="name">
            <Picture source={picture} symbol={symbol} size={20} />
            <b>{symbol}</b>
          </Link>
        </td>
        <td>
          <Amount raw={amount} of={unit} digits="compact" />
        </td>
        <td>
          <Sol lamports={value} digits={{ fraction: 3 }} />
        </td>
        <td>
          <Sol lamports={value === null || unrealised === null ? null : value - unrealised} digits={{ fraction: 3 }} />
        </td>
        <td>
          <Price price={average} zeros="keep" />
        </td>
        <td>
          <Price price={price} zeros="keep" />
        </td>
        <td>
          <Gain lamports={unrealised} bps={unrealisedBps} />
        </td>
        <td>
          <Sol lamports={realised} digits={{ fraction: 3 }} sign="shown" />
        </td>
        <td>{sell(one)}</td>
      </tr>
    )
  })
}

/** The same on a phone, two lines each. */
export function OtherCards({ others }: OthersProps) {
  return others.map(({ mint, symbol, picture, average, value, unrealisedBps }) => (
    <PositionCard
      key={mint}
      picture={<Picture source={picture} symbol={symbol} />}
      name={
        <Link to="/t/$mint" params={{ mint }}>
          {symbol}
        </Link>
      }
      average={average}
      value={value}
      bps={unrealisedBps}
      end={<SellLink mint={mint} symbol={symbol} />}
    />
  ))
}

interface PositionCardProps {
  readonly picture: ReactNode
  readonly name: ReactNode
  readonly average: Ratio | null
  readonly value: bigint | null
  readonly bps: number | null
  readonly end: ReactNode
  /** A line of buttons below. */
  readonly children?: ReactNode
}

/** A position on a phone. */
export function PositionCard({ picture, name, average, value, bps, end, children }: PositionCardProps) {
  return (
    <div className="position-card">
      {picture}
      <div>
        <b>{name}</b>
        <div className="caption">
          avg <Price price={average} />
        </div>
      </div>
      <div className="position-value">
        <Sol lamports={value} digits={{ fraction: 3 }} unit="SOL" />
        <div className="caption">
          <Percent bps={bps} />
        </div>
      </div>
      {end}
      {children}
    </div>
  )
}

function SellLink({ mint, symbol }: Pick<OtherPosition, 'mint' | 'symbol'>) {
  return (
    <Link
      to="/t/$mint"
      params={{ mint }}
      search={{ side: 'sell' }}
      className={buttonClass({ size: 'small' })}
      aria-label={`Sell ${symbol}`}
    >
      Sell
    </Link>
  )
}

/** What it is up or down, and that as a share of its cost. */
export function Gain({ lamports, bps }: { readonly lamports: bigint | null; readonly bps: number | null }) {
  return (
    <>
      <Sol lamports={lamports} digits={{ fraction: 3 }} sign="shown" />
      {bps === null ? null : (
        <>
          {' '}
          (<Percent bps={bps} />)
        </>
      )}
    </>
  )
}
