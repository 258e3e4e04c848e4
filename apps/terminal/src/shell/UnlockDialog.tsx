import { useEffect } from 'react'
import { useStore } from '../data/store.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { showForm } from '../data/wallets/vault.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { chainChange } from './chainChange.ts'

const close = () => unlockDialog.set('closed')

/** Asks for the passphrase. Where the server is on another chain than the page nothing is opened: the page must go first. */
export function UnlockDialog() {
  return useStore(chainChange) === undefined ? <PassphraseDialog /> : <OtherChainDialog />
}

function OtherChainDialog() {
  return (
    <Dialog title="Another chain" onClose={close}>
      <div className="dialog-body">
        <p>
          The server trades on another chain than this page shows. Your wallets stay locked until it is loaded again.
        </p>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={close}>
          Cancel
        </Button>
        <Button look="paper" size="large" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </Dialog>
  )
}

/** The vault asks for it, on a form of its own. */
function PassphraseDialog() {
  useEffect(() => {
    void showForm({ form: 'unlock' }).finally(close)
  }, [])
  return null
}
