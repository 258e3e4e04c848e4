import type { ComponentProps } from 'react'
import type { SwapSide } from '../../data/swap/swapButton.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'

interface LegProps extends Omit<ComponentProps<typeof AmountLeg>, 'label' | 'token' | 'heldWord' | 'end'> {
  readonly side: SwapSide
  readonly token: SwapToken | undefined
  readonly onPick: () => void
}

const labels = { pay: 'You pay', receive: 'You receive' } as const
const pickers = { pay: 'Token to pay', receive: 'Token to receive' } as const

/** A side of a swap: an amount and its token. */
export const Leg = ({ side, token, onPick, ...leg }: LegProps) => (
  <AmountLeg
    {...leg}
    label={labels[side]}
    token={token}
    {...(side === 'receive' && { heldWord: 'held' })}
    end={id => (
      <Button size="large" aria-label={pickers[side]} aria-describedby={id} onClick={onPick}>
        {token === undefined ? null : <Picture source={token.picture} symbol={token.symbol} size={20} />}
        <span id={id}>{token?.symbol ?? 'Choose a token'}</span>
        <Icon name="chevronDown" size="small" />
      </Button>
    )}
  />
)
