import { Link } from '@tanstack/react-router'
import { formatPercent } from '@tern/core'
import { fractionOf } from '../../text/numberText.ts'
import { Amount, Sol, Unknown } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { PairPictures } from '../../ui/PairPictures.tsx'
import type { LiquidityRow } from './liquidityRows.ts'

/** The wallet's shares of pools. Absent without any. */
export function Liquidity({ rows }: { rows: readonly LiquidityRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="card" aria-label="Liquidity">
      <header>
        <h2>Liquidity</h2>
      </header>
      <div className="table-scroll">
        <table className="table two-line">
          <thead>
            <tr>
              <th scope="col">Pool</th>
              <th scope="col">Your part</th>
              <th scope="col" className="desk-only">
                Share of the pool
              </th>
              <th scope="col">Value SOL</th>
              <th scope="col" className="desk-only">
                Unrealised SOL
              </th>
              <th scope="col" className="desk-only">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Line key={row.pool.address} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Line({ row: { pool, lp, lpSupply, amounts, value, unrealised } }: { row: LiquidityRow }) {
  const { address, pair, tokens } = pool
  const profit = <Sol lamports={unrealised} digits={{ fraction: 5 }} sign="shown" />
  return (
    <tr>
      <td>
        <Link to="/pools/$address" params={{ address }} className="name">
          <PairPictures tokens={tokens} />
          <b className="strong">{pair}</b>
        </Link>
      </td>
      <td>
        {amounts === null ? (
          <Unknown />
        ) : (
          amounts.map(({ symbol, amount, ...unit }) => (
            <div key={symbol}>
              <Amount raw={amount} of={unit} digits={{ fraction: fractionOf(amount, unit) }} unit={symbol} />
            </div>
          ))
        )}
      </td>
      <td className="desk-only">
        {formatPercent({ numerator: lp, denominator: lpSupply }, 4, { rounding: 'halfUp' })}%
      </td>
      <td className="strong">
        <Sol lamports={value} digits={{ fraction: 5 }} />
        <div className="caption phone-only">{profit}</div>
      </td>
      <td className="desk-only">{profit}</td>
      <td className="desk-only">
        <Link
          to="/pools/$address"
          params={{ address }}
          className={buttonClass({ size: 'small' })}
          aria-label={`Open the pool ${pair}`}
        >
          Open
        </Link>
      </td>
    </tr>
  )
}
