import { useQuery } from '@tanstack/react-query'
import type { Pool } from '@tern/venues'
import { graduationQuery, isTradable } from '../../data/market/graduation.ts'
import { Address } from '../../ui/Address.tsx'

/** Names the pool that trades a token after its bonding curve sold out. */
export function CurveEnd({ curve, symbol }: { curve: Pool; symbol: string }) {
  const { data: to } = useQuery(graduationQuery(curve))
  const pool = to ? (
    <>
      the pool <Address value={to.address} kind="account" of={`the pool of ${symbol}`} />
    </>
  ) : (
    'a pool'
  )
  return (
    <p className="note plain">
      <b>The bonding curve of {symbol} is sold out.</b>{' '}
      {curve.curve?.stage !== 'migrated' ? (
        <>
          Its SOL {curve.curve?.stage === 'migrating' ? <>is moving to {pool}</> : <>moves to {pool} next</>}. Trading
          continues there.
        </>
      ) : to && !isTradable(to) ? (
        <>Its SOL has moved to {pool}. Tern does not trade there yet.</>
      ) : (
        <>Its SOL has moved to {pool}. Trading continues once this server has found it.</>
      )}{' '}
      Your tokens stay yours.
    </p>
  )
}
