import type { TokenFactsRow } from '@tern/server/appRouter'
import type { TokenDetail } from '../../data/market/token.ts'
import { Address } from '../../ui/Address.tsx'
import { Amount, Unknown } from '../../ui/Amount.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { creatorOf } from './creatorOf.ts'

/**
 * The token's creator, its accounts, and its makers' own description. That text comes from strangers, so it is never a
 * link.
 */
export function About({ token, facts }: { token: TokenDetail; facts: TokenFactsRow | null | undefined }) {
  const creator = creatorOf(token, facts)
  const { description, uri } = token
  return (
    <div className="token-about">
      <dl className="token-figures">
        <Stat label="Mint">
          <Address value={token.mint} kind="token" of={token.symbol} />
        </Stat>
        <Stat label={`Pool, ${token.protocol}`}>
          <Address value={token.pool} kind="account" of="the pool" />
        </Stat>
        <Stat label="Creator">
          {creator === undefined ? <Unknown /> : <Address value={creator} kind="wallet" of="the creator" />}
        </Stat>
        <Stat label="Supply">
          <Amount raw={token.supply} of={token} digits="whole" />
        </Stat>
      </dl>
      {description === null ? null : <p>{description}</p>}
      {description !== null || uri === null ? null : (
        <p className="mono about-uri">
          <span className="faint">Metadata: </span>
          {uri}
        </p>
      )}
    </div>
  )
}
