import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, notesOf } from './FieldNotes.tsx'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
  /** Text at the right of the label, such as a unit. */
  readonly unit?: string
  readonly hint?: ReactNode
  /** The fault; a `✕` is put before it. */
  readonly error?: string | undefined
  /** Content inside the frame after the input: a unit or a small button. */
  readonly end?: ReactNode
  readonly slim?: boolean
  /** For addresses and other text to compare by eye. */
  readonly mono?: boolean
}

/**
 * A labelled text field. Screen readers announce its error and hint with it. `readOnly` greys it. `ref` is the input's.
 */
export function Field({ label, unit, hint, error, end, slim = false, mono = false, ...input }: FieldProps) {
  const id = useId()
  const notes = { id, error, hint }
  const frame = `input${slim ? ' slim' : ''}${mono ? ' mono' : ''}${error === undefined ? '' : ' bad'}${input.readOnly ? ' off' : ''}`
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {unit === undefined ? null : <span className="faint">{unit}</span>}
      </label>
      <div className={frame}>
        <input {...input} id={id} {...notesOf(notes)} />
        {end}
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}
