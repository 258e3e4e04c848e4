import type { SealedWallet } from '@tern/custody'
import { useState } from 'react'
import { addWallet, renameWallet } from '../../data/wallets/wallets.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useTask } from './useTask.ts'

const longest = 64
/** What a wallet file holds. */
const mostWallets = 100

interface NameDialogProps {
  readonly wallets: readonly SealedWallet[]
  readonly onClose: () => void
}

/** Why a name cannot be used; `undefined` when it can. */
function nameFault(name: string, others: readonly SealedWallet[]): string | undefined {
  if (name.trim() === '') return 'Give it a name'
  if (others.some(({ label }) => label === name.trim())) return 'Another wallet has this name'
  return undefined
}

/** Makes one more wallet, which the passphrase has to be typed for: its key is sealed under it. */
export function NewWalletDialog({ wallets, onClose }: NameDialogProps) {
  const [name, setName] = useState(`Wallet ${wallets.length + 1}`)
  const [passphrase, setPassphrase] = useState('')
  const { isRunning, failure, run } = useTask()
  const isFull = wallets.length >= mostWallets
  const fault =
    (isFull ? 'There are 100 wallets already' : nameFault(name, wallets)) ??
    (passphrase === '' ? 'Type your passphrase' : undefined)
  const submit = async () => {
    const isDone = await run(async () => void (await addWallet(passphrase, name.trim())))
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="New wallet"
      onClose={onClose}
      onSubmit={() => void submit()}
      action={isRunning ? 'Making its key…' : (fault ?? 'Create wallet')}
      isBlocked={fault !== undefined}
      isRunning={isRunning}
      failure={failure}
    >
      <Field
        label="Name"
        value={name}
        maxLength={longest}
        onChange={event => setName(event.target.value)}
        autoComplete="off"
        autoFocus
      />
      <Field
        label="Passphrase"
        type="password"
        value={passphrase}
        onChange={event => setPassphrase(event.target.value)}
        autoComplete="current-password"
        hint="It has a key of its own, which the same passphrase and recovery code open."
      />
    </FormDialog>
  )
}

/** Gives a wallet another name. */
export function RenameDialog({ wallet, wallets, onClose }: NameDialogProps & { readonly wallet: SealedWallet }) {
  const [name, setName] = useState(wallet.label)
  const { isRunning, failure, run } = useTask()
  const others = wallets.filter(({ address }) => address !== wallet.address)
  const fault = nameFault(name, others)
  const submit = async () => {
    if (await run(() => renameWallet(wallet.address, name.trim()))) onClose()
  }
  return (
    <FormDialog
      title={`Rename ${wallet.label}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      action={fault ?? 'Rename'}
      isBlocked={fault !== undefined}
      isRunning={isRunning}
      failure={failure}
    >
      <Field
        label="Name"
        value={name}
        maxLength={longest}
        onChange={event => setName(event.target.value)}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
