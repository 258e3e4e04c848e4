import { useQuery } from '@tanstack/react-query'
import type { TokenDetail } from '../../data/market/token.ts'
import { type Trader, tradersQuery } from '../../data/market/traders.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { groupDigits } from '../../text/numberText.ts'
import { Address } from '../../ui/Address.tsx'
import { Age } from '../../ui/Age.tsx'
import { Sol } from '../../ui/Amount.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { NotRead, ReadBefore } from './NotRead.tsx'

interface TradersProps {
  readonly token: TokenDetail
  /** The token's creator, if known. */
  readonly dev: string | undefined
}

/**
 * The most profitable traders of the token, by the trades that the server knows. The creator and the own wallet are
 * labelled.
 */
export function Traders({ token, dev }: TradersProps) {
  const read = useQuery(tradersQuery(token.mint))
  const current = useStore(session)
  const own = 'address' in current ? current.address : undefined
  if (read.data === undefined) return <NotRead what="traders" read={read} />
  const { traders, trades, sinceSeconds } = read.data
  if (traders.length === 0) return <p className="dock-note soft cell">No known traders yet.</p>
  const hasSoldMore = traders.some(trader => trader.hasSoldMore)
  return (
    <table className={`table dock-rows holder-table${read.error === null ? '' : ' stale'}`}>
      <caption className="visually-hidden">
        The {traders.length === 1 ? 'most profitable wallet' : `${traders.length} most profitable wallets`} of{' '}
        {token.symbol}
      </caption>
      <thead>
        <tr>
          <th scope="col">Trader</th>
          <th scope="col" className="desk-only">
            Buys / sells
          </th>
          <th scope="col" className="desk-only">
            Bought SOL
          </th>
          <th scope="col" className="desk-only">
            Sold SOL
          </th>
          <th scope="col">Realised SOL</th>
          <th scope="col">Unrealised SOL</th>
        </tr>
      </thead>
      <tbody>
        {traders.map(trader => (
          <Row key={trader.owner} trader={trader} name={nameOf(trader.owner, own, dev)} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={6} className="faint cell">
            From {trades === 1 ? 'one trade' : `${groupDigits(trades)} trades`} known to this server, over the last{' '}
            <Age since={sinceSeconds} />. Average cost; fees and tips excluded
            {hasSoldMore ? '; * excludes tokens bought elsewhere' : ''}. One person may have several wallets.
            <ReadBefore read={read} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const nameOf = (owner: string, own: string | undefined, dev: string | undefined) =>
  owner === own ? 'You' : owner === dev ? 'Dev' : undefined

function Row({ trader, name }: { trader: Trader; name: 'You' | 'Dev' | undefined }) {
  const { owner, buys, sells, bought, sold, realised, unrealised, hasSoldMore } = trader
  return (
    <tr>
      <td>
        <span className="holder">
          <Address value={owner} kind="wallet" of={name ?? 'a trader'} />
          {name === undefined ? null : (
            <Chip kind={name === 'You' ? 'here' : 'fact'} size="small">
              {name}
            </Chip>
          )}
        </span>
        <div className="caption phone-only">
          <Sol lamports={bought} digits={{ fraction: 3 }} /> bought, <Sol lamports={sold} digits={{ fraction: 3 }} />{' '}
          sold
        </div>
      </td>
      <td className="desk-only">
        <span className="up">▲{buys}</span> / <span className="down">▼{sells}</span>
      </td>
      <td className="desk-only">
        <Sol lamports={bought} digits={{ fraction: 3 }} />
      </td>
      <td className="desk-only">
        <Sol lamports={sold} digits={{ fraction: 3 }} />
      </td>
      <td>
        <Sol lamports={realised} digits={{ fraction: 3 }} sign="shown" />
        {hasSoldMore ? '*' : null}
      </td>
      <td>
        <Sol lamports={unrealised} digits={{ fraction: 3 }} sign="shown" />
      </td>
    </tr>
  )
}
