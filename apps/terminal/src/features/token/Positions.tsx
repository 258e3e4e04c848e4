import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Position } from '../../data/activity/positionBook.ts'
import { holdingValue, solPerToken, worthLamports } from '../../data/market/listing.ts'
import { saleProceedsQuery } from '../../data/market/saleProceeds.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { useTokenBalance } from '../../data/wallets/useTokenBalance.ts'
import { Amount, Price, Sol } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Gain, OtherCards, type OtherPosition, OtherRows, PositionCard } from './OtherPositions.tsx'
import { shareBps } from './shareBps.ts'
import { useLastPrice } from './useLastPrice.ts'

interface PositionsProps {
  readonly token: TokenDetail
  readonly position: Position | undefined
  /** The wallet's other positions, largest first. */
  readonly others: readonly OtherPosition[]
  /** Sell buttons for the balance, in raw units. */
  readonly sell: (token: TokenDetail, balance: bigint) => ReactNode
  /** Sell buttons for another token. */
  readonly sellOther: (one: OtherPosition) => ReactNode
}

/** The wallet in use and its balance of the token; `undefined` while unknown. */
export function useHeld({ mint, program }: Pick<TokenDetail, 'mint' | 'program'>) {
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  return { owner, balance: useTokenBalance(owner, mint, program) }
}

/** The wallet's positions, this token first, with cost and profit. */
export function Positions({ token, position, others, sell, sellOther }: PositionsProps) {
  const { symbol } = token
  const { owner, balance } = useHeld(token)
  if (owner === undefined) return <p className="hint dock-note">Create or connect a wallet to see your positions.</p>
  const isHeld = balance !== 0n || (position !== undefined && position.realised !== 0n)
  if (!isHeld && others.length === 0)
    return <p className="hint dock-note">You have no {symbol}. Your position and its cost show here after you buy.</p>
  const held = balance ?? null
  const selling = isHeld && held !== null && held !== 0n ? sell(token, held) : null
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
          {isHeld ? <HeldRow token={token} held={held} position={position} selling={selling} /> : null}
          <OtherRows others={others} sell={sellOther} />
        </tbody>
      </table>
      {isHeld ? <HeldCard token={token} held={held} position={position} selling={selling} /> : null}
      <OtherCards others={others} sell={sellOther} />
    </>
  )
}

interface HeldProps extends Pick<PositionsProps, 'token' | 'position'> {
  readonly held: bigint | null
  readonly selling: ReactNode
}

/** Values this token's position at the last price, and finds its cost. */
function useWorth({ token, held, position }: HeldProps) {
  const price = useLastPrice(token)
  const { data } = useQuery(saleProceedsQuery(token, held ?? 0n))
  const value = holdingValue(worthLamports(held, price, token), data)
  // Tokens that were not bought have no known cost. The balance may also be newer than the transactions.
  const cost = position !== undefined && position.bought === held ? position.cost : null
  const gain = value === null || cost === null ? null : value - cost
  const gainBps = gain === null || cost === null ? null : shareBps(gain, cost)
  const average =
    cost === null || held === null || held === 0n ? null : solPerToken({ numerator: cost, denominator: held }, token)
  return { price, value, cost, gain, gainBps, average }
}

function HeldRow(props: HeldProps) {
  const { token, held, position, selling } = props
  const { symbol } = token
  const { price, value, cost, gain, gainBps, average } = useWorth(props)
  return (
    <tr aria-current="true">
      <td>
        <span className="name">
          <Picture source={token.picture} symbol={symbol} size={20} />
          <b>{symbol}</b>
        </span>
      </td>
      <td>
        <Amount raw={held} of={token} digits="compact" />
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
        <Gain lamports={gain} bps={gainBps} />
      </td>
      <td>
        <Sol lamports={position?.realised ?? null} digits={{ fraction: 3 }} sign="shown" />
      </td>
      <td>{selling}</td>
    </tr>
  )
}

function HeldCard(props: HeldProps) {
  const { token, held, selling } = props
  const { value, gainBps, average } = useWorth(props)
  return (
    <PositionCard
      picture={<Picture source={token.picture} symbol={token.symbol} />}
      name={held === null ? token.symbol : <Amount raw={held} of={token} digits="compact" unit={token.symbol} />}
      average={average}
      value={value}
      bps={gainBps}
      selling={selling}
    />
  )
}
