import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { unlockDialog } from '../../data/session.ts'
import type { TokenDetail } from '../../data/token.ts'
import { Amount, Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { MainButton, Side } from './panel.ts'
import { Receipt } from './Receipt.tsx'
import './trade.css'
import { useTrade } from './useTrade.ts'

const buyPresets = ['0.1', '0.25', '0.5', '1'] as const
const sellShares = [25n, 50n, 100n] as const

const tabs = [
  { name: 'buy', label: <TabLabel word="Buy" keyName="B" />, look: 'buy' },
  { name: 'sell', label: <TabLabel word="Sell" keyName="S" />, look: 'sell' },
] as const

function TabLabel({ word, keyName }: { word: string; keyName: string }) {
  return (
    <>
      {word}{' '}
      <span className="desk-only" aria-hidden="true">
        <kbd>{keyName}</kbd>
      </span>
    </>
  )
}

/** Buys and sells one token: what you type, what it comes to to the last lamport, and one button. */
export function TradePanel({ token }: { token: TokenDetail }) {
  const trade = useTrade(token)
  const { panel, change } = trade
  const { side } = panel
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useSideKeys(side => {
    change({ kind: 'side', side })
    field.current?.focus()
    field.current?.select()
  })
  const amount = panel.amounts[side]
  const setAmount = (text: string) => change({ kind: 'amount', text })
  const submitOnEnter = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement
    if (isField && event.key === 'Enter' && !event.repeat && trade.button.kind === 'trade') trade.send()
  }
  return (
    <div className="trade">
      <Tabs
        label="Side"
        tabs={tabs}
        selected={side}
        onSelect={next => change({ kind: 'side', side: next })}
        panel={`${id}-panel`}
      />
      <div
        className="trade-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-panel-${side}`}
        onKeyDown={submitOnEnter}
      >
        <div className="trade-amount">
          <label htmlFor={id}>Amount</label>
          <div className="amount-field">
            <input
              ref={field}
              id={id}
              type="text"
              inputMode="decimal"
              placeholder="0"
              value={amount}
              onChange={event => setAmount(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-have`}
            />
            <span className="soft">{side === 'buy' ? 'SOL' : token.symbol}</span>
            {side === 'buy' ? (
              <Button size="small" onClick={() => void trade.fillMost?.()} blocked={trade.fillMost === undefined}>
                Max
              </Button>
            ) : null}
          </div>
          <p className="hint trade-have" id={`${id}-have`}>
            <span>You have</span>
            <span>
              {side === 'buy' ? (
                <Sol lamports={trade.solBalance ?? null} digits={{ fraction: 5 }} unit="SOL" />
              ) : (
                <Amount raw={trade.tokenBalance ?? null} decimals={token.decimals} digits="whole" unit={token.symbol} />
              )}
            </span>
          </p>
        </div>
        {side === 'buy' ? (
          <div className="presets">
            {buyPresets.map(preset => (
              <Button key={preset} aria-pressed={amount === preset} onClick={() => setAmount(preset)}>
                {preset}
              </Button>
            ))}
          </div>
        ) : (
          <div className="presets">
            {sellShares.map(share => (
              <Button key={share} onClick={() => trade.fillShare(share)} blocked={!trade.tokenBalance}>
                {String(share)}%
              </Button>
            ))}
          </div>
        )}
        <div className="trade-settings">
          <Field
            label="Slippage"
            slim
            inputMode="decimal"
            value={panel.slippage}
            onChange={event => change({ kind: 'slippage', text: event.target.value })}
            autoComplete="off"
            end={<span className="faint">%</span>}
          />
          <Field
            label="Priority fee"
            slim
            inputMode="decimal"
            value={panel.priority}
            onChange={event => change({ kind: 'priority', text: event.target.value })}
            autoComplete="off"
            end={<span className="faint">SOL</span>}
          />
        </div>
        <Receipt
          receipt={trade.receipt}
          symbol={token.symbol}
          sold={trade.sold}
          slippageText={`${panel.slippage}%`}
          isPending={trade.isPlanning}
        />
        {token.transferFeeBps ? (
          <p className="note">
            <b>! This token takes {token.transferFeeBps / 100}% of every transfer,</b> when you buy and again when you
            sell.
          </p>
        ) : null}
        {trade.curveEnd === undefined ? null : <CurveEnd stage={trade.curveEnd} symbol={token.symbol} />}
        <MainAction button={trade.button} side={side} send={trade.send} step={`${id}-step`} />
        {trade.step === undefined ? null : (
          <p className="hint trade-step" id={`${id}-step`}>
            {trade.step}
          </p>
        )}
        <UnrealLine />
      </div>
    </div>
  )
}

/** What becomes of a token whose bonding curve is sold out. */
function CurveEnd({ stage, symbol }: { stage: 'complete' | 'migrated'; symbol: string }) {
  return (
    <p className="note plain">
      <b>The bonding curve of {symbol} is complete.</b>{' '}
      {stage === 'complete'
        ? 'Every token it had is sold. Its SOL moves to a pool next, and trading goes on there; what you hold stays yours.'
        : 'Its SOL has moved to a pool, and trading goes on there. This server lists no such pool; what you hold stays yours.'}
    </p>
  )
}

interface MainActionProps {
  readonly button: MainButton
  readonly side: Side
  readonly send: () => void
  /** The id of what says what to do about the button's reason. */
  readonly step: string
}

function MainAction({ button, side, send, step }: MainActionProps) {
  switch (button.kind) {
    case 'start':
      return (
        <Link to="/" className="button paper main">
          {button.label}
        </Link>
      )
    case 'unlock':
      return (
        <Button look="paper" size="main" onClick={() => unlockDialog.set('open')}>
          {button.label}
        </Button>
      )
    case 'blocked':
      return (
        <Button size="main" blocked aria-describedby={step}>
          {button.label}
        </Button>
      )
    case 'trade':
      return (
        <Button look={side} size="main" onClick={send}>
          {button.label}{' '}
          <span aria-hidden="true">
            <kbd>Enter</kbd>
          </span>
        </Button>
      )
  }
}

/** `B` and `S` go to the amount of their side, except while somebody types. */
function useSideKeys(go: (side: Side) => void) {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey
      const side = event.key === 'b' ? 'buy' : event.key === 's' ? 'sell' : undefined
      if (isTyping || side === undefined || unlockDialog.get() === 'open') return
      event.preventDefault()
      latest.current(side)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
