import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Listing } from '../data/market/listing.ts'
import { checksOf, risksOf } from '../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../data/market/tokenFacts.ts'
import { usePreset } from '../data/settings/usePreset.ts'
import { acceptRisks, useAcceptedRisks } from '../data/trade/acceptedRisks.ts'
import type { Side } from '../data/trade/planWithProviders.ts'
import { pressOnce } from '../data/trade/press.ts'
import { sendTrade } from '../data/trade/sendTrade.ts'
import { useProviderFees, useTradeFees } from '../data/trade/tradeFees.ts'
import { useTradePlan } from '../data/trade/useTradePlan.ts'
import { inSol, plainDecimal, wholeText } from '../text/numberText.ts'
import { ShortAddress } from './Address.tsx'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { Dialog } from './Dialog.tsx'
import { ImpactDialog } from './ImpactDialog.tsx'
import { MoneyMark, UnrealLine } from './MoneyMark.tsx'
import { TradeButton } from './TradeButton.tsx'
import { TradePreview } from './TradePreview.tsx'
import { UseLargest } from './UseLargest.tsx'

interface TradeDialogProps {
  readonly token: Listing
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly onClose: () => void
}

/** The preview of a trade that was pressed in a list, with its main button. */
export function TradeDialog({ token, side, amountIn, onClose }: TradeDialogProps) {
  const { mint, symbol } = token
  const [instead, setInstead] = useState<bigint>()
  const amount = instead ?? amountIn
  const preset = usePreset()
  const slippageBps = preset.slippageBps[side]
  const { data: facts } = useQuery(tokenFactsQuery(mint))
  const risks = side === 'buy' ? risksOf(checksOf(token, facts)) : []
  const isAccepted = useAcceptedRisks(mint, risks)
  const plan = useTradePlan({
    token,
    side,
    amountOf: () => ({ value: amount }),
    slippage: { value: slippageBps },
    fees: useProviderFees(preset, useTradeFees(preset.fee, token.pool, side)),
    feeKind: preset.fee.kind,
    mevProtection: preset.mevProtection,
    review: isAccepted ? undefined : 'Accept these risks',
  })
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const preview = plan.planned?.trade.preview
  const sold = side === 'sell' ? `${wholeText(amount, token)} ${symbol}` : undefined
  const send = () => {
    const { planned, owner } = plan
    if (planned === undefined || owner === undefined) return
    const wish = { token, side, amountIn: amount, slippageBps, owner: owner.address }
    void pressOnce(wish, press => sendTrade(planned, { token, press }))
    onClose()
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement
    if (event.key !== 'Enter' || isOnButton) return
    if (plan.button.kind === 'trade') send()
    if (plan.button.kind === 'confirm') setAsking(true)
  }
  return (
    <Dialog title={`${side === 'buy' ? 'Quick buy' : 'Sell'} ${symbol}`} onClose={onClose} marker={<MoneyMark />}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter presses the main button, as in a form */}
      <div className="dialog-body trade-dialog" onKeyDown={sendOnEnter}>
        <p className="soft">
          {side === 'buy' ? `Buy ${plainDecimal(amount, inSol)} SOL of ${symbol}` : `Sell ${sold}`} · {preset.name}{' '}
          preset · <ShortAddress address={mint} />
        </p>
        {risks.map(({ state, text, why }) => (
          <div key={text} className="risk">
            <Chip kind={state}>{text}</Chip>
            <p className="hint">{why}</p>
          </div>
        ))}
        <TradePreview
          side={side}
          preview={preview}
          token={token}
          sold={sold}
          slippageBps={slippageBps}
          isPending={plan.isPlanning}
        />
        <TradeButton
          button={plan.button}
          side={side}
          onTrade={send}
          onReview={() => acceptRisks(mint, risks)}
          onConfirm={() => setAsking(true)}
          describedBy={`${id}-step`}
        />
        {plan.step === undefined ? null : (
          <p className="hint" id={`${id}-step`}>
            {plan.step}
          </p>
        )}
        <UseLargest
          button={plan.button}
          of={side === 'buy' ? inSol : token}
          onUse={(raw, by) => {
            setInstead(raw)
            if (by === 'keys') cancel.current?.focus()
          }}
        />
        <Button ref={cancel} look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <UnrealLine />
      </div>
      {isAsking && preview !== undefined ? (
        <ImpactDialog
          side={side}
          preview={preview}
          button={plan.button}
          onTrade={send}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Dialog>
  )
}
