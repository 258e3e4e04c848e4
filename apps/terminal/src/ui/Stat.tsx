import type { ReactNode } from 'react'

interface StatProps {
  readonly label: string
  /** The reserved width in digits, so that content after the figure does not move. */
  readonly digits?: number
  readonly children: ReactNode
}

/** A figure below its label, inside a `<dl>`. */
export function Stat({ label, digits, children }: StatProps) {
  return (
    <div className="stat" style={digits === undefined ? undefined : { minWidth: `${digits}ch` }}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
