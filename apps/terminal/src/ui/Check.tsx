import type { ComponentProps, ReactNode } from 'react'

interface CheckProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'onChange' | 'children'> {
  /**
   * A `switch` takes effect at once, a `checkbox` with the form; a `radio` belongs to the others with the same `name`.
   */
  readonly kind: 'switch' | 'checkbox' | 'radio'
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** A switch, checkbox or radio button with its label. Radios need a `fieldset` with a `legend`. */
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
