import { readableText } from '@tern/core/internal'
import type { ListedWallet } from '@tern/custody'
import { useState } from 'react'
import { useTask } from '../../data/useTask.ts'
import { renameWallet } from '../../data/wallets/wallets.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from './FormDialog.tsx'

const longest = 64

interface RenameDialogProps {
  readonly wallet: ListedWallet
  readonly wallets: readonly ListedWallet[]
  readonly onClose: () => void
}

/** The fault of a name; `undefined` if it can be used. */
function nameFault(name: string, others: readonly ListedWallet[]): string | undefined {
  if (name === '') return 'Enter a name'
  if (others.some(({ label }) => label === name)) return 'Name already in use'
  return undefined
}

/** Renames a wallet. */
export function RenameDialog({ wallet, wallets, onClose }: RenameDialogProps) {
  const [name, setName] = useState(wallet.label)
  const task = useTask()
  const others = wallets.filter(({ address }) => address !== wallet.address)
  // Marks that hide or reorder letters could make a name look like another.
  const chosen = readableText(name, longest)
  const fault = nameFault(chosen, others)
  const submit = async () => {
    if (await task.run(() => renameWallet(wallet.address, chosen))) onClose()
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
