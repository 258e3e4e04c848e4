import type { ReactNode } from 'react'

interface BannerProps {
  /** `caution` (`!`) and `danger` (`✕`) interrupt a screen reader; `plain` waits its turn. */
  readonly kind: 'caution' | 'danger' | 'plain'
  /** Content at the right: an age or a button. */
  readonly end?: ReactNode
  /** Along the top of a page, or inside a page with round corners. */
  readonly place?: 'page' | 'inset'
  readonly children: ReactNode
}

const signs = { caution: '!', danger: '✕', plain: undefined } as const

/** A line about the whole page: stale prices, a list that could not refresh, a feature that is off. */
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
