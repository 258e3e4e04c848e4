import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Stands inside the frame after the input: a unit or a small button. */
  readonly end?: ReactNode
  readonly slim?: boolean
}

/** A labelled text field; its error and its hint are announced with it. */
export function Field({ label, hint, error, end, slim = false, ...input }: FieldProps) {
  const id = useId()
  const notes = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].join(' ').trim()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`input${slim ? ' slim' : ''}${error === undefined ? '' : ' bad'}`}>
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
