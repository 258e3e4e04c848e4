import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Stands inside the frame after the input: a unit or a small button. */
  readonly end?: ReactNode
  readonly slim?: boolean
}

/** A labelled text field; an error takes the hint's place and is announced with the field. */
export function Field({ label, hint, error, end, slim = false, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`input${slim ? ' slim' : ''}${error === undefined ? '' : ' bad'}`}>
        <input
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {end}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? 'hint' : 'hint bad'}>
          {note}
        </p>
      )}
    </div>
  )
}
