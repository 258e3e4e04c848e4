import { useState } from 'react'
import { openToast } from '../../data/toasts.ts'
import { useTask } from '../../data/useTask.ts'
import { type BegunCode, beginRecoveryCode, changePassphrase } from '../../data/wallets/wallets.ts'
import { NewPassphrase, nothingTyped, passphraseFault } from '../../ui/NewPassphrase.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { RecoveryCode } from '../../ui/RecoveryCode.tsx'
import { groupsToCheck, notWrittenDown, writingLeft } from '../../ui/writtenDown.ts'
import { FormDialog } from './FormDialog.tsx'

/** Another passphrase for all wallets; the recovery code will do for the present one. */
export function ChangePassphraseDialog({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState('')
  const [typed, setTyped] = useState(nothingTyped)
  const task = useTask()
  const fault = present === '' ? 'Type the present passphrase' : passphraseFault(typed)
  const submit = async () => {
    if (!(await task.run(() => changePassphrase(present, typed.first)))) return
    onClose()
    openToast({
      state: 'confirmed',
      title: 'Passphrase changed',
      detail: 'Older copies of the file open with the old one.',
    })
  }
  return (
    <FormDialog
      title="Change passphrase"
      onClose={onClose}
      onSubmit={() => void submit()}
      action="Change passphrase"
      underway="Changing…"
      fault={fault}
      task={task}
    >
      <PassphraseField
        label="Present passphrase"
        value={present}
        onChange={setPresent}
        autoFocus
        hint="Or the recovery code."
      />
      <NewPassphrase typed={typed} onType={setTyped} judged={false} label="New passphrase" />
    </FormDialog>
  )
}

/** Another recovery code for all wallets, shown once; the present one is good until the new one is written down. */
export function ReplaceCodeDialog({ onClose }: { onClose: () => void }) {
  const [passphrase, setPassphrase] = useState('')
  const [begun, setBegun] = useState<BegunCode>()
  const [asked] = useState(() => groupsToCheck())
  const [written, setWritten] = useState(notWrittenDown)
  const task = useTask()
  if (begun !== undefined) {
    const left = writingLeft(begun.recoveryCode, asked, written)
    const keep = async () => {
      if (await task.run(begun.keep)) onClose()
    }
    return (
      <FormDialog
        title="Write down your recovery code"
        onClose={onClose}
        onSubmit={() => void keep()}
        action="Use this code"
        fault={left}
        task={task}
      >
        <p className="hint">Shown once. The present code is good until you use this one.</p>
        <RecoveryCode code={begun.recoveryCode} asked={asked} done={written} onChange={setWritten} />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title="New recovery code"
      onClose={onClose}
      onSubmit={() => void task.run(async () => setBegun(await beginRecoveryCode(passphrase)))}
      action="Show a new code"
      underway="Sealing…"
      fault={passphrase === '' ? 'Type your passphrase' : undefined}
      task={task}
    >
      <PassphraseField
        value={passphrase}
        onChange={setPassphrase}
        autoFocus
        hint="The present code goes on working until the new one is written down."
      />
    </FormDialog>
  )
}
