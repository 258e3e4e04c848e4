import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { typedAmount } from '@tern/core'
import { useEffect, useId, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { tokensQuery } from '../../data/market/tokens.ts'
import { useTokens } from '../../data/market/useTokens.ts'
import { useStore } from '../../data/store.ts'
import type { SwapSide } from '../../data/swap/swapButton.ts'
import { watchPresses } from '../../data/trade/press.ts'
import { useAsOfNow } from '../../data/useNow.ts'
import { unlockDialog } from '../../data/wallets/session.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { impactLevel, impactOfHalf, impactText } from '../../text/impact.ts'
import { Price } from '../../ui/Amount.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { NamesakeNotes } from '../../ui/NamesakeNotes.tsx'
import { PresetSettings } from '../../ui/PresetSettings.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'
import { UseLargest } from '../../ui/UseLargest.tsx'
import { AgeRing } from './AgeRing.tsx'
import { heldTexts } from './heldTexts.ts'
import { Leg } from './Leg.tsx'
import { PairChart } from './PairChart.tsx'
import { RecentSwaps } from './RecentSwaps.tsx'
import { RouteCard } from './RouteCard.tsx'
import { inverse, priceOf } from './routeFigures.ts'
import { StoppedSwaps } from './StoppedSwaps.tsx'
import { SwapPreview } from './SwapPreview.tsx'
import './swap.css'
import { searchOf } from './swapForm.ts'
import { applyToSwap, swapForm } from './swapStore.ts'
import { mintsOf, type SwapUnit, unitsOf } from './unitsOf.ts'
import { type Swap, useSwap } from './useSwap.ts'
import { Worth } from './Worth.tsx'
import { WrappedSol } from './WrappedSol.tsx'

/** Load after the page, or when first needed. */
const TokenPicker = lazyPage(() => import('../../ui/TokenPicker.tsx'), 'TokenPicker')
const SwapImpactDialog = lazyPage(() => import('./SwapImpactDialog.tsx'), 'SwapImpactDialog')

const route = getRouteApi('/swap')

/** Keeps the tokens in the page's address, so that a reload and a link have them. */
function useSwapAddress() {
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const form = useStore(swapForm)
  useEffect(() => {
    applyToSwap({ kind: 'open', search: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } })
  }, [from, to])
  const { pay, receive } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the form itself, because the effect above may have changed it
  useEffect(() => {
    void navigate({ search: searchOf(swapForm.get()), replace: true })
  }, [pay, receive, navigate])
}

/** The swap page: any token for any other, along the best route. */
export function SwapView() {
  useSwapAddress()
  const swap = useSwap()
  const { data: listings = [] } = useQuery(tokensQuery)
  const known = [swap.pay, swap.receive].filter(token => token !== undefined)
  const { units } = useTokens(mintsOf(swap.quote))
  const unit = unitsOf(swap.quote, [...listings, ...known], units)
  useEffect(() => {
    document.title = 'Swap · Tern'
  }, [])
  useEffect(() => watchPresses(), [])
  usePreload(TokenPicker)
  usePreload(SwapImpactDialog)
  return (
    <div className="page-body swap-page">
      <div className="page-head">
        <h1>Swap</h1>
        <span className="spacer" />
        <PresetSettings side={swap.slippageSide} />
      </div>
      {swap.address === undefined ? null : (
        <StoppedSwaps address={swap.address} owner={swap.unlocked} sending={swap.sending} />
      )}
      <div className="swap-columns">
        <Form swap={swap} unit={unit} listings={listings} />
        <div className="card-column">
          <RouteCard
            planned={swap.planned}
            receive={swap.receive}
            unitOf={unit}
            isPending={swap.isPlanning}
            refusal={swap.refusal}
          />
          {swap.pay === undefined || swap.receive === undefined ? null : (
            <PairChart pay={swap.pay} receive={swap.receive} listings={listings} />
          )}
          {swap.address === undefined ? null : <RecentSwaps owner={swap.address} />}
          {swap.address === undefined ? null : (
            <WrappedSol address={swap.address} owner={swap.unlocked} priorityFeeLamports={swap.priorityFeeLamports} />
          )}
        </div>
      </div>
    </div>
  )
}

interface FormProps {
  readonly swap: Swap
  readonly unit: (mint: string) => SwapUnit
  readonly listings: readonly Listing[]
}

