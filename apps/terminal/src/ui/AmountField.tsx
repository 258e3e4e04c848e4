import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, notesOf } from './FieldNotes.tsx'
import { isLong } from './isLong.ts'

interface AmountFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange'> {
  /** A label inside the frame, before the input: `Pay`, `Sell`, `Send`. */
  readonly label: string
  /** The typed text. The caller parses it (`parseAmount`), so that no typed text is lost. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** Content after the input: the unit, a Max button. */
  readonly end?: ReactNode
  /** Content below: a label on the left, the balance on the right. */
  readonly have?: ReactNode
  readonly error?: string | undefined
}

/** The large amount field of a form. `ref` is the input's. */
export function AmountField({ label, value, onChange, end, have, error, ...input }: AmountFieldProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const notes = { id, error, hint: have }
  return (
    <div className="field">
      <div className={`amount-field${error === undefined ? '' : ' bad'}`}>
        <label htmlFor={id}>{label}</label>
        <input
          type="text"
          inputMode="decimal"
          placeholder="0"
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={id}
          value={value}
          data-long={isLong(value)}
          onChange={event => onChange(event.target.value)}
          {...notesOf(notes)}
        />
        {end}
      </div>
      <FieldNotes {...notes} layout="pair" />
    </div>
  )
}
