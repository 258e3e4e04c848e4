import { useQuery } from '@tanstack/react-query'
import { type Address, type Owner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { useStore } from '../../data/store.ts'
import { swapOf } from '../../data/swap/swapOf.ts'
import { sendUnwrap, unwrapQuery } from '../../data/swap/unwrap.ts'
import { underwayOf } from '../../data/underway.ts'
import { useTokenBalance } from '../../data/wallets/useTokenBalance.ts'
import { errorText } from '../../text/errorText.ts'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'

interface WrappedSolProps {
  readonly address: Address
  /** Unset while the wallets are locked. */
  readonly owner: Owner | undefined
  /** `undefined` while unknown. */
  readonly priorityFeeLamports: bigint | undefined
}

/** Offers to unwrap the wallet's wrapped SOL, because swaps pay with SOL only. Shows nothing without wrapped SOL. */
export function WrappedSol({ address, owner, priorityFeeLamports }: WrappedSolProps) {
  const amount = useTokenBalance(address, wrappedNativeMint, tokenProgram)
  if (amount === undefined || amount === 0n) return null
  return (
    <section className="card" aria-label="Wrapped SOL">
      <header>
        <h2>Wrapped SOL</h2>
        <span className="spacer" />
        <b>
          <Sol lamports={amount} digits="whole" unit="wSOL" />
        </b>
      </header>
      <div className="card-body">
        <p className="hint">
          Swaps use SOL, not wrapped SOL. Unwrap this amount to swap it and get the account’s rent back.
        </p>
        {owner === undefined ? <p className="hint">Unlock your wallet to unwrap it.</p> : null}
        {owner === undefined || priorityFeeLamports === undefined ? null : (
          <Unwrap owner={owner} amount={amount} priorityFeeLamports={priorityFeeLamports} />
        )}
      </div>
    </section>
  )
}

interface UnwrapProps {
  readonly owner: Owner
  readonly amount: bigint
  readonly priorityFeeLamports: bigint
}

function Unwrap({ owner, amount, priorityFeeLamports }: UnwrapProps) {
  const { data: planned, error } = useQuery(unwrapQuery(owner, priorityFeeLamports))
  const underway = useStore(underwayOf(swapOf(owner.address)))
  const why = error === null ? planned?.reasons[0]?.text : errorText(error)
  if (why !== undefined) return <p className="hint warn">! {why}</p>
  return (
    <div className="button-row">
      <Button
        blocked={planned === undefined || underway !== 'none'}
        onClick={() => planned !== undefined && sendUnwrap(planned, owner, amount)}
      >
        Unwrap to SOL
      </Button>
    </div>
  )
}
