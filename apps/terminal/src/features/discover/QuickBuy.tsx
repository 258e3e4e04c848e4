import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { checksOf, risksOf } from '../../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { useSettings } from '../../data/settings/settings.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { acceptRisks, useAcceptedRisks } from '../../data/trade/acceptedRisks.ts'
import { pressOnce } from '../../data/trade/press.ts'
import { sendTrade } from '../../data/trade/sendTrade.ts'
import { useTradeFees, useWay } from '../../data/trade/tradeFees.ts'
import { useTradePlan } from '../../data/trade/useTradePlan.ts'
import { inSol, plainDecimal } from '../../text/numberText.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ImpactDialog } from '../../ui/ImpactDialog.tsx'
import { MoneyMark, UnrealLine } from '../../ui/MoneyMark.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'
import { TradeReceipt } from '../../ui/TradeReceipt.tsx'
import { UseLargest } from '../../ui/UseLargest.tsx'

interface QuickBuyProps {
  readonly token: Listing
  /** Instead of what the settings say. */
  readonly lamports?: bigint
  readonly onClose: () => void
}

/** The receipt of a quick buy, and its one button. */
export function QuickBuy({ token, lamports, onClose }: QuickBuyProps) {
  const { mint, symbol } = token
  const { quickBuy } = useSettings()
  const [instead, setInstead] = useState(lamports)
  const amount = instead ?? quickBuy
  const preset = usePreset()
  const { data: facts } = useQuery(tokenFactsQuery(mint))
  const risks = risksOf(checksOf(token, facts))
  const isAccepted = useAcceptedRisks(mint, risks)
  const plan = useTradePlan({
    token,
    side: 'buy',
    amountOf: () => ({ value: amount }),
    slippage: { value: preset.slippageBps.buy },
    fees: useWay(preset, useTradeFees(preset.fee, token.pool, 'buy')),
    feeKind: preset.fee.kind,
    mevProtection: preset.mevProtection,
    review: isAccepted ? undefined : 'Accept these risks',
  })
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const receipt = plan.planned?.trade.receipt
  const send = () => {
    const { planned, owner } = plan
    if (planned === undefined || owner === undefined) return
    const wish = { token, side: 'buy', amountIn: amount, slippageBps: preset.slippageBps.buy } as const
    void pressOnce({ ...wish, owner: owner.address }, press => sendTrade(planned, token, press))
    onClose()
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement
    if (event.key !== 'Enter' || isOnButton) return
    if (plan.button.kind === 'trade') send()
    if (plan.button.kind === 'confirm') setAsking(true)
  }
  return (
    <Dialog title={`Quick buy ${symbol}`} onClose={onClose} marker={<MoneyMark />}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter presses the main button, as in a form */}
      <div className="dialog-body trade-dialog" onKeyDown={sendOnEnter}>
        <p className="soft">
          {plainDecimal(amount, inSol)} SOL of {token.name} <ShortAddress address={mint} />, with the preset{' '}
          {preset.name}.
        </p>
        {risks.map(({ state, text, why }) => (
          <div key={text} className="risk">
            <Chip kind={state}>{text}</Chip>
            <p className="hint">{why}</p>
          </div>
        ))}
        <TradeReceipt
          side="buy"
          receipt={receipt}
          token={token}
          sold={undefined}
          slippageBps={preset.slippageBps.buy}
          isPending={plan.isPlanning}
        />
        <TradeButton
          button={plan.button}
          side="buy"
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
          of={inSol}
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
      {isAsking && receipt !== undefined ? (
        <ImpactDialog
          side="buy"
          receipt={receipt}
          button={plan.button}
          onTrade={send}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Dialog>
  )
}
