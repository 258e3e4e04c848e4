import type { ReactNode } from 'react'

interface FieldNotesProps {
  /** The input's. */
  readonly id: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** `pair`: what one has on the left, how much on the right. */
  readonly layout?: 'line' | 'pair'
}

/** Below a field: what is wrong, with a `✕` before it, and a hint. The input names them by `notesOf`. */
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

/** What an input says of its notes, so that they are announced with it. */
export function notesOf({ id, error, hint }: FieldNotesProps) {
  const ids = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  }
}
