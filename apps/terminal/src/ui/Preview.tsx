import type { ReactNode } from 'react'

/** A box of a preview: `You get`, `You pay`. Its lines are `PreviewLine`s. */
export function PreviewPart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="box">
      <h2 className="caption">{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

interface PreviewLineProps {
  readonly label: ReactNode
  /** More about the label, after a colon. */
  readonly note?: string | undefined
  readonly look?: 'up' | 'down' | 'warn' | 'danger' | undefined
  /**
   * A `sum` has a rule above and must be the sum of the lines above it. A `detail` may fold into a `fold` on a phone.
   */
  readonly kind?: 'line' | 'detail' | 'fold' | 'sum'
  readonly children: ReactNode
}

/** A line of a preview: a label on the left, an `Amount` on the right. */
export function PreviewLine({ label, note, look, kind = 'line', children }: PreviewLineProps) {
  return (
    <div className={`row ${kind}`}>
      <dt>
        {label}
        {note === undefined ? null : <span className="faint">: {note}</span>}
      </dt>
      <dd className={look}>{children}</dd>
    </div>
  )
}

/** The usual costs, each with `blank` in place of its figure. */
export function BlankCosts({ labels, blank }: { labels: readonly string[]; blank: ReactNode }) {
  return (
    <PreviewPart title="You pay">
      {labels.map(label => (
        <PreviewLine key={label} label={label} kind={label === 'Amount' ? 'line' : 'detail'}>
          {blank}
        </PreviewLine>
      ))}
      <PreviewLine label="Total held" kind="sum">
        {blank}
      </PreviewLine>
    </PreviewPart>
  )
}
