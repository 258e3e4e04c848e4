import { type FormEvent, useState } from 'react'
import { useStore } from '../data/store.ts'
import { useTask } from '../data/useTask.ts'
import { unlockDialog, unlockWallet } from '../data/wallets/session.ts'
import { nextStep } from '../text/nextStep.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { MoneyMark } from '../ui/MoneyMark.tsx'
import { PassphraseField } from '../ui/PassphraseField.tsx'
import { PassphraseUser } from '../ui/PassphraseUser.tsx'
import { Ring } from '../ui/Ring.tsx'
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

/** Opens the wallets for the browser's tabs, until they are locked. */
function PassphraseDialog() {
  const [passphrase, setPassphrase] = useState('')
  const { isRunning, failure, run } = useTask()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (passphrase !== '' && (await run(() => unlockWallet(passphrase)))) close()
  }

  return (
    <Dialog title="Unlock wallet" onClose={close} marker={<MoneyMark />}>
      <form onSubmit={submit} noValidate>
        <PassphraseUser />
        <div className="dialog-body">
          <PassphraseField
            value={passphrase}
            onChange={setPassphrase}
            autoFocus
            error={failure}
            hint={
              failure === undefined
                ? 'Or the recovery code. Keys are opened on this device only, until they are locked.'
                : nextStep(failure)
            }
          />
        </div>
        <div className="dialog-foot">
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" look="paper" size="large" blocked={isRunning || passphrase === ''}>
            {isRunning ? <Ring /> : null}
            {isRunning ? 'Unlocking…' : passphrase === '' ? 'Type your passphrase' : 'Unlock'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
