import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Address, errorMessage, isTernError, parseAddress, TernError } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { Fragment, type ReactNode, useEffect } from 'react'
import { type ListedPool, takesLiquidity } from '../../data/liquidity/listedPool.ts'
import { type Side, shownOrder } from '../../data/liquidity/pair.ts'
import { type PoolAnswer, poolQuery } from '../../data/liquidity/pools.ts'
import { useLiquidity } from '../../data/liquidity/useLiquidity.ts'
import { useNetwork } from '../../data/network.ts'
import { useStore } from '../../data/store.ts'
import { useSwapToken } from '../../data/swap/swapTokens.ts'
import { watchPresses } from '../../data/trade/press.ts'
import { session } from '../../data/wallets/session.ts'
import { errorText } from '../../text/errorText.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { NamesakeNotes } from '../../ui/NamesakeNotes.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { PairPictures } from '../../ui/PairPictures.tsx'
import { PresetSettings } from '../../ui/PresetSettings.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AddPanel } from './AddPanel.tsx'
import { PoolFacts } from './PoolFacts.tsx'
import './pools.css'
import { priceOf, rawPrice } from './poolFigures.ts'
import { changePoolForm, usePoolForm } from './poolForms.ts'
import { feeText, typeNames } from './poolTexts.ts'
import { RemovePanel } from './RemovePanel.tsx'
import { Share } from './Share.tsx'
import type { PoolTokens } from './useAdd.ts'

const route = getRouteApi('/pools/$address')