function Form({ swap, unit, listings }: FormProps) {
  const { form, side, pay, receive, quote, plan, button } = swap
  const id = useId()
  const [asked, setAsked] = useState<SwapSide | 'impact'>()
  const send = () => swap.send(unit)
  const enter = () => {
    if (button.kind === 'trade') send()
    if (button.kind === 'unlock') unlockDialog.set('open')
    if (button.kind === 'confirm') setAsked('impact')
  }
  const leg = (of: SwapSide) => {
    const token = swap[of]
    const raw = swap.amounts[of]
    const quoted = token === undefined || raw === undefined ? '' : typedAmount(raw, token)
    return {
      ...{ side: of, token, value: of === side ? form.text : quoted, isQuoted: of !== side },
      ...{ isPending: swap.isPlanning, held: swap.address === undefined ? null : swap.held[of] },
      onType: (text: string) => applyToSwap({ kind: 'type', side: of, text }),
      onEnter: enter,
      below: <Worth token={token} raw={raw} listings={listings} />,
      onPick: () => setAsked(of),
    }
  }
  return (
    <section className="card swap-form" aria-label="Swap form">
      <div className="card-body">
        <div className="swap-legs">
          <Leg
            {...leg('pay')}
            {...(swap.held.pay === undefined ? {} : { onShare: swap.fillShare, canFillAll: swap.canFillAll })}
          />
          <span className="swap-flip">
            <Button
              shape="square"
              size="large"
              aria-label="Flip tokens"
              blocked={receive === undefined}
              onClick={() => applyToSwap({ kind: 'flip' })}
            >
              <Icon name="flip" />
            </Button>
          </span>
          <Leg {...leg('receive')} />
        </div>
        <NamesakeNotes tokens={[pay, receive]} />
        <Rate swap={swap} />
        <Notes swap={swap} unit={unit} />
        <SwapPreview
          quote={quote}
          plan={plan}
          pay={pay}
          receive={receive}
          slippageBps={swap.slippageBps}
          unitOf={unit}
          isPending={swap.isPlanning}
        />
        {swap.step === undefined ? null : (
          <p className="hint swap-step" id={`${id}-step`}>
            {swap.step}
          </p>
        )}
        {pay === undefined ? null : <UseLargest button={button} of={pay} onUse={raw => swap.fill(raw)} />}
        <TradeButton
          button={button}
          side="swap"
          onTrade={send}
          onReview={() => undefined}
          onConfirm={() => setAsked('impact')}
          describedBy={`${id}-step`}
        />
        <UnrealLine />
      </div>
      <AwaitDialog>
        {asked === 'pay' || asked === 'receive' ? (
          <TokenPicker
            title={asked === 'pay' ? 'Token to pay' : 'Token to receive'}
            owner={swap.address}
            onPick={mint => {
              applyToSwap({ kind: 'choose', side: asked, mint })
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
        {asked === 'impact' && quote !== undefined ? (
          <SwapImpactDialog
            impact={quote.route.priceImpact}
            button={button}
            onSwap={() => {
              send()
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </AwaitDialog>
    </section>
  )
}

/** The rate of the quote, and the quote's age. A press flips the rate. */
function Rate({ swap: { quote, pay, receive, atMs, refusal, button } }: { swap: Swap }) {
  const [isInverse, setInverse] = useState(false)
  const age = useAsOfNow(now => (atMs === undefined ? 0 : Math.max(0, Math.floor(now - atMs / 1000))))
  if (quote === undefined || pay === undefined || receive === undefined)
    // A visitor's button says something else.
    return <p className="swap-rate faint">{refusal === button.label ? 'No quote yet' : (refusal ?? 'No quote yet')}</p>
  const price = priceOf(quote, pay, receive)
  const [one, other] = isInverse ? [receive, pay] : [pay, receive]
  return (
    <p className="swap-rate">
      <Button look="quiet" size="small" title="Flip the rate" onClick={() => setInverse(!isInverse)}>
        <span>
          1 {one.symbol} = <Price price={price === undefined ? null : isInverse ? inverse(price) : price} />{' '}
          {other.symbol} <span aria-hidden="true">⇄</span>
        </span>
      </Button>
      <span className="faint nowrap">
        <AgeRing seconds={age} /> quote {age} s old
      </span>
    </p>
  )
}

/** Notes to read before the press. */
function Notes({ swap: { quote, plan }, unit }: { swap: Swap; unit: (mint: string) => SwapUnit }) {
  if (quote === undefined) return null
  const { priceImpact } = quote.route
  const level = impactLevel(priceImpact)
  const count = plan?.messages.length ?? 1
  return (
    <>
      {level === 'plain' ? null : (
        <p className={level === 'danger' ? 'note danger' : 'note'}>
          <b>! Price impact {impactText(priceImpact)}.</b> Your swap moves the price. Half the size would cost about{' '}
          {impactText(impactOfHalf(priceImpact))}.
        </p>
      )}
      {count < 2 ? null : (
        <p className="note">
          <b>! Takes {count} transactions.</b>{' '}
          {heldTexts(quote, unit).map((held, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a transaction is known by its place
            <span key={at}>
              If transaction {at + 2} fails, you hold at least {held} instead.{' '}
            </span>
          ))}
        </p>
      )}
    </>
  )
}
