import { percentOf } from '../text/numberText.ts'

/** Parts per million as a percentage with one decimal, floored: 100% is all of it. */
export const progressText = (ppm: number) => `${percentOf(ppm)}%`

interface ProgressProps {
  readonly ppm: number
  readonly label: string
  /** Bars are neutral; `caution` for a window that closes, `passed` for what is good when it is full. */
  readonly kind?: 'plain' | 'caution' | 'passed'
  /** 4 pixels high, or 6. */
  readonly size?: 'normal' | 'tall'
}

/** How far something is, as a bar; what it is, in words for those who do not see it. */
export function Progress({ ppm, label, kind = 'plain', size = 'normal' }: ProgressProps) {
  return (
    <span
      className={`progress ${kind}${size === 'tall' ? ' tall' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(ppm / 10_000)}
      aria-valuetext={progressText(ppm)}
    >
      <i style={{ width: `${ppm / 10_000}%` }} />
    </span>
  )
}
