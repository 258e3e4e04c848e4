import type { ReactNode } from 'react'

interface SectionProps {
  /** In the address: `/settings#keys`. */
  readonly name: string
  readonly title: string
  /** At the end of the head: buttons for the whole section. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A card of settings. It can be gone to from elsewhere, and then has the focus. */
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

/** What is chosen on the left, the choice on the right; on a phone below. */
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
