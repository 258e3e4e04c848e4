import type { SealedWallet } from '@tern/custody'
import { useState } from 'react'
import { useTask } from '../../data/useTask.ts'
import { addWallet, renameWallet } from '../../data/wallets/wallets.ts'
import { Field } from '../../ui/Field.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { FormDialog } from './FormDialog.tsx'

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

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <Field
      label="Name"
      value={name}
      maxLength={longest}
      onChange={event => onChange(event.target.value)}
      autoComplete="off"
      autoFocus
    />
  )
}

/** Makes one more wallet, which the passphrase has to be typed for: its key is sealed under it. */
export function NewWalletDialog({ wallets, onClose }: NameDialogProps) {
  const [name, setName] = useState(`Wallet ${wallets.length + 1}`)
  const [passphrase, setPassphrase] = useState('')
  const task = useTask()
  const isFull = wallets.length >= mostWallets
  const fault =
    (isFull ? 'There are 100 wallets already' : nameFault(name, wallets)) ??
    (passphrase === '' ? 'Type your passphrase' : undefined)
  const submit = async () => {
    const isDone = await task.run(async () => void (await addWallet(passphrase, name.trim())))
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="New wallet"
      onClose={onClose}
      onSubmit={() => void submit()}
      action="Create wallet"
      underway="Making its key…"
      fault={fault}
      task={task}
    >
      <NameField name={name} onChange={setName} />
      <PassphraseField
        value={passphrase}
        onChange={setPassphrase}
        hint="It has a key of its own, which the same passphrase and recovery code open."
      />
    </FormDialog>
  )
}

/** Gives a wallet another name. */
export function RenameDialog({ wallet, wallets, onClose }: NameDialogProps & { readonly wallet: SealedWallet }) {
  const [name, setName] = useState(wallet.label)
  const task = useTask()
  const others = wallets.filter(({ address }) => address !== wallet.address)
  const fault = nameFault(name, others)
  const submit = async () => {
    if (await task.run(() => renameWallet(wallet.address, name.trim()))) onClose()
  }
  return (
    <FormDialog
      title={`Rename ${wallet.label}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      action="Rename"
      fault={fault}
      task={task}
    >
      <NameField name={name} onChange={setName} />
    </FormDialog>
  )
}
