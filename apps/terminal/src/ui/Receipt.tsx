import type { ReactNode } from 'react'

/** A box of a receipt: `You get`, `You pay`. Its lines are `ReceiptLine`s. */
export function ReceiptPart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="box">
      <h2 className="caption">{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

interface ReceiptLineProps {
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

/** A line of a receipt: a label on the left, an `Amount` on the right. */
export function ReceiptLine({ label, note, look, kind = 'line', children }: ReceiptLineProps) {
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
