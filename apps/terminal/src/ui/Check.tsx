import type { ComponentProps, ReactNode } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'onChange' | 'children'> {
  /** `switch` takes effect at once, `checkbox` with the form, `radio` is one of those with the same `name`. */
  readonly kind: 'switch' | 'checkbox' | 'radio'
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** A switch, a checkbox or a radio button with its words, which can be pressed too. Radios stand in a `fieldset` with a `legend`. */
export function Check({ kind, children, onChange, ...input }: CheckProps) {
  return (
    <label className="check">
      <input
        {...input}
        type={kind === 'radio' ? 'radio' : 'checkbox'}
        {...(kind === 'switch' ? { role: 'switch' } : {})}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
