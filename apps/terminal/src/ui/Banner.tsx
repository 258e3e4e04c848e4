import type { ReactNode } from 'react'

interface BannerProps {
  /** Caution: `!`, and a screen reader is interrupted. Danger: `✕`. Plain: said when its turn comes. */
  readonly kind: 'caution' | 'danger' | 'plain'
  /** At the right: how old the data are, or what to press. */
  readonly end?: ReactNode
  /** Along the top of a page, or with round corners inside one. */
  readonly place?: 'page' | 'inset'
  readonly children: ReactNode
}

const signs = { caution: '!', danger: '✕', plain: undefined } as const

/** One line about the whole page: stale prices, a list that could not be refreshed, a feature that is off. */
export function Banner({ kind, end, place = 'page', children }: BannerProps) {
  return (
    <div className={`banner ${kind}${place === 'inset' ? ' inset' : ''}`}>
      <span role={kind === 'plain' ? 'status' : 'alert'}>
        {signs[kind] === undefined ? null : <span aria-hidden="true">{signs[kind]} </span>}
        {children}
      </span>
      {end === undefined ? null : <span className="banner-end">{end}</span>}
    </div>
  )
}
