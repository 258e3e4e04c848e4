import type { ReactNode } from 'react'

/** What a chip says: a fact, a check that passed, a caution, a danger, one not made, how many more there are, where you are. */
export type ChipKind = 'fact' | 'passed' | 'caution' | 'danger' | 'unchecked' | 'more' | 'here'

const signs: Partial<Record<ChipKind, string>> = { passed: '✓', caution: '!', danger: '✕', unchecked: '?' }

interface ChipProps {
  readonly kind?: ChipKind
  /** 22 pixels high in strips, 18 on cards. */
  readonly size?: 'normal' | 'small'
  /** Why, for those who point at it. What must be read by everybody goes into a `Tooltip`. */
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** The class of a chip that is another element, such as an `li`; begin its content with `<ChipSign kind>`. */
export function chipClass(kind: ChipKind = 'fact', size: 'normal' | 'small' = 'normal'): string {
  return `chip ${kind}${size === 'small' ? ' small' : ''}`
}

/** `✓`, `!`, `✕` or `?`: a chip never tells by its colour alone. */
export function ChipSign({ kind }: { kind: ChipKind }) {
  return signs[kind] === undefined ? null : <b aria-hidden="true">{signs[kind]}</b>
}

/** A short fact with a sign. Where several stand together the worst comes first. */
export function Chip({ kind = 'fact', size = 'normal', title, children }: ChipProps) {
  return (
    <span className={chipClass(kind, size)} title={title}>
      <ChipSign kind={kind} />
      {children}
    </span>
  )
}
