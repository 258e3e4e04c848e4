import { useQuery } from '@tanstack/react-query'
import type { Address, Owner } from '@tern/core'
import { useState } from 'react'
import { liquidityOf } from '../../data/liquidity/liquidityOf.ts'
import { sendLiquidity } from '../../data/liquidity/sendLiquidity.ts'
import { useStore } from '../../data/store.ts'
import { restOfPlanQuery, type StoppedPlan, stoppedPlansQuery } from '../../data/trade/stoppedPlans.ts'
import { underwayOf } from '../../data/underway.ts'
import { errorText } from '../../text/errorText.ts'
import { Button } from '../../ui/Button.tsx'

const names = {
  deposit: { kind: 'add', title: 'Your deposit is incomplete' },
  withdrawLiquidity: { kind: 'remove', title: 'Your withdrawal is incomplete' },
  createPool: { kind: 'create', title: 'Your pool is not created yet' },
} as const

const kinds = Object.keys(names)

/** Changes of liquidity that stopped after some of their transactions landed. The rest can be sent at current prices. */
export function StoppedChanges({ address, owner }: { address: Address; owner: Owner | undefined }) {
  const [left, setLeft] = useState<readonly string[]>([])
  const underway = useStore(underwayOf(liquidityOf(address)))
  // While a transaction may still land, it is not known if the action has stopped.
  const { data = [] } = useQuery({ ...stoppedPlansQuery(address, kinds), enabled: underway === 'none' })
  if (underway !== 'none') return null
  return data
    .filter(({ id }) => !left.includes(id))
    .map(plan => (
      <Stopped key={plan.id} plan={plan} owner={owner} onLeave={() => setLeft(before => [...before, plan.id])} />
    ))
}

interface StoppedProps {
  readonly plan: StoppedPlan
  /** Unset while the wallets are locked. */
  readonly owner: Owner | undefined
  readonly onLeave: () => void
}

function Stopped({ plan: { id, kind, landed, of }, owner, onLeave }: StoppedProps) {
  const { title, kind: change } = names[kind as keyof typeof names]
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="card-body">
        <p>
          {landed} of {of} transactions landed. Your tokens are in your wallet; SOL may be wrapped.
        </p>
        {owner === undefined ? <p className="hint">Unlock your wallet to continue.</p> : null}
        <div className="button-row">
          {owner === undefined ? null : <Rest id={id} change={change} owner={owner} />}
          <Button onClick={onLeave}>Dismiss</Button>
        </div>
      </div>
    </section>
  )
}

interface RestProps {
  readonly id: string
  readonly change: 'add' | 'remove' | 'create'
  readonly owner: Owner
}

function Rest({ id, change, owner }: RestProps) {
  const { data: planned, error } = useQuery(restOfPlanQuery(id, owner))
  if (error !== null) return <p className="hint warn">! {errorText(error)}</p>
  const [reason] = planned?.reasons ?? []
  if (planned === undefined || reason !== undefined)
    return <p className={reason === undefined ? 'hint' : 'hint warn'}>{reason?.text ?? 'Getting price…'}</p>
  const words = { pair: 'the pool', amounts: 'the rest' }
  return (
    <Button look="paper" onClick={() => void sendLiquidity(change, planned, owner, words)}>
      Continue
    </Button>
  )
}
