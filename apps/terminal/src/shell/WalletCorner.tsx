import { Link, useNavigate } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { useNetwork } from '../data/network.ts'
import { useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { openToast } from '../data/toasts.ts'
import { chooseWallet, type KnownWallet, openerOf, session, unlockDialog } from '../data/wallets/session.ts'
import { useBalance } from '../data/wallets/useBalance.ts'
import { shortAddress } from '../text/shortAddress.ts'
import { Skeleton, Sol } from '../ui/Amount.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { Menu } from '../ui/Menu.tsx'
import { turnLock } from './useShellKeys.ts'

/** Loads the code for practice SOL on the first press: a real chain never needs it. */
const getPracticeSol = (address: Address) =>
  void import('../data/wallets/practiceSol.ts').then(
    loaded => loaded.getPracticeSol(address),
    () => openToast({ state: 'failed', title: 'The server cannot be reached', detail: 'Is your Tern server running?' }),
  )

/** The wallet in the top bar: balance, lock, a menu of the wallets, and a way to get SOL. */
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
  const { status, address, wallets } = current
  return (
    <>
      <WalletMenu status={status} opens={openerOf(current).label} address={address} held={wallets} />
      {status === 'locked' ? (
        <span className="desk-only">
          <Button onClick={() => unlockDialog.set('open')}>{openerOf(current).label}</Button>
        </span>
      ) : null}
      {network?.kind === 'practice' ? (
        <span className="desk-only">
          <Button onClick={() => getPracticeSol(address)}>Get practice SOL</Button>
        </span>
      ) : network === undefined ? null : (
        <span className="desk-only">
          <Link to="/wallets" search={{ deposit: address }} className={buttonClass({})}>
            Deposit
          </Link>
        </span>
      )}
    </>
  )
}

interface WalletMenuProps {
  readonly status: 'locked' | 'unlocked'
  /** The label of the button that unlocks or connects it. */
  readonly opens: string
  readonly address: Address
  readonly held: readonly KnownWallet[]
}

function WalletMenu({ status, opens, address, held }: WalletMenuProps) {
  const navigate = useNavigate()
  const { keys } = useSettings()
  const kind = useNetwork()?.kind
  const isLocked = status === 'locked'
  const label = held.find(wallet => wallet.address === address)?.label ?? ''
  const wallets = held.map(wallet => ({
    label: wallet.label,
    end: <Holds address={wallet.address} isInUse={wallet.address === address} />,
    onPick: () => void chooseWallet(wallet.address),
  }))
  const lock = {
    label: isLocked ? opens : 'Lock',
    icon: 'lock',
    end: <Keys text={keys.lock} />,
    onPick: turnLock,
  } as const
  const getPractice = { label: 'Get practice SOL', icon: 'add', onPick: () => getPracticeSol(address) } as const
  const deposit = () => void navigate({ to: '/wallets', search: { deposit: address } })
  const get =
    kind === 'practice'
      ? [getPractice]
      : kind === undefined
        ? []
        : [{ label: 'Deposit', icon: 'add', onPick: deposit } as const]
  const manage = { label: 'Wallets', icon: 'wallet', onPick: () => void navigate({ to: '/wallets' }) } as const
  return (
    <Menu
      title={`Wallet ${address}${isLocked ? ', locked' : ''}`}
      groups={[wallets, [...get, lock, manage]]}
      trigger={
        <>
          {isLocked ? <Icon name="lock" /> : null}
          <span className="visually-hidden">Wallet{isLocked ? ', locked' : ''}</span>
          <span className="corner-name soft desk-only">{label}</span> <Balance address={address} />
          <Icon name="chevronDown" />
        </>
      }
    />
  )
}

/** The end of a wallet's line in the menu: `in use` or the address, and the balance. */
function Holds({ address, isInUse }: { address: Address; isInUse: boolean }) {
  return (
    <>
      {isInUse ? 'in use' : shortAddress(address)}{' '}
      <span className="menu-amount">
        <Sol lamports={useBalance(address)} digits={{ fraction: 3 }} unit="SOL" width={72} />
      </span>
    </>
  )
}

function Balance({ address }: { address: Address }) {
  const lamports = useBalance(address)
  if (lamports === undefined) return <Skeleton width={84} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls; this names a figure
    <span className="strong" role="group" aria-label="SOL balance">
      <Sol lamports={lamports} digits={{ fraction: 3 }} unit="SOL" />
    </span>
  )
}
