import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'

interface FactProps {
  /** A passed check, a no, a caution, or an icon. */
  readonly sign: 'yes' | 'no' | 'caution' | IconName
  readonly title: string
  readonly children: ReactNode
  /** A state or a button at the right. */
  readonly end?: ReactNode
}

const signs = { yes: '✓', no: '✕', caution: '!' } as const

/** A line in a list of facts: a sign, a title and an explanation. Its parent is a `ul` with the class `facts`. */
export function Fact({ sign, title, children, end }: FactProps) {
  return (
    <li>
      <span className={`fact-sign ${sign}`} aria-hidden="true">
        {sign === 'yes' || sign === 'no' || sign === 'caution' ? signs[sign] : <Icon name={sign} size="small" />}
      </span>
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
      {end === undefined ? null : <div>{end}</div>}
    </li>
  )
}
