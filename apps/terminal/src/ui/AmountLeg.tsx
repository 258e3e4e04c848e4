import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { TokenUnit } from '../text/numberText.ts'
import { Amount } from './Amount.tsx'
import { Button } from './Button.tsx'
import { isLong } from './isLong.ts'
import { WithoutInterest } from './WithoutInterest.tsx'
import './amountLeg.css'

interface AmountLegProps {
  readonly label: string
  /** The typed text, or the quote's amount. */
  readonly value: string
  /** Whether the value comes from the quote. */
  readonly isQuoted: boolean
  readonly isPending: boolean
  /** Unset: no token is chosen. */
  readonly token: (TokenUnit & { readonly symbol: string }) | undefined
  /** Raw units that the wallet holds; `undefined` while unknown, `null` without a wallet. */
  readonly held: bigint | null | undefined
  /** A word after the balance. */
  readonly heldWord?: string
  readonly onType: (text: string) => void
  readonly onEnter: () => void
  /** Fills in a part of the balance. Unset: not offered. */
  readonly onShare?: (part: 'half' | 'all') => void
  /** Names the token in the buttons' labels, because the form has several balances. */
  readonly shareOf?: string
  /** Set to false while Max is not known. */
  readonly canFillAll?: boolean
  /** A line below the amount. `null`: an empty line, so that all sides are equally high. Unset: no line. */
  readonly below?: ReactNode
  /** The token, at the end of the line; it has the id that it gets. */
  readonly end: (id: string) => ReactNode
}

/** A side of a swap or a deposit: an amount of a token, with the balance. */
export function AmountLeg({ label, value, isQuoted, isPending, token, held, ...props }: AmountLegProps) {
  const { heldWord, onType, onEnter, onShare, shareOf, canFillAll = true, below, end } = props
  const id = useId()
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter()
  }
  return (
    <div className={`amount-leg${isQuoted ? ' quoted' : ''}`} aria-busy={isQuoted && isPending}>
      <div className="amount-leg-line">
        <label htmlFor={id}>{label}</label>
        {token === undefined || held === null ? null : (
          <span className="amount-leg-held">
            <span className="faint">
              <Amount raw={held} of={token} digits="whole" unit={token.symbol} />
              {heldWord === undefined ? null : ` ${heldWord}`}
              <WithoutInterest raw={held} of={token} unit={token.symbol} />
            </span>
            {onShare === undefined ? null : (
              <>
                <Button
                  size="small"
                  aria-label={shareOf === undefined ? 'Half' : `Half of ${shareOf}`}
                  onClick={() => onShare('half')}
                >
                  ½
                </Button>
                <Button size="small" blocked={!canFillAll} onClick={() => onShare('all')}>
                  Max{shareOf === undefined ? null : <span className="visually-hidden"> {shareOf}</span>}
                </Button>
              </>
            )}
          </span>
        )}
      </div>
      <div className="amount-leg-line">
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
        <span className="amount-leg-token">{end(`${id}-token`)}</span>
      </div>
      {below === undefined ? null : <div className="amount-leg-below">{below}</div>}
    </div>
  )
}
