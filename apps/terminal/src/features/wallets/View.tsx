import { getRouteApi } from '@tanstack/react-router'
import type { ListedWallet } from '@tern/custody'
import { useEffect, useState } from 'react'
import { useStore } from '../../data/store.ts'
import { chooseWallet, session, unlockDialog } from '../../data/wallets/session.ts'
import { addWallet, changeSignerLimits, exportKey } from '../../data/wallets/wallets.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AutoLockCard } from './AutoLockCard.tsx'
import { DepositDialog } from './DepositDialog.tsx'
import { NonceCard } from './NonceCard.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { UnlockMethods, WalletFile } from './SecretsCards.tsx'
import { SignerLimits, WhoCanSign } from './Signing.tsx'
import { parseWalletsSearch } from './search.ts'
import { WalletRow } from './WalletRow.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import './wallets.css'

const route = getRouteApi('/wallets')

/** What lies over the page, and for which wallet. */
interface Open {
  readonly what: 'withdraw' | 'rename'
  readonly wallet: ListedWallet
}

/** The wallets: what they hold, money in and out, who can sign, what opens and what locks them. */
export function WalletsView() {
  const current = useStore(session)
  // What the address says beyond what is understood comes along from the router.
  const { deposit } = parseWalletsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    document.title = 'Wallets · Tern'
  }, [])
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  const { address, wallets, hasRecoveryCode, passkeys, limits } = current
  const isUnlocked = current.status === 'unlocked'
  const chosen = wallets.find(wallet => wallet.address === address)
  const deposited = wallets.find(wallet => wallet.address === deposit)
  const close = () => setOpen(undefined)
  return (
    <div className="page-body">
      <div className="page-head">
        <h1>Wallets</h1>
        <span className="spacer" />
        <Button look="paper" onClick={() => void addWallet()}>
          <Icon name="add" />
          New wallet
        </Button>
      </div>
      <div className="card-columns">
        <div className="card-column">
          <ul className="card" aria-label="Your wallets">
            {wallets.map(wallet => (
              <WalletRow
                key={wallet.address}
                wallet={wallet}
                isChosen={wallet.address === address}
                onChoose={() => void chooseWallet(wallet.address)}
                onDeposit={() => void navigate({ search: { deposit: wallet.address } })}
                onWithdraw={() => (isUnlocked ? setOpen({ what: 'withdraw', wallet }) : unlockDialog.set('open'))}
                onRename={() => setOpen({ what: 'rename', wallet })}
                onExport={() => void exportKey(wallet.address)}
              />
            ))}
          </ul>
          {chosen === undefined ? null : (
            <WhoCanSign wallet={chosen} hasRecoveryCode={hasRecoveryCode} hasPasskeys={passkeys.length > 0} />
          )}
          <SignerLimits
            limits={limits}
            onChange={() => (isUnlocked ? void changeSignerLimits() : unlockDialog.set('open'))}
          />
        </div>
        <div className="card-column">
          <UnlockMethods hasRecoveryCode={hasRecoveryCode} passkeys={passkeys} />
          <AutoLockCard />
          {chosen === undefined ? null : <NonceCard key={chosen.address} wallet={chosen} />}
          <WalletFile wallets={wallets} />
        </div>
      </div>
      {deposited === undefined ? null : (
        <DepositDialog wallet={deposited} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
      {open === undefined ? null : <OpenDialog open={open} wallets={wallets} onClose={close} />}
    </div>
  )
}

interface OpenDialogProps {
  readonly open: Open
  readonly wallets: readonly ListedWallet[]
  readonly onClose: () => void
}

function OpenDialog({ open, wallets, onClose }: OpenDialogProps) {
  switch (open.what) {
    case 'withdraw':
      return <WithdrawDialog wallet={open.wallet} onClose={onClose} />
    case 'rename':
      return <RenameDialog wallet={open.wallet} wallets={wallets} onClose={onClose} />
  }
}
