import { useEffect } from 'react'
import { askLatency } from '../data/latency.ts'
import { useStore } from '../data/store.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { showForm } from '../data/wallets/vault.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { type ChainChange, chainChange } from './chainChange.ts'

const close = () => unlockDialog.set('closed')

/** Asks for the passphrase. Where the server or its node is on another chain than the page nothing is opened. */
export function UnlockDialog() {
  const change = useStore(chainChange)
  return change === undefined ? <PassphraseDialog /> : <OtherChainDialog {...change} />
}

function OtherChainDialog({ whose, from }: ChainChange) {
  return (
    <Dialog title="Another chain" onClose={close}>
      <div className="dialog-body">
        <p>
          {whose === 'server'
            ? 'The server trades on another chain than this page shows. Your wallets stay locked until it is loaded again.'
            : `The server trades on ${from.name}, and its node is on another chain. Your wallets stay locked until it is on ${from.name} again.`}
        </p>
      </div>
      <div className="dialog-foot">
        <Button size="large" onClick={close}>
          Cancel
        </Button>
        {whose === 'server' ? (
          <Button look="paper" size="large" onClick={() => location.reload()}>
            Reload
          </Button>
        ) : (
          <Button look="paper" size="large" onClick={() => void askLatency()}>
            Ask again
          </Button>
        )}
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
