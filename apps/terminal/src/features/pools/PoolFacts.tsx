import { Link } from '@tanstack/react-router'
import type { Address, Ratio } from '@tern/core'
import { useState } from 'react'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import type { Side } from '../../data/liquidity/pair.ts'
import { fractionOf } from '../../text/numberText.ts'
import { opensText } from '../../text/opensText.ts'
import { Address as AddressLine } from '../../ui/Address.tsx'
import { Amount, Price, Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Stat } from '../../ui/Stat.tsx'
import type { PoolWindow } from './listPools.ts'
import { aprText, windows } from './poolTexts.ts'
import { TokenTable } from './TokenTable.tsx'
import type { PoolTokens } from './useAdd.ts'

interface PoolFactsProps {
  readonly address: Address
  /** Unset: the pool gives no LP tokens. */
  readonly lpMint: Address | undefined
  readonly tokens: PoolTokens
  /** Raw units in the pool's order; `null` if unknown. */
  readonly reserves: readonly [bigint, bigint] | null
  /** The price of the first token in the second, in shown tokens; `null` if unknown. */
  readonly price: Ratio | null
  readonly order: readonly [Side, Side]
  readonly pair: string
  /** The figures of the server's index; `undefined` while they load, `null` if it has none. */
  readonly listed: ListedPool | null | undefined
}

const inverse = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: denominator, denominator: numerator })

/** A pool's price, figures, reserves and addresses. */
export function PoolFacts({ address, lpMint, tokens, reserves, price, order, pair, listed }: PoolFactsProps) {
  const [isInverse, setInverse] = useState(false)
  const [base, quote] = order
  const [one, other] = isInverse ? [quote, base] : [base, quote]
  return (
    <section className="card" aria-label="Pool">
      <header>
        <h2>Pool</h2>
        <span className="spacer" />
        <Link
          to="/swap"
          search={{ from: tokens[quote].mint, to: tokens[base].mint }}
          className={buttonClass({ size: 'small' })}
        >
          Swap
        </Link>
      </header>
      <div className="card-body">
        <p className="pool-price">
          <Button look="quiet" size="small" title="Flip the price" onClick={() => setInverse(!isInverse)}>
            <span>
              1 {tokens[one].symbol} = <Price price={price === null ? null : isInverse ? inverse(price) : price} />{' '}
              {tokens[other].symbol} <span aria-hidden="true">⇄</span>
            </span>
          </Button>
        </p>
        <Figures listed={listed} />
        <TokenTable
          tokens={tokens}
          order={order}
          columns={[
            {
              title: 'Reserve',
              cell: (side, token) => {
                const reserve = reserves?.[side] ?? null
                return <Amount raw={reserve} of={token} digits={{ fraction: fractionOf(reserve ?? 0n, token) }} />
              },
            },
            {
              title: 'Address',
              cell: (_, token) => <AddressLine value={token.mint} kind="token" of={token.symbol} />,
            },
          ]}
        />
        <dl className="pool-addresses">
          <div>
            <dt>Pool</dt>
            <dd>
              <AddressLine value={address} kind="account" of={pair} />
            </dd>
          </div>
          {lpMint === undefined ? null : (
            <div>
              <dt>LP token</dt>
              <dd>
                <AddressLine value={lpMint} kind="token" of="the LP token" />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  )
}

/** Liquidity, and the trades of a period. */
function Figures({ listed }: Pick<PoolFactsProps, 'listed'>) {
  const [window, setWindow] = useState<PoolWindow>('day')
  if (listed === null) return null
  const period = listed?.[window]
  const none = listed === undefined ? undefined : 0n
  return (
    <div className="pool-figures">
      <dl className="pool-stats">
        <Stat label="Liquidity SOL">
          <Sol lamports={listed?.tvlLamports} digits="compact" />
        </Stat>
        <Stat label="Volume SOL">
          <Sol lamports={period?.volumeLamports ?? none} digits="compact" />
        </Stat>
        <Stat label="Fees SOL">
          <Sol lamports={period?.feeLamports ?? none} digits="compact" />
        </Stat>
        <Stat label="Fee APR">
          {listed === undefined ? (
            <Skeleton width={40} />
          ) : period === null || period === undefined ? (
            '0%'
          ) : period.aprBps === null ? (
            <Unknown />
          ) : (
            aprText(period.aprBps)
          )}
        </Stat>
      </dl>
      <Segmented label="Period" options={windows} chosen={window} onChoose={setWindow} />
      {listed === undefined || listed.opensAtSeconds === null || listed.state !== 'notOpen' ? null : (
        <p className="note">
          Trading opens {opensText(listed.opensAtSeconds, 0)}. You can already add and remove liquidity.
        </p>
      )}
    </div>
  )
}
