import { useQuery } from '@tanstack/react-query'
import type { SwapPlanRequest, SwapQuote } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { useState } from 'react'
import { useStore } from '../../data/store.ts'
import { sendSwap } from '../../data/swap/sendSwap.ts'
import { swapOf } from '../../data/swap/swapOf.ts'
import { useSwapToken } from '../../data/swap/swapTokens.ts'
import { restOfPlanQuery, type StoppedPlan, stoppedPlansQuery } from '../../data/trade/stoppedPlans.ts'
import type { SendingWish } from '../../data/trade/wishKey.ts'
import { underwayOf } from '../../data/underway.ts'
import { errorText } from '../../text/errorText.ts'
import { wholeText } from '../../text/numberText.ts'
import { Button } from '../../ui/Button.tsx'
import { midOf } from './routeFigures.ts'

const swaps = ['swap'] as const

interface StoppedSwapsProps {
  readonly address: Address
  /** Unset while the wallets are locked. */
  readonly owner: Owner | undefined
  /** How the rest is sent; `undefined` while unknown. */
  readonly sending: SendingWish | undefined
}

/** Swaps that stopped after some of their transactions landed. The rest can be swapped at current prices. */
export function StoppedSwaps({ address, ...rest }: StoppedSwapsProps) {
  const [left, setLeft] = useState<readonly string[]>([])
  const underway = useStore(underwayOf(swapOf(address)))
  // While a transaction may still land, it is not known if the swap has stopped.
  const { data = [] } = useQuery({
    ...stoppedPlansQuery<SwapPlanRequest>(address, swaps),
    enabled: underway === 'none',
  })
  if (underway !== 'none') return null
  return data
    .filter(({ id }) => !left.includes(id))
    .map(swap => (
      <Stopped key={swap.id} swap={swap} {...rest} onLeave={() => setLeft(before => [...before, swap.id])} />
    ))
}

interface StoppedProps extends Omit<StoppedSwapsProps, 'address'> {
  readonly swap: StoppedPlan<SwapPlanRequest>
  readonly onLeave: () => void
}

function Stopped({ swap: { id, landed, of, request }, owner, sending, onLeave }: StoppedProps) {
  const { token: pay } = useSwapToken(request.tokenIn)
  const { token: receive } = useSwapToken(request.tokenOut)
  const pair = `${pay?.symbol ?? '…'} for ${receive?.symbol ?? '…'}`
  return (
    <section className="card swap-stopped" aria-label="Stopped swap">
      <header>
        <h2>Your swap of {pair} is incomplete</h2>
      </header>
      <div className="card-body">
        <p>
          {landed} of {of} transactions landed.
        </p>
        {owner === undefined ? (
          <p className="hint">The tokens are in your wallet. Unlock it to swap the rest.</p>
        ) : sending === undefined ? null : (
          <Rest {...{ id, owner, sending, pair }} />
        )}
        <div className="button-row">
          <Button onClick={onLeave}>Dismiss</Button>
        </div>
      </div>
    </section>
  )
}

function Rest({ id, owner, sending, pair }: { id: string; owner: Owner; sending: SendingWish; pair: string }) {
  const { data: planned, error } = useQuery(restOfPlanQuery<SwapPlanRequest, SwapQuote>(id, owner, sending))
  const { token: pay } = useSwapToken(planned?.quote?.route.tokenIn.mint)
  const { token: receive } = useSwapToken(planned?.quote?.route.tokenOut.mint)
  const quote = planned?.quote
  const [reason] = planned?.reasons ?? []
  const why = error === null ? reason?.text : errorText(error)
  // A pool states no scale, so the amounts wait for the tokens.
  if (planned === undefined || quote === undefined || pay === undefined || receive === undefined)
    return (
      <p className={why === undefined ? 'hint' : 'hint warn'}>{why === undefined ? 'Getting price…' : `! ${why}`}</p>
    )
  const given = `${wholeText(quote.maxIn, pay)} ${pay.symbol}`
  const whole = `${given} for at least ${wholeText(quote.minOut, receive)} ${receive.symbol}`
  const send = () => {
    const mid = planned.plan && midOf(quote, planned.plan)
    void sendSwap(planned, owner, { pair, whole, held: [], ...mid })
  }
  return (
    <>
      <p>You hold at least {given} from it.</p>
      {why === undefined ? (
        <Button look="paper" onClick={send}>
          Swap the rest: {whole}
        </Button>
      ) : (
        <p className="hint warn">! {why}</p>
      )}
    </>
  )
}
