import type { ComponentProps } from 'react'
import { Field } from './Field.tsx'

interface PassphraseFieldProps extends Pick<ComponentProps<typeof Field>, 'autoFocus' | 'hint' | 'error'> {
  readonly label?: string
  readonly value: string
  readonly onChange: (passphrase: string) => void
}

/** Asks for a passphrase that there is; for a new one see `NewPassphrase`. */
export function PassphraseField({ label = 'Passphrase', value, onChange, ...field }: PassphraseFieldProps) {
  return (
    <Field
      {...field}
      label={label}
      type="password"
      value={value}
      onChange={event => onChange(event.target.value)}
      autoComplete="current-password"
    />
  )
}
