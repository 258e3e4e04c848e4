import { getRouteApi } from '@tanstack/react-router'
import type { ListedWallet } from '@tern/custody'
import { useEffect, useState } from 'react'
import { useStore } from '../../data/store.ts'
import { chooseWallet, isExternal, isUnchecked, session } from '../../data/wallets/session.ts'
import { showForm, vaultState } from '../../data/wallets/vault.ts'
import { addWallet, changeSignerLimits, exportKey, importForeignWallet } from '../../data/wallets/wallets.ts'
import { lazyPage } from '../../lazyPage.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AutoLockCard } from './AutoLockCard.tsx'
import { DepositDialog } from './DepositDialog.tsx'
import { NonceCard } from './NonceCard.tsx'
import { PracticeCard } from './PracticeCard.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { UnlockMethods, WalletFile } from './SecretsCards.tsx'
import { SignerLimits, WhoCanSign, WhoSignsElsewhere } from './Signing.tsx'
import { parseWalletsSearch } from './search.ts'
import { ExternalRow, WalletRow } from './WalletRow.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import './wallets.css'

const route = getRouteApi('/wallets')

const ConnectDialog = lazyPage(() => import('../../ui/ConnectDialog.tsx'), 'ConnectDialog')
const connections = () => import('../../data/wallets/connections.ts')

/**
 * Asks for the passphrase of Tern's own wallets, even if an external wallet is in use. @returns whether they are
 * unlocked
 */
const unlockKept = async () => (await showForm({ form: 'unlock' })).outcome === 'done'

/** The open dialog, and its wallet. */
type Open =
  | { readonly what: 'withdraw' | 'move' | 'rename'; readonly wallet: ListedWallet }
  | { readonly what: 'connect' }

/** The target of "Move everything": the newest other wallet. */
const targetBeside = (own: readonly ListedWallet[], { address }: ListedWallet) =>
  own.findLast(other => other.address !== address && !isUnchecked(other))?.address

/** The Wallets page: balances, deposits and withdrawals, signing, unlock methods and auto-lock. */
export function WalletsView() {
  const current = useStore(session)
  const kept = useStore(vaultState)
  // The router also passes parameters that this page does not know; parsing drops them.
  const { deposit } = parseWalletsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    document.title = 'Wallets · Tern'
  }, [])
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  const { address, wallets, isPractice, hasRecoveryCode, hasPhrase, passkeys, limits } = current
  const own = wallets.flatMap(wallet => (isExternal(wallet) ? [] : [wallet]))
  const external = wallets.filter(isExternal)
  const isOpen = kept.status === 'held' && kept.open.length > 0
  const chosen = own.find(wallet => wallet.address === address)
  const chosenElsewhere = external.find(wallet => wallet.address === address)
  /** Runs `goOn` once the wallets are unlocked. */
  const whenOpen = async (goOn: () => void) => {
    if (isOpen || (await unlockKept())) goOn()
  }
  const deposited = wallets.find(wallet => wallet.address === deposit && !isUnchecked(wallet))
  return (
    <div className="page-body">
      <div className="page-head">
        <h1>Wallets</h1>
        <span className="spacer" />
        <Button onClick={() => setOpen({ what: 'connect' })}>Connect a wallet</Button>
        {isPractice || (kept.status !== 'held' && kept.status !== 'none') ? null : (
          <>
            {own.length === 0 ? null : (
              <Button onClick={() => void importForeignWallet()}>
                <Icon name="upload" />
                Import a wallet
              </Button>
            )}
            <Button look="paper" onClick={() => void addWallet(own.length === 0 ? 'create' : 'newWallet')}>
              <Icon name="add" />
              New wallet
            </Button>
          </>
        )}
      </div>
      <div className="card-columns">
        <div className="card-column">
          <ul className="card" aria-label="Your wallets">
            {own.map(wallet => (
              <WalletRow
                key={wallet.address}
                wallet={wallet}
                isChosen={wallet.address === address}
                onChoose={() => void chooseWallet(wallet.address)}
                onDeposit={() => void navigate({ search: { deposit: wallet.address } })}
                onWithdraw={() => void whenOpen(() => setOpen({ what: 'withdraw', wallet }))}
                onMove={
                  targetBeside(own, wallet) === undefined
                    ? undefined
                    : () => void whenOpen(() => setOpen({ what: 'move', wallet }))
                }
                onRename={() => void whenOpen(() => setOpen({ what: 'rename', wallet }))}
                onExport={isPractice ? undefined : () => void exportKey(wallet.address)}
              />
            ))}
            {external.map(wallet => (
              <ExternalRow
                key={wallet.address}
                wallet={wallet}
                isChosen={wallet.address === address}
                onChoose={() => void chooseWallet(wallet.address)}
                onConnect={() => void connections().then(known => known.openConnected(wallet.address, chooseWallet))}
                onDisconnect={() => void connections().then(known => known.disconnectWallet(wallet.address))}
              />
            ))}
          </ul>
          {chosen === undefined || isPractice ? null : (
            <WhoCanSign
              wallet={chosen}
              hasRecoveryCode={hasRecoveryCode}
              hasPhrase={hasPhrase}
              hasPasskeys={passkeys.length > 0}
            />
          )}
          {chosenElsewhere === undefined ? null : <WhoSignsElsewhere wallet={chosenElsewhere} />}
          {own.length === 0 ? null : (
            <SignerLimits
              limits={limits}
              isPractice={isPractice}
              onChange={() => void whenOpen(() => void changeSignerLimits())}
            />
          )}
        </div>
        {!isPractice ? null : (
          <div className="card-column">
            <PracticeCard />
            {chosen === undefined ? null : <NonceCard key={chosen.address} wallet={chosen} />}
          </div>
        )}
        {own.length === 0 || isPractice ? null : (
          <div className="card-column">
            <UnlockMethods hasRecoveryCode={hasRecoveryCode} hasPhrase={hasPhrase} passkeys={passkeys} />
            <AutoLockCard isOpen={isOpen} onUnlock={() => void unlockKept()} />
            {chosen === undefined ? null : <NonceCard key={chosen.address} wallet={chosen} />}
            <WalletFile wallets={own} hasPhrase={hasPhrase} whenOpen={whenOpen} />
          </div>
        )}
      </div>
      {deposited === undefined ? null : (
        <DepositDialog wallet={deposited} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
      {open === undefined ? null : <OpenDialog open={open} wallets={own} onClose={() => setOpen(undefined)} />}
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
    case 'move':
      return <WithdrawDialog wallet={open.wallet} movesTo={targetBeside(wallets, open.wallet)} onClose={onClose} />
    case 'rename':
      return <RenameDialog wallet={open.wallet} wallets={wallets} onClose={onClose} />
    case 'connect':
      return (
        <AwaitDialog>
          <ConnectDialog onClose={onClose} onConnected={onClose} />
        </AwaitDialog>
      )
  }
}
