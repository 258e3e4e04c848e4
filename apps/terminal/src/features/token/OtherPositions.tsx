import { Link } from '@tanstack/react-router'
import type { Ratio } from '@tern/core'
import type { ReactNode } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { Amount, Percent, Price, Sol } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'

/** Another token of the wallet. Lamports and raw units; `null` means unknown. */
export interface OtherPosition {
  readonly listing: Listing
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
  /** Buttons that sell a share of a position. */
  readonly sell: (one: OtherPosition) => ReactNode
}

/** The other positions as table rows, each with a link to its token and sell buttons. */
export function OtherRows({ others, sell }: OthersProps) {
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

/** The other positions on a phone, as cards of two lines. */
export function OtherCards({ others, sell }: OthersProps) {
  return others.map(one => {
    const { mint, symbol, picture, average, value, unrealisedBps } = one
    return (
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
        selling={sell(one)}
      />
    )
  })
}

interface PositionCardProps {
  readonly picture: ReactNode
  readonly name: ReactNode
  readonly average: Ratio | null
  readonly value: bigint | null
  readonly bps: number | null
  /** Sell buttons, in a line below. */
  readonly selling: ReactNode
}

/** A position on a phone. */
export function PositionCard({ picture, name, average, value, bps, selling }: PositionCardProps) {
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
      {selling === null ? null : <div className="position-sell">{selling}</div>}
    </div>
  )
}

/** A gain in SOL, and as a share of the cost. */
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
