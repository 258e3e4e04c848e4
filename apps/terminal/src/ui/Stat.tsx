import type { ReactNode } from 'react'

interface StatProps {
  readonly label: string
  /** Room that is kept, in digits, so that what stands after it does not move when the value does. */
  readonly digits?: number
  readonly children: ReactNode
}

/** A figure under its name, for summaries: inside a `<dl>`. */
export function Stat({ label, digits, children }: StatProps) {
  return (
    <div className="stat" style={digits === undefined ? undefined : { minWidth: `${digits}ch` }}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
