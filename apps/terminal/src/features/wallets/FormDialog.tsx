import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'
import { PassphraseUser } from '../../ui/PassphraseUser.tsx'
import { Ring } from '../../ui/Ring.tsx'

interface FormDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => void
  /** What the main button says: what it does, or why it cannot be pressed. */
  readonly action: string
  readonly isBlocked: boolean
  readonly isRunning: boolean
  readonly failure?: string | undefined
  /** Instead of the marker of the money. */
  readonly marker?: ReactNode
  readonly back?: { readonly label: string; readonly onPress: () => void }
  readonly children: ReactNode
}

/** A form in a dialog: its fields, what went wrong, the way out and the one thing that it does. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onSubmit, action, isBlocked, isRunning, failure, marker, back, children } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlocked && !isRunning) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose} marker={marker ?? <MoneyMark />}>
      <form onSubmit={submit} noValidate>
        <PassphraseUser />
        <div className="dialog-body">
          {children}
          {failure === undefined ? null : (
            <p className="note danger" role="alert">
              ✕ {failure}
            </p>
          )}
        </div>
        <div className="dialog-foot">
          <Button size="large" onClick={back?.onPress ?? onClose}>
            {back?.label ?? 'Cancel'}
          </Button>
          <Button type="submit" look="paper" size="large" blocked={isBlocked || isRunning}>
            {isRunning ? <Ring /> : null}
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