function addressIn(text: string): Address | undefined {
  try {
    return parseAddress(text)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** A pool's page: its reserves and price, the wallet's share, and the forms that add and remove liquidity. */
export function PoolView() {
  const { address: text } = route.useParams()
  const address = addressIn(text)
  if (address === undefined)
    return <NoPool title="This is not a pool">{errorMessage(new TernError('address/invalid', { text }))}.</NoPool>
  return <Pool key={address} address={address} />
}

function NoPool({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = 'Pool · Tern'
  }, [])
  return (
    <PageState
      sign="box"
      title={title}
      heading="h1"
      action={
        action ?? (
          <Link to="/pools" className={buttonClass({})}>
            Open Pools
          </Link>
        )
      }
    >
      {children}
    </PageState>
  )
}

/** Checks for errors that mean that the address is no pool of the program. Other errors mean that the chain could not be read. */
const isNoPool = (error: unknown) => isTernError(error) && /^(layout|pool|liquidity|token)\//.test(error.code)

const isOther = (answer: PoolAnswer | undefined) => answer?.kind === 'pool' && !takesLiquidity(answer.row.protocol)

function Pool({ address }: { address: Address }) {
  const { data: answer } = useQuery(poolQuery(address))
  const { pool, error } = useLiquidity(isOther(answer) ? undefined : address)
  const row = answer?.kind === 'pool' ? answer.row : undefined
  const mints = pool?.tokens.map(({ mint }) => mint) ?? (row?.mints as readonly Address[] | undefined) ?? []
  const [token0, token1] = [useSwapToken(mints[0]), useSwapToken(mints[1])]
  if (pool === undefined && !isOther(answer) && error !== undefined) {
    if (answer !== undefined && isNoPool(error)) return <Refused answer={answer} error={error} />
    if (!isNoPool(error))
      return (
        <PageState sign="offline" title="Could not read the pool" heading="h1">
          {errorText(error)}. Trying again.
        </PageState>
      )
  }
  const failed = token0.error ?? token1.error
  if (failed !== undefined) return <NoPool title="Could not read the pool’s tokens">{errorText(failed)}.</NoPool>
  if ((pool === undefined && !isOther(answer)) || token0.token === undefined || token1.token === undefined)
    return (
      <div className="late" aria-busy="true">
        <PageState sign="ring" title="Reading the pool" heading="h1" />
      </div>
    )
  return <Loaded address={address} pool={pool} answer={answer} tokens={[token0.token, token1.token]} error={error} />
}

/** Says that the address is no pool, and why. */
function Refused({ answer, error }: { answer: PoolAnswer; error: unknown }) {
  if (answer.kind === 'curve')
    return (
      <NoPool
        title="This is a bonding curve, not a pool"
        action={
          <Link to="/t/$mint" params={{ mint: answer.mint }} className={buttonClass({})}>
            Open its token
          </Link>
        }
      >
        You cannot add liquidity to it. {errorText(error)}.
      </NoPool>
    )
  const title = answer.kind === 'missing' ? 'No account at this address' : 'Not a pool that Tern supports'
  return <NoPool title={title}>{errorText(error)}.</NoPool>
}

interface LoadedProps {
  readonly address: Address
  /** Unset: the pool is of another protocol. */
  readonly pool: LiquidityPool | undefined
  readonly answer: PoolAnswer | undefined
  readonly tokens: PoolTokens
  /** Set while the pool cannot be read again. */
  readonly error: unknown
}

function Loaded({ address, pool, answer, tokens, error }: LoadedProps) {
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  const order = shownOrder([tokens[0].mint, tokens[1].mint])
  const pair = order.map(side => tokens[side].symbol).join('/')
  const row = answer?.kind === 'pool' ? answer.row : undefined
  const listed = answer === undefined ? undefined : answer.kind === 'pool' ? answer.pool : null
  const [base, quote] = order
  const reserves = pool?.reserves ?? (row?.reserves == null ? null : bothOf(row.reserves))
  const price =
    pool !== undefined
      ? priceOf(
          { amount: pool.reserves[base], unit: tokens[base] },
          { amount: pool.reserves[quote], unit: tokens[quote] },
        )
      : rawPrice(row?.price ?? null, tokens, base)
  useEffect(() => watchPresses(), [])
  useEffect(() => {
    document.title = `${pair} pool · Tern`
  }, [pair])
  return (
    <div className="page-body pool-page">
      <div className="page-head">
        <Link to="/pools" className={buttonClass({ look: 'quiet' })}>
          ‹ Pools
        </Link>
        <PairPictures tokens={order.map(side => tokens[side])} size={24} />
        <h1>{pair}</h1>
        <span className="caption desk-only">
          {order.map(side => (
            <Fragment key={side}>
              {tokens[side].isNative === true ? null : <ShortAddress address={tokens[side].mint} />}{' '}
            </Fragment>
          ))}
        </span>
        {listed == null ? null : <Kind listed={listed} />}
        <span className="spacer" />
        {pool === undefined ? null : <Settings address={address} />}
      </div>
      {error === undefined || pool === undefined ? null : (
        <Banner kind="caution" place="inset">
          Could not refresh the pool. {errorText(error)}.
        </Banner>
      )}
      <NamesakeNotes tokens={tokens} />
      <div className="card-columns">
        <div className="card-column">
          <PoolFacts
            address={address}
            lpMint={pool?.lpToken.mint ?? (row?.lpMint as Address | null | undefined) ?? undefined}
            {...{ tokens, reserves, price, order, pair, listed }}
          />
          {owner === undefined || pool === undefined ? null : (
            <Share pool={pool} tokens={tokens} order={order} owner={owner} />
          )}
        </div>
        {pool === undefined ? (
          <section className="card" aria-label="Change liquidity">
            <PageState sign="lock" title="Swap only">
              Tern cannot add or remove liquidity in {row?.protocol} pools yet.
            </PageState>
          </section>
        ) : (
          <Form pool={pool} tokens={tokens} order={order} pair={pair} />
        )}
      </div>
    </div>
  )
}

const bothOf = ([one, other]: readonly string[]): readonly [bigint, bigint] => [BigInt(one ?? 0), BigInt(other ?? 0)]

const Kind = ({ listed: { type, feePpm } }: { listed: ListedPool }) => (
  <Chip>
    {typeNames[type]} {feePpm === null ? null : feeText(feePpm)}
  </Chip>
)

/** The settings that the open form uses: a removal has the slippage of a sale. */
function Settings({ address }: { address: Address }) {
  const { tab } = usePoolForm(address)
  return <PresetSettings side={tab === 'add' ? 'buy' : 'sell'} />
}

interface FormProps {
  readonly pool: LiquidityPool
  readonly tokens: PoolTokens
  readonly order: readonly [Side, Side]
  readonly pair: string
}

function Form({ pool, ...rest }: FormProps) {
  const { tab } = usePoolForm(pool.address)
  const disabled = useNetwork()?.disabledFeatures ?? []
  const reasons = {
    add: disabled.includes('addLiquidity') ? 'region/addLiquidityDisabled' : undefined,
    remove: disabled.includes('removeLiquidity') ? 'region/removeLiquidityDisabled' : undefined,
  } as const
  const code = reasons[tab]
  const regionReason = code === undefined ? undefined : errorMessage(new TernError(code, {}))
  const Panel = tab === 'add' ? AddPanel : RemovePanel
  return (
    <section className="card" aria-label="Change liquidity">
      <div className="card-body">
        <Tabs
          label="Change liquidity"
          panel="pool-form"
          tabs={[
            { name: 'add', label: 'Add' },
            { name: 'remove', label: 'Remove' },
          ]}
          selected={tab}
          onSelect={name => changePoolForm(pool.address, { tab: name })}
        />
        <div role="tabpanel" id="pool-form" aria-labelledby={`pool-form-${tab}`} className="pool-form">
          <Panel pool={pool} regionReason={regionReason} {...rest} />
        </div>
      </div>
    </section>
  )
}
