import { useQuery } from '@tanstack/react-query'
import type { Pool } from '@tern/venues'
import { graduationQuery, isTradable } from '../../data/market/graduation.ts'
import { Address } from '../../ui/Address.tsx'

/** Explains where a token trades after its bonding curve sold out. */
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
      <b>The bonding curve of {symbol} is complete.</b>{' '}
      {curve.curve?.stage !== 'migrated' ? (
        <>
          Every token it had is sold. Its SOL{' '}
          {curve.curve?.stage === 'migrating' ? <>is on its way to {pool}</> : <>moves to {pool} next</>}, and trading
          goes on there;{' '}
        </>
      ) : to && !isTradable(to) ? (
        <>Its SOL has moved to {pool}, on which Tern does not trade yet; </>
      ) : (
        <>Its SOL has moved to {pool}. Trading goes on there as soon as this server has found it; </>
      )}
      what you hold stays yours.
    </p>
  )
}
