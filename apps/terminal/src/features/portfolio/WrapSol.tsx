import { type Address, type Owner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { useState } from 'react'
import { useStore } from '../../data/store.ts'
import { usePriorityFee } from '../../data/trade/usePriorityFee.ts'
import { underwayOf } from '../../data/underway.ts'
import { openerOf, session, unlockDialog } from '../../data/wallets/session.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { useTokenBalance } from '../../data/wallets/useTokenBalance.ts'
import { sendWrap, wrapOf } from '../../data/wrap/wrapping.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { faultText } from '../../text/tradeSteps.ts'
import { atMost, readSol } from '../../text/typed.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'

interface WrapSolProps {
  readonly address: Address
  /** Unset while the wallet is locked. */
  readonly owner: Owner | undefined
}

/** Wraps and unwraps SOL. */
export function WrapSol({ address, owner }: WrapSolProps) {
  const [text, setText] = useState('')
  const [isBegun, setBegun] = useState(false)
  const lamports = useBalance(address)
  const wrapped = useTokenBalance(address, wrappedNativeMint, tokenProgram)
  const fee = usePriorityFee(address)
  const underway = useStore(underwayOf(wrapOf(address)))
  const typed = atMost(readSol(text), lamports, 'SOL')
  const fault = text.trim() === '' || 'value' in typed ? undefined : faultText(typed.reason)
  const isBusy = isBegun || underway !== 'none' || fee === undefined
  const send = async (amount: bigint | 'all') => {
    if (owner === undefined) return unlockDialog.set('open')
    if (isBusy || fee === undefined) return
    setBegun(true)
    const isDone = await sendWrap(owner, amount, fee)
    setBegun(false)
    if (isDone && amount !== 'all') setText('')
  }
  const opener = owner === undefined ? ` (${openerOf(session.get()).label.toLowerCase()} first)` : ''
  const canWrap = 'value' in typed && !isBusy
  return (
    <section className="card" aria-label="Wrapped SOL">
      <form
        className="wrap-sol"
        onSubmit={event => {
          event.preventDefault()
          if ('value' in typed) void send(typed.value)
        }}
      >
        <div className="wrap-words">
          <h2>Wrapped SOL</h2>
          <p className="hint">
            Some programs accept SOL only as a token. Tern wraps SOL for you when a trade needs it.
          </p>
        </div>
        <Field
          label="Amount of SOL"
          inputMode="decimal"
          placeholder="0"
          autoComplete="off"
          value={text}
          error={fault}
          onChange={event => setText(event.target.value)}
          end={<span className="faint">SOL</span>}
        />
        <div className="wrap-actions">
          <Button type="submit" look="paper" blocked={!canWrap}>
            {underway === 'none' ? `Wrap${opener}` : 'Sending transaction...'}
          </Button>
          {wrapped === undefined || wrapped === 0n ? null : (
            <Button blocked={isBusy} onClick={() => void send('all')}>
              Unwrap {wholeText(wrapped, inSol)} SOL{opener}
            </Button>
          )}
        </div>
        <UnrealLine />
      </form>
    </section>
  )
}
