import type { WindowRequest } from '../data/wallets/vault.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

const vaultHost = `vault.${location.host}`

/** Covers the page while the vault's window has a form open, or waits for the press that opens the window. */
export function VaultWindowDialog({ isBlocked, open, cancel }: WindowRequest) {
  return (
    <Dialog title="Continue in the vault’s window" onClose={cancel}>
      <div className="dialog-body">
        <p className="hint">
          {isBlocked ? 'Your browser blocked it.' : 'It opened beside this page or in a new tab.'} Type your passphrase
          only if the address begins with <b className="nowrap">{vaultHost}</b>.
        </p>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={cancel}>
          Cancel
        </Button>
        <Button size="large" look={isBlocked ? 'paper' : 'plain'} onClick={open}>
          {isBlocked ? 'Open the vault’s window' : 'Open it again'}
        </Button>
      </div>
    </Dialog>
  )
}
