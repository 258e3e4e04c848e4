import { percentOf } from '../text/numberText.ts'

/** Formats parts per million as a percentage with a decimal, rounded down, so that 100% is complete. */
export const progressText = (ppm: number) => `${percentOf(ppm)}%`

interface ProgressProps {
  readonly ppm: number
  readonly label: string
  /** Bars are neutral; `caution` is for a window that closes, `passed` for a bar that is good when full. */
  readonly kind?: 'plain' | 'caution' | 'passed'
  /** 4 pixels high, or 6. */
  readonly size?: 'normal' | 'tall'
}

/** A progress bar, with its label for screen readers. */
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
