import type { ReactNode } from 'react'

interface SectionProps {
  /** The name in the URL: `/settings#keys`. */
  readonly name: string
  readonly title: string
  /** Buttons for the whole section, at the end of its head. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A card of settings. A link to it moves the focus there. */
export function Section({ name, title, end, children }: SectionProps) {
  return (
    <section className="card" id={name} tabIndex={-1} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{title}</h2>
        <span className="spacer" />
        {end}
      </header>
      <div className="card-body">{children}</div>
    </section>
  )
}

interface RowProps {
  readonly label: string
  readonly hint?: string
  readonly children: ReactNode
}

/** A setting with its label on the left and the choice on the right; on a phone below. */
export function Row({ label, hint, children }: RowProps) {
  return (
    <div className="settings-row">
      <div>
        <p>{label}</p>
        {hint === undefined ? null : <p className="hint">{hint}</p>}
      </div>
      {children}
    </div>
  )
}
