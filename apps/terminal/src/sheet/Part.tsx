import type { ReactNode } from 'react'

/** A part of the sheet. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sheet-part">
      <h3>{title}</h3>
      {children}
    </div>
  )
}
