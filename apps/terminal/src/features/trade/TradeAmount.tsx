import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { TokenDetail } from '../../data/market/token.ts'
import { Amount, Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { isLong } from '../../ui/isLong.ts'
import { WithoutInterest } from '../../ui/WithoutInterest.tsx'
import type { Trade } from './useTrade.ts'

interface TradeAmountProps {
  readonly trade: Trade
  readonly token: TokenDetail
  readonly field: Ref<HTMLInputElement>
  /** Id of the field. */
  readonly id: string
  readonly onEnter: () => void
}

/** The field of the amount, and the balance that it may use. */
export function TradeAmount({ trade, token, field, id, onEnter }: TradeAmountProps) {
  const { side } = trade.panel
  return (
    <div className="trade-amount">
      <div className="amount-field">
        <label htmlFor={id}>Amount</label>
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="decimal"
          placeholder="0"
          value={trade.panel.amounts[side]}
          data-long={isLong(trade.panel.amounts[side])}
          onChange={event => trade.change({ kind: 'amount', side, text: event.target.value })}
          onKeyDown={event => {
            if (event.key === 'Enter') onEnter()
          }}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-have`}
        />
        <span className="soft">{side === 'buy' ? 'SOL' : token.symbol}</span>
        <Button size="small" onClick={() => trade.fillMost?.()} blocked={trade.fillMost === undefined}>
          Max
        </Button>
      </div>
      <p className="hint trade-have" id={`${id}-have`}>
        <span>You have</span>
        <span>
          {side === 'buy' ? (
            <Sol lamports={trade.solBalance ?? null} digits={{ fraction: 5 }} unit="SOL" />
          ) : (
            <>
              <Amount raw={trade.tokenBalance ?? null} of={token} digits="whole" unit={token.symbol} />
              <WithoutInterest raw={trade.tokenBalance} of={token} unit={token.symbol} />
            </>
          )}
        </span>
      </p>
      {trade.tokenBalance === undefined || trade.tokenBalance === 0n ? null : (
        <Link to="/swap" search={{ from: token.mint }} className="hint trade-swap">
          Swap from {token.symbol}
        </Link>
      )}
    </div>
  )
}
