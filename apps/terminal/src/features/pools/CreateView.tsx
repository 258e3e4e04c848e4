import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Side } from '../../data/liquidity/pair.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { inSol } from '../../text/numberText.ts'
import { Amount, Price, Skeleton, Unknown } from '../../ui/Amount.tsx'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PaidPart } from '../../ui/PaidPart.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PreviewLine, PreviewPart } from '../../ui/Preview.tsx'
import { Select } from '../../ui/Select.tsx'
import { FormEnd, pressEnter } from './FormEnd.tsx'
import { priceOf } from './poolFigures.ts'
import { feeText } from './poolTexts.ts'
import './pools.css'
import { useCreate } from './useCreate.ts'

/** Load after the page, or when first needed. */
const TokenPicker = lazyPage(() => import('../../ui/TokenPicker.tsx'), 'TokenPicker')

const sides = [0, 1] as const
const labels = ['First token', 'Second token'] as const

/** The page that creates a pool with its first liquidity. */
export function CreateView() {
  const navigate = useNavigate()
  const create = useCreate(address => void navigate({ to: '/pools/$address', params: { address } }))
  const { form, tokens, held, configs, config, button, existing } = create
  const [asked, setAsked] = useState<Side>()
  useEffect(() => {
    document.title = 'Create a pool · Tern'
  }, [])
  usePreload(TokenPicker)
  const enter = () => pressEnter(button, create.send)
  return (
    <div className="page-body pool-create">
      <div className="page-head">
        <Link to="/pools" className={buttonClass({ look: 'quiet' })}>
          ‹ Pools
        </Link>
        <h1>Create a pool</h1>
      </div>
      <section className="card" aria-label="New pool">
        <div className="card-body pool-form">
          <div className="pool-legs">
            {sides.map(side => {
              const token = tokens[side]
              return (
                <AmountLeg
                  key={labels[side]}
                  label={
                    token === undefined ? `Amount of the ${labels[side].toLowerCase()}` : `Amount of ${token.symbol}`
                  }
                  token={token}
                  value={form.texts[side]}
                  isQuoted={false}
                  isPending={false}
                  held={create.address === undefined ? null : held[side]}
                  onType={text => create.type(side, text)}
                  onEnter={enter}
                  {...(token !== undefined &&
                    held[side] !== undefined && {
                      onShare: (part: 'half' | 'all') => create.fillShare(side, part),
                      shareOf: token.symbol,
                      canFillAll: create.canFillAll(side),
                    })}
                  end={ofId => (
                    <Button
                      size="large"
                      aria-label={labels[side]}
                      aria-describedby={ofId}
                      onClick={() => setAsked(side)}
                    >
                      {token === undefined ? null : <Picture source={token.picture} symbol={token.symbol} size={20} />}
                      <span id={ofId}>{token?.symbol ?? 'Choose a token'}</span>
                      <Icon name="chevronDown" size="small" />
                    </Button>
                  )}
                />
              )
            })}
          </div>
          <Fees configs={configs} chosen={config?.index} onChoose={create.chooseConfig} />
          <Preview create={create} />
          <FormEnd why={create.why} button={button} onSend={create.send}>
            {existing === undefined ? null : (
              <Link
                to="/pools/$address"
                params={{ address: existing }}
                className={buttonClass({ look: 'paper', size: 'large' })}
              >
                Open this pool
              </Link>
            )}
          </FormEnd>
        </div>
      </section>
      <AwaitDialog>
        {asked === undefined ? null : (
          <TokenPicker
            title={labels[asked]}
            owner={create.address}
            onPick={mint => {
              create.choose(asked, mint)
              setAsked(undefined)
            }}
            onClose={() => setAsked(undefined)}
          />
        )}
      </AwaitDialog>
    </div>
  )
}

interface FeesProps extends Pick<ReturnType<typeof useCreate>, 'configs'> {
  readonly chosen: number | undefined
  readonly onChoose: (index: number) => void
}

/** The fee of each trade in the pool. */
function Fees({ configs, chosen, onChoose }: FeesProps) {
  if (configs === undefined) return <Skeleton width={200} />
  return (
    <Select
      label="Fee per trade"
      options={configs.map(({ index, tradeFeePpm, isDisabled }) => ({
        name: String(index),
        label: `${feeText(tradeFeePpm)}${isDisabled ? ' (closed)' : ''}`,
      }))}
      chosen={String(chosen)}
      onChoose={name => onChoose(Number(name))}
    />
  )
}

function Preview({ create: { tokens, config, quote, plan, isPlanning } }: { create: ReturnType<typeof useCreate> }) {
  const blank = isPlanning ? <Skeleton width={72} /> : <Unknown />
  const [one, other] = tokens
  const arriving = (mint: string | undefined) => {
    const amount = quote?.amounts.find(side => side.mint === mint)
    return amount === undefined ? 0n : amount.sent - amount.transferFee
  }
  const price =
    quote === undefined || one === undefined || other === undefined
      ? null
      : priceOf({ amount: arriving(one.mint), unit: one }, { amount: arriving(other.mint), unit: other })
  return (
    <div className="preview" aria-busy={isPlanning}>
      <PreviewPart title="You get">
        <PreviewLine label="Opening price">
          {price === null || one === undefined || other === undefined ? (
            blank
          ) : (
            <>
              1 {one.symbol} = <Price price={price} /> {other.symbol}
            </>
          )}
        </PreviewLine>
        <PreviewLine label="LP tokens">
          {quote === undefined ? (
            blank
          ) : (
            <Amount raw={quote.lpAmount} of={{ decimals: 9, scale: undefined }} digits="whole" unit="LP" />
          )}
        </PreviewLine>
      </PreviewPart>
      {plan === undefined ? (
        <PreviewPart title="You pay in SOL">
          <PreviewLine label="Pool creation fee">
            {config === undefined ? (
              blank
            ) : (
              <Amount raw={config.createFeeLamports} of={inSol} digits={{ fraction: 5 }} unit="SOL" />
            )}
          </PreviewLine>
        </PreviewPart>
      ) : (
        <PaidPart
          title="You pay in SOL"
          lines={plan.pay}
          totalLamports={plan.totalLamports}
          foldLabel="Fees and rent"
        />
      )}
    </div>
  )
}
