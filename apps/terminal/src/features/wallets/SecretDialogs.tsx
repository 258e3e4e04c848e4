import { useState } from 'react'
import { openToast } from '../../data/toasts.ts'
import { type BegunCode, beginRecoveryCode, changePassphrase } from '../../data/wallets/wallets.ts'
import { Field } from '../../ui/Field.tsx'
import { NewPassphrase, nothingTyped, passphraseFault } from '../../ui/NewPassphrase.tsx'
import { RecoveryCode } from '../../ui/RecoveryCode.tsx'
import { groupsToCheck, notWrittenDown, writingLeft } from '../../ui/writtenDown.ts'
import { FormDialog } from './FormDialog.tsx'
import { useTask } from './useTask.ts'

/** Another passphrase for all wallets; the recovery code will do for the present one. */
export function ChangePassphraseDialog({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState('')
  const [typed, setTyped] = useState(nothingTyped)
  const { isRunning, failure, run } = useTask()
  const fault = present === '' ? 'Type the present passphrase' : passphraseFault(typed)
  const submit = async () => {
    if (!(await run(() => changePassphrase(present, typed.first)))) return
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
      action={isRunning ? 'Changing…' : (fault ?? 'Change passphrase')}
      isBlocked={fault !== undefined}
      isRunning={isRunning}
      failure={failure}
    >
      <Field
        label="Present passphrase"
        type="password"
        value={present}
        onChange={event => setPresent(event.target.value)}
        autoComplete="current-password"
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
  const { isRunning, failure, run } = useTask()
  if (begun !== undefined) {
    const left = writingLeft(begun.recoveryCode, asked, written)
    const keep = async () => {
      if (await run(begun.keep)) onClose()
    }
    return (
      <FormDialog
        title="Write down your recovery code"
        onClose={onClose}
        onSubmit={() => void keep()}
        action={left ?? 'Use this code'}
        isBlocked={left !== undefined}
        isRunning={isRunning}
        failure={failure}
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
      onSubmit={() => void run(async () => setBegun(await beginRecoveryCode(passphrase)))}
      action={isRunning ? 'Sealing…' : passphrase === '' ? 'Type your passphrase' : 'Show a new code'}
      isBlocked={passphrase === ''}
      isRunning={isRunning}
      failure={failure}
    >
      <Field
        label="Passphrase"
        type="password"
        value={passphrase}
        onChange={event => setPassphrase(event.target.value)}
        autoComplete="current-password"
        autoFocus
        hint="The present code goes on working until the new one is written down."
      />
    </FormDialog>
  )
}
