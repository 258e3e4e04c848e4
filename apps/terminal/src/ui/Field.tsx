import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
  /** At the right of the label, such as a unit. */
  readonly unit?: string
  readonly hint?: ReactNode
  /** What is wrong; a `✕` is put before it. */
  readonly error?: string | undefined
  /** Stands inside the frame after the input: a unit or a small button. */
  readonly end?: ReactNode
  readonly slim?: boolean
}

/** A labelled text field; its error and its hint are announced with it. `readOnly` greys it. `ref` is the input's. */
export function Field({ label, unit, hint, error, end, slim = false, ...input }: FieldProps) {
  const id = useId()
  const notes = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].join(' ').trim()
  const frame = `input${slim ? ' slim' : ''}${error === undefined ? '' : ' bad'}${input.readOnly ? ' off' : ''}`
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {unit === undefined ? null : <span className="faint">{unit}</span>}
      </label>
      <div className={frame}>
        <input
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={notes === '' ? undefined : notes}
        />
        {end}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="hint bad" role="alert">
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
