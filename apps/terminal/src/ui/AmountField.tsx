import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes, notesOf } from './FieldNotes.tsx'
import { isLong } from './isLong.ts'

interface AmountFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange'> {
  /** Inside the frame, before the input: `Pay`, `Sell`, `Send`. */
  readonly label: string
  /** What was typed; it is the caller's to parse (`parseAmount`), so that nothing typed is ever lost. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** After the input: the unit, a Max button. */
  readonly end?: ReactNode
  /** Below: what one has on the left, how much on the right. */
  readonly have?: ReactNode
  readonly error?: string | undefined
}

/** The one big field of a form: what is paid, sold or sent. `ref` is the input's. */
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
