import { type ComponentProps, type ReactNode, useId } from 'react'

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
  const notes = [error === undefined ? '' : `${id}-error`, have === undefined ? '' : `${id}-have`].join(' ').trim()
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
          onChange={event => onChange(event.target.value)}
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
      {have === undefined ? null : (
        <p id={`${id}-have`} className="hint field-have">
          {have}
        </p>
      )}
    </div>
  )
}
