import { type KeyboardEvent, useId } from 'react'
import type { SwapSide } from '../../data/swap/swapButton.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isLong } from '../../ui/isLong.ts'
import { Picture } from '../../ui/Picture.tsx'
import { WithoutInterest } from '../../ui/WithoutInterest.tsx'

interface LegProps {
  readonly side: SwapSide
  readonly token: SwapToken | undefined
  /** The typed text, or the quote's amount. */
  readonly value: string
  /** Whether the value comes from the quote. */
  readonly isQuoted: boolean
  readonly isPending: boolean
  /** Raw units; `undefined` while unknown, `null` without a wallet. */
  readonly held: bigint | null | undefined
  readonly onType: (text: string) => void
  readonly onEnter: () => void
  readonly onPick: () => void
  /** Fills in a part of the balance. Unset: not offered. */
  readonly onShare?: (part: 'half' | 'all') => void
  /** Set to false while Max is not known. */
  readonly canFillAll?: boolean
}

const labels = { pay: 'You pay', receive: 'You receive' } as const
const pickers = { pay: 'Token to pay', receive: 'Token to receive' } as const

/** A side of a swap: an amount and its token. */
export function Leg({
  side,
  token,
  value,
  isQuoted,
  isPending,
  held,
  onType,
  onEnter,
  onPick,
  onShare,
  canFillAll = true,
}: LegProps) {
  const id = useId()
  const symbol = token?.symbol ?? 'Choose a token'
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
  }
  return (
    <div className={`swap-leg${isQuoted ? ' quoted' : ''}`} aria-busy={isQuoted && isPending}>
      <div className="swap-leg-line">
        <label htmlFor={id}>{labels[side]}</label>
        {token === undefined || held === null ? null : (
          <span className="swap-held" id={`${id}-held`}>
            <span className="faint">
              <Amount raw={held} of={token} digits="whole" unit={token.symbol} />
              {side === 'receive' ? ' held' : null}
              <WithoutInterest raw={held} of={token} unit={token.symbol} />
            </span>
            {onShare === undefined ? null : (
              <>
                <Button size="small" aria-label="Half" onClick={() => onShare('half')}>
                  ½
                </Button>
                <Button size="small" blocked={!canFillAll} onClick={() => onShare('all')}>
                  Max
                </Button>
              </>
            )}
          </span>
        )}
      </div>
      <div className="swap-leg-line">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          placeholder="0"
          autoComplete="off"
          spellCheck={false}
          value={value}
          data-long={isLong(value)}
          onChange={event => onType(event.target.value)}
          onKeyDown={enter}
          aria-describedby={token === undefined ? undefined : `${id}-token`}
        />
        <span className="swap-token">
          <Button size="large" aria-label={pickers[side]} aria-describedby={`${id}-token`} onClick={onPick}>
            {token === undefined ? null : <Picture source={token.picture} symbol={token.symbol} size={20} />}
            <span id={`${id}-token`}>{symbol}</span>
            <Icon name="chevronDown" size="small" />
          </Button>
        </span>
      </div>
    </div>
  )
}
