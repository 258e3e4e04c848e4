import type { FormEvent, ReactNode } from 'react'
import type { Task } from '../../data/useTask.ts'
import { leadOf } from '../../text/tradeSteps.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'
import { Ring } from '../../ui/Ring.tsx'

const idle = { isRunning: false, failure: undefined }

interface FormDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => void
  /** The label of the main button. */
  readonly action: string
  /** `fault` blocks the main button and replaces its label; `underway` replaces it while the task runs. */
  readonly fault?: string | undefined
  readonly underway?: string
  readonly task?: Pick<Task, 'isRunning' | 'failure'>
  readonly children: ReactNode
}

/** A form in a dialog: fields, an error, Cancel and one action. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onSubmit, action, fault, underway, task = idle, children } = props
  const { isRunning, failure } = task
  const isBlocked = fault !== undefined || isRunning
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlocked) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose} marker={<MoneyMark />}>
      <form onSubmit={submit} noValidate>
        <div className="dialog-body">
          {children}
          {failure === undefined ? null : (
            <p className="note danger" role="alert">
              ✕ {failure}
            </p>
          )}
        </div>
        <div className="dialog-foot">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="paper" size="large" blocked={isBlocked} title={isRunning ? undefined : fault}>
            {isRunning ? <Ring /> : null}
            {(isRunning ? underway : undefined) ?? (fault === undefined ? action : leadOf(fault))}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
