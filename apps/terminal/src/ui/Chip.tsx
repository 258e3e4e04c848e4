import type { ReactNode } from 'react'

/**
 * The kinds of chips: a fact, a passed check, a caution, a danger, a check that was not made, a count of hidden chips,
 * the current place.
 */
export type ChipKind = 'fact' | 'passed' | 'caution' | 'danger' | 'unchecked' | 'more' | 'here'

const signs: Partial<Record<ChipKind, string>> = { passed: '✓', caution: '!', danger: '✕', unchecked: '?' }

interface ChipProps {
  readonly kind?: ChipKind
  /** 22 pixels high in strips, 18 on cards. */
  readonly size?: 'normal' | 'small'
  /** The reason, shown on hover. Text that every user must be able to read needs a `Tooltip`. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** The class for another element that looks like a chip, such as an `li`. Start its content with `<ChipSign kind>`. */
export function chipClass(kind: ChipKind = 'fact', size: 'normal' | 'small' = 'normal'): string {
  return `chip ${kind}${size === 'small' ? ' small' : ''}`
}

/** The sign `✓`, `!`, `✕` or `?`, so that a chip does not depend on its colour. */
export function ChipSign({ kind }: { kind: ChipKind }) {
  return signs[kind] === undefined ? null : <b aria-hidden="true">{signs[kind]}</b>
}

/** A short fact with a sign. In a row of chips, the worst comes first. */
export function Chip({ kind = 'fact', size = 'normal', title, children }: ChipProps) {
  return (
    <span className={chipClass(kind, size)} title={title}>
      <ChipSign kind={kind} />
      {children}
    </span>
  )
}
