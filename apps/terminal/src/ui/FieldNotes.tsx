import type { ReactNode } from 'react'

interface FieldNotesProps {
  /** The input's id. */
  readonly id: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** `pair` puts a label on the left and a balance on the right. */
  readonly layout?: 'line' | 'pair'
}

/** The error, with a `✕` before it, and the hint below a field. The input refers to them by `notesOf`. */
export function FieldNotes({ id, error, hint, layout = 'line' }: FieldNotesProps) {
  return (
    <>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="hint bad" role="alert">
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={`hint${layout === 'pair' ? ' field-have' : ''}`}>
          {hint}
        </p>
      )}
    </>
  )
}

/** The input's ARIA attributes, so that screen readers announce its notes. */
export function notesOf({ id, error, hint }: FieldNotesProps) {
  const ids = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  }
}
