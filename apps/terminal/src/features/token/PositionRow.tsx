import type { ReactNode } from 'react'
import type { Position } from '../../data/activity/profit.ts'
import { solPerToken, worthLamports } from '../../data/market/listing.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { useTokenBalance } from '../../data/wallets/useTokenBalance.ts'
import { Amount, Percent, Price, Sol, Unknown } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { shareBps } from './shareBps.ts'
import { useLastPrice } from './useLastPrice.ts'

interface PositionRowProps {
  readonly token: TokenDetail
  readonly position: Position | undefined
  /** Buttons that sell of what is held. */
  readonly sell: (token: TokenDetail, balance: bigint) => ReactNode
}

/** What this wallet holds of the token, what it cost and what has come of it. */
export function PositionRow({ token, position, sell }: PositionRowProps) {
  const { mint, symbol } = token
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  const balance = useTokenBalance(owner, mint, token.program)
  if (owner === undefined) return <p className="hint dock-note">Your position shows here once you have a wallet.</p>
  if (balance === 0n && (position === undefined || position.realised === 0n))
    return <p className="hint dock-note">You have no {symbol}. What you buy shows here with what it cost.</p>
  return <Held token={token} held={balance ?? null} position={position} sell={sell} />
}

function Held({ token, held, position, sell }: PositionRowProps & { readonly held: bigint | null }) {
  const { symbol, decimals } = token
  const price = useLastPrice(token)
  const value = worthLamports(held, price, decimals)
  // What came in otherwise than by buying cost nobody knows what; and the balance may be ahead of the transactions.
  const cost = position !== undefined && position.bought === held ? position.cost : null
  const gain = value === null || cost === null ? null : value - cost
  const gainBps = gain === null || cost === null ? null : shareBps(gain, cost)
  const average =
    cost === null || held === null || held === 0n ? null : solPerToken({ numerator: cost, denominator: held }, decimals)
  return (
    <>
      <table className="table dock-rows position-table">
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Amount</th>
            <th scope="col">Value SOL</th>
            <th scope="col">Cost SOL</th>
            <th scope="col">Avg entry</th>
            <th scope="col">Mark</th>
            <th scope="col">Unrealised SOL</th>
            <th scope="col">Realised SOL</th>
            <th scope="col">Sell</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <span className="name">
                <Picture source={token.picture} symbol={symbol} size={20} />
                <b>{symbol}</b>
              </span>
            </td>
            <td>
              <Amount raw={held} decimals={decimals} digits="compact" />
            </td>
            <td>
              <Sol lamports={value} digits={{ fraction: 3 }} />
            </td>
            <td>
              <Sol lamports={cost} digits={{ fraction: 3 }} />
            </td>
            <td>
              <Price price={average} zeros="keep" />
            </td>
            <td>
              <Price price={price} zeros="keep" />
            </td>
            <td>
              <Gain lamports={gain} />
              {gainBps === null ? null : (
                <>
                  {' '}
                  (<Percent bps={gainBps} />)
                </>
              )}
            </td>
            <td>
              <Gain lamports={position?.realised ?? null} />
            </td>
            <td>{held === null || held === 0n ? null : sell(token, held)}</td>
          </tr>
        </tbody>
      </table>
      <div className="position-card">
        <Picture source={token.picture} symbol={symbol} />
        <div>
          <b>
            <Amount raw={held} decimals={decimals} digits="compact" unit={symbol} />
          </b>
          <div className="caption">
            avg <Price price={average} />
          </div>
        </div>
        <div className="position-value">
          <Sol lamports={value} digits={{ fraction: 3 }} unit="SOL" />
          <div className="caption">
            <Percent bps={gainBps} />
          </div>
        </div>
        <div className="position-sell">{held === null || held === 0n ? null : sell(token, held)}</div>
      </div>
    </>
  )
}

/** With its sign, coloured by direction. */
function Gain({ lamports }: { lamports: bigint | null }) {
  if (lamports === null) return <Unknown />
  return (
    <span className={lamports > 0n ? 'up' : lamports < 0n ? 'down' : undefined}>
      {lamports > 0n ? '+' : ''}
      <Sol lamports={lamports} digits={{ fraction: 3 }} />
    </span>
  )
}
