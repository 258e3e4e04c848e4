import type { TradePreview as Planned } from '@tern/client'
import { parseAddress } from '@tern/core'
import { useState } from 'react'
import type { MainButton } from '../data/trade/mainButton.ts'
import { inSol, unscaled } from '../text/numberText.ts'
import { AmountLeg } from '../ui/AmountLeg.tsx'
import { Button } from '../ui/Button.tsx'
import { ConnectDialog } from '../ui/ConnectDialog.tsx'
import { ImpactDialog } from '../ui/ImpactDialog.tsx'
import { RisksDialog } from '../ui/RisksDialog.tsx'
import { TradeButton } from '../ui/TradeButton.tsx'
import { TradePreview } from '../ui/TradePreview.tsx'
import { UseLargest } from '../ui/UseLargest.tsx'
import { Part } from './Part.tsx'

const nothing = () => {}

const mint = parseAddress('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')

const planned: Planned = {
  get: {
    token: { mint, decimals: 6, program: parseAddress('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb') },
    expected: 17_379_400_000_000n,
    afterTransferFee: 16_858_018_000_000n,
    minimum: 14_835_056_000_000n,
    isVerified: true,
    priceImpact: { numerator: 284n, denominator: 10_000n },
    breakEven: { numerator: 113n, denominator: 1_000n },
  },
  pay: [
    { kind: 'amount', label: 'Amount', lamports: 500_000_000n },
    { kind: 'tradeFee', label: 'Trade fee 1%', lamports: 5_000_000n },
    { kind: 'priority', label: 'Priority fee', lamports: 1_000_000n },
    { kind: 'bribe', label: 'Bribe', lamports: 430_000n },
    { kind: 'rent', label: 'Account rent', lamports: 2_039_280n, note: 'returned' },
    { kind: 'margin', label: 'Reserve (stays in your wallet)', lamports: 50_000n },
  ],
  totalLamports: 508_519_280n,
}

const unverified: Planned = { ...planned, get: { ...planned.get, isVerified: false } }

const previews = [
  { preview: planned, isPending: false },
  { preview: unverified, isPending: true },
  { preview: undefined, isPending: true },
  { preview: undefined, isPending: false },
] as const

/** Sides of a swap or a deposit: typed, from the quote, and without a wallet. */
export function AmountLegs() {
  const [text, setText] = useState('0.5')
  const unit = { ...inSol, symbol: 'SOL' }
  const leg = { token: unit, onType: setText, onEnter: nothing, end: (id: string) => <b id={id}>SOL</b> }
  return (
    <Part title="Amounts of a form">
      <div className="sheet-halves">
        <AmountLeg
          {...{ ...leg, label: 'Amount of SOL', value: text, isQuoted: false, isPending: false }}
          held={12_350_000_000n}
          onShare={nothing}
        />
        <AmountLeg
          {...{ ...leg, label: 'You receive', value: '0.25', isQuoted: true, isPending: true }}
          held={null}
          below="worth 0.25 SOL"
        />
      </div>
    </Part>
  )
}

/** Previews: computed, updating without verification on chain, loading, and without an amount. */
export function Previews() {
  return (
    <Part title="Preview of a trade">
      <div className="sheet-halves">
        {previews.map(({ preview, isPending }) => (
          <TradePreview
            key={`${preview === undefined} ${isPending}`}
            side="buy"
            token={{ ...unscaled(6), symbol: 'KITE' }}
            sold={undefined}
            slippageBps={isPending ? 6_000 : 2_500}
            preview={preview}
            isPending={isPending}
          />
        ))}
      </div>
    </Part>
  )
}

const confirming: MainButton = { kind: 'confirm', label: 'Review: price impact 12.4%' }
const moving: Planned = { ...planned, get: { ...planned.get, priceImpact: { numerator: 124n, denominator: 1_000n } } }

const tooMuch: MainButton = { kind: 'blocked', label: 'No enough SOL to buy tokens', largest: 12_350_000_000n }

const buttons: readonly MainButton[] = [
  tooMuch,
  { kind: 'unlock', label: 'Unlock' },
  { kind: 'review', label: 'Review risks' },
  confirming,
  { kind: 'trade', label: 'Buy KITE' },
]

export function MainButtons() {
  const [shown, setShown] = useState<'risks' | 'impact' | 'connect'>()
  const close = () => setShown(undefined)
  return (
    <Part title="Main button, dialogs">
      <div className="sheet-halves">
        {buttons.map(button => (
          <TradeButton
            key={button.kind}
            button={button}
            side="buy"
            onTrade={nothing}
            onReview={() => setShown('risks')}
            onConfirm={() => setShown('impact')}
            describedBy=""
          />
        ))}
        <Button onClick={() => setShown('connect')}>Connect a wallet</Button>
        <UseLargest button={tooMuch} of={inSol} onUse={nothing} />
      </div>
      {shown === 'risks' ? (
        <RisksDialog symbol="KITE" risks={dangers} onAccept={close} onClose={close} />
      ) : shown === 'impact' ? (
        <ImpactDialog side="buy" preview={moving} button={confirming} onTrade={close} onClose={close} />
      ) : shown === 'connect' ? (
        <ConnectDialog onConnected={close} onClose={close} />
      ) : null}
    </Part>
  )
}

const dangers = [
  {
    state: 'danger',
    text: 'Transfer fee 3%',
    why: 'The token keeps this share of every transfer, on buys and on sells.',
  },
] as const
