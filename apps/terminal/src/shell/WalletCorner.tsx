import { Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { useBalance } from '../data/balance.ts'
import { useNetwork } from '../data/network.ts'
import { getPracticeSol } from '../data/practiceSol.ts'
import { session } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { Skeleton, Sol } from '../ui/Amount.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The wallet in the top bar: its balance, whether it is locked, and where SOL comes from. */
export function WalletCorner() {
  const current = useStore(session)
  const network = useNetwork()
  if (current.status === 'loading') return <Skeleton width={160} />
  if (current.status === 'none')
    return (
      <Link to="/" className="button paper">
        Create a wallet
      </Link>
    )
  if ('why' in current)
    return (
      <span className="chip danger" title={current.why}>
        ✕ Wallet not loaded
      </span>
    )
  return (
    <>
      <div className="wallet-balance">
        <Balance address={current.address} />
        <Link
          to="/wallets"
          className="button quiet small square"
          aria-label={`Wallet ${current.address}`}
          title={current.status === 'locked' ? 'Wallet, locked' : 'Wallet'}
        >
          <Icon name={current.status === 'locked' ? 'lock' : 'wallet'} />
        </Link>
      </div>
      {network?.kind === 'practice' ? (
        <span className="desk-only">
          <Button onClick={() => void getPracticeSol(current.address)}>Get practice SOL</Button>
        </span>
      ) : null}
    </>
  )
}

function Balance({ address }: { address: Address }) {
  const lamports = useBalance(address)
  if (lamports === undefined) return <Skeleton width={84} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this names a figure
    <span className="strong" role="group" aria-label="SOL balance">
      <Sol lamports={lamports} digits={{ plain: 5 }} unit="SOL" />
    </span>
  )
}
