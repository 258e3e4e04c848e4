import { type ReactNode, useState } from 'react'
import { faultText } from '../../text/tradeSteps.ts'
import type { Typed } from '../../text/typed.ts'
import { withUnit } from '../../text/withUnit.ts'
import { Field } from '../../ui/Field.tsx'

interface DraftFieldProps<T> {
  readonly label: string
  /** The accessible name if the label is too short: `Buy amount 1` for a field labelled `1`. */
  readonly fullLabel?: string
  readonly unit?: string
  readonly hint?: ReactNode
  readonly value: T
  readonly format: (value: T) => string
  readonly read: (text: string) => Typed<T>
  readonly onValue: (value: T) => void
  readonly inputMode?: 'decimal' | 'text'
}

const draftFault = (reason: string, kept: string) => `${faultText(reason)} Still ${kept}.`

/** A setting to type. A text that parses is saved at once; other texts stay in the field, and the last value counts. */
export function DraftField<T>({
  label,
  fullLabel,
  unit,
  hint,
  value,
  format,
  read,
  onValue,
  inputMode = 'decimal',
}: DraftFieldProps<T>) {
  const [draft, setDraft] = useState<string>()
  const typed = draft === undefined ? undefined : read(draft)
  const reason = typed !== undefined && 'reason' in typed ? typed.reason : undefined
  return (
    <Field
      label={label}
      {...(fullLabel === undefined ? {} : { 'aria-label': fullLabel })}
      {...(hint === undefined ? {} : { hint })}
      slim
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={false}
      value={draft ?? format(value)}
      onChange={event => {
        setDraft(event.target.value)
        const next = read(event.target.value)
        if ('value' in next) onValue(next.value)
      }}
      onBlur={() => {
        if (reason === undefined) setDraft(undefined)
      }}
      error={reason === undefined ? undefined : draftFault(reason, withUnit(format(value), unit))}
      end={unit === undefined ? undefined : <span className="faint">{unit}</span>}
    />
  )
}
