import { iconPaths } from './iconPaths.ts'

const filled: readonly string[] = ['bolt', 'starred']

export type IconName = keyof typeof iconPaths

/**
 * A decorative icon: the text beside it or its button's label carries the meaning. 16 pixels, or 12 in small buttons.
 */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: 'normal' | 'small' }) {
  return (
    <svg
      className={`icon${size === 'small' ? ' small' : ''}${filled.includes(name) ? ' filled' : ''}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** Tern's mark: a bird in three strokes. */
export function TernMark() {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M1.5 6.5C5 5.5 8 7 10 10.5 12 7 15 4.5 18.5 4.5M10 10.5c0 2-.8 3.7-2.2 5.2M10 10.5c.7 1.7 1.9 3.3 3.8 4.3" />
    </svg>
  )
}
