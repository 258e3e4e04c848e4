import { Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { useBalance } from '../data/balance.ts'
import { useNetwork } from '../data/network.ts'
import { getPracticeSol } from '../data/practiceSol.ts'
import { session, unlockDialog } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { Skeleton, Sol } from '../ui/Amount.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The wallet in the top bar: its balance, whether it is locked, and where SOL comes from. */
export function WalletCorner() {
  const current = useStore(session)
  const network = useNetwork()
  if (current.status === 'loading') return <Skeleton width={160} />
  if (current.status === 'none')
    return (
      <Link to="/" className={buttonClass({ look: 'paper' })}>
        Create a wallet
      </Link>
    )
  if ('why' in current)
    return (
      <Chip kind="danger" title={current.why}>
        Wallet not loaded
      </Chip>
    )
  const isLocked = current.status === 'locked'
  return (
    <>
      <Link
        to="/wallets"
        className={`${buttonClass({})} wallet-corner`}
        aria-label={`Wallet ${current.address}`}
        title={isLocked ? 'Wallet, locked' : 'Wallet'}
      >
        <Icon name={isLocked ? 'lock' : 'wallet'} />
        <Balance address={current.address} />
      </Link>
      {isLocked ? <Button onClick={() => unlockDialog.set('open')}>Unlock</Button> : null}
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
