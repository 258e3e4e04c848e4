import { CatchBoundary, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEscape, useKey } from '../../data/keys/keyHandlers.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { useSettings } from '../../data/settings/settings.ts'
import { changePreset } from '../../data/settings/usePreset.ts'
import { disarmInstant, useInstant } from '../../data/trade/instant.ts'
import type { Side } from '../../data/trade/planWithProviders.ts'
import { watchPresses } from '../../data/trade/press.ts'
import { unlockDialog } from '../../data/wallets/session.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { inSol } from '../../text/numberText.ts'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'
import { TradePreview } from '../../ui/TradePreview.tsx'
import { UseLargest } from '../../ui/UseLargest.tsx'
import { Amounts } from './Amounts.tsx'
import { ExecutionPresets } from './ExecutionPresets.tsx'
import { applyToPanel } from './panelStore.ts'
import { Route } from './Route.tsx'
import './trade.css'
import { TradeAmount } from './TradeAmount.tsx'
import { TradeSettings } from './TradeSettings.tsx'
import { type Trade, useTrade } from './useTrade.ts'

/** Load after the page, or when first needed. */
const ImpactDialog = lazyPage(() => import('../../ui/ImpactDialog.tsx'), 'ImpactDialog')
const RisksDialog = lazyPage(() => import('../../ui/RisksDialog.tsx'), 'RisksDialog')
const CurveEnd = lazyPage(() => import('./CurveEnd.tsx'), 'CurveEnd')

/** A side with its current key. */
function TabLabel({ word, keyText }: { word: string; keyText: string }) {
  return (
    <>
      {word}{' '}
      <span className="desk-only" aria-hidden="true">
        <Keys text={keyText} />
      </span>
    </>
  )
}

interface TradePanelProps {
  readonly token: TokenDetail
  /** Called when a key or a toast asks for a side, so that the sheet can open. */
  readonly onAsked?: () => void
}

/** Buys and sells one token: an amount, its exact preview and one button. */
export function TradePanel({ token, onAsked }: TradePanelProps) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  /** Shows a side, also when a toast leads back from another page. */
  const ask = (next: Side) => {
    if (field.current === null) void navigate({ to: '/t/$mint', params: { mint: token.mint } })
    // Render now, so that a field that has just appeared takes the focus and the next key.
    flushSync(() => {
      applyToPanel(token.mint, { kind: 'side', side: next })
      onAsked?.()
    })
    field.current?.focus()
    field.current?.select()
  }
  const trade = useTrade(token, ask)
  const { keys } = useSettings()
  const { panel, change } = trade
  const { side } = panel
  const preview = trade.planned?.trade.preview
  const id = useId()
  const [asked, setAsked] = useState<'risks' | 'impact'>()
  usePreload(ImpactDialog)
  usePreload(RisksDialog)
  usePreload(CurveEnd)
  useTradeKeys(trade, ask)
  useEffect(() => watchPresses(), [])
  const submit = () => {
    if (trade.button.kind === 'trade') trade.send()
    if (trade.button.kind === 'unlock') unlockDialog.set('open')
    if (trade.button.kind === 'review') setAsked('risks')
    if (trade.button.kind === 'confirm') setAsked('impact')
  }
  return (
    <div className="trade">
      <Tabs
        label="Side"
        tabs={[
          { name: 'buy', label: <TabLabel word="Buy" keyText={keys.buy} />, look: 'buy' },
          { name: 'sell', label: <TabLabel word="Sell" keyText={keys.sell} />, look: 'sell' },
        ]}
        selected={side}
        onSelect={next => change({ kind: 'side', side: next })}
        panel={`${id}-panel`}
      />
      <div className="trade-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-panel-${side}`}>
        <TradeAmount trade={trade} token={token} field={field} id={id} onEnter={submit} />
        <Amounts trade={trade} symbol={token.symbol} />
        <ExecutionPresets onChosen={() => change({ kind: 'preset' })} />
        <TradeSettings trade={trade} />
        <TradePreview
          side={side}
          preview={preview}
          token={token}
          sold={trade.sold}
          slippageBps={trade.slippageBps}
          isPending={trade.isPlanning}
        />
        <Route trade={trade} />
        {token.transferFeeBps ? (
          <p className="note">
            <b>! This token takes {token.transferFeeBps / 100}% of every transfer,</b> when you buy and again when you
            sell.
          </p>
        ) : null}
        {trade.curveEnd === undefined || trade.pool?.curve === undefined ? null : (
          <CatchBoundary getResetKey={() => trade.pool?.curve?.stage ?? ''} errorComponent={() => null}>
            <Suspense>
              <CurveEnd curve={trade.pool} symbol={token.symbol} />
            </Suspense>
          </CatchBoundary>
        )}
        <div className="trade-foot">
          {trade.step === undefined ? null : (
            <p className="hint trade-step" id={`${id}-step`}>
              {trade.step}
            </p>
          )}
          <UseLargest
            button={trade.button}
            of={side === 'buy' ? inSol : token}
            onUse={(raw, by) => {
              trade.fill(raw)
              if (by === 'keys') field.current?.focus()
            }}
          />
          <TradeButton
            button={trade.button}
            side={side}
            onTrade={trade.send}
            onReview={() => setAsked('risks')}
            onConfirm={() => setAsked('impact')}
            describedBy={`${id}-step`}
          />
          <UnrealLine />
        </div>
      </div>
      <AwaitDialog>
        {asked === 'risks' ? (
          <RisksDialog
            symbol={token.symbol}
            risks={trade.risks}
            onAccept={() => {
              trade.accept()
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
        {asked === 'impact' && preview !== undefined ? (
          <ImpactDialog
            side={side}
            preview={preview}
            button={trade.button}
            onTrade={() => {
              trade.send()
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </AwaitDialog>
    </div>
  )
}

/**
 * Keys: the sides, the amounts (filled in, or sent while Instant is armed), MEV protection, and Escape to disarm
 * Instant.
 */
function useTradeKeys(trade: Trade, ask: (side: Side) => void) {
  const instant = useInstant()
  useKey('buy', () => ask('buy'))
  useKey('sell', () => ask('sell'))
  useKey('amount1', () => trade.fillAt(0))
  useKey('amount2', () => trade.fillAt(1))
  useKey('amount3', () => trade.fillAt(2))
  useKey('amount4', () => trade.fillAt(3))
  const send = (place: number) => (instant === 'armed' ? () => trade.chooseAt(place) : undefined)
  useKey('send1', send(0))
  useKey('send2', send(1))
  useKey('send3', send(2))
  useKey('send4', send(3))
  useKey('mevGuard', () => changePreset({ mevProtection: !trade.preset.mevProtection }))
  useEscape(instant === 'armed' ? disarmInstant : undefined)
}
