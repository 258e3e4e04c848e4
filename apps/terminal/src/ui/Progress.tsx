import { percentOf } from './numberText.ts'

/** Parts per million as a percentage with one decimal, floored: 100% is all of it. */
export const progressText = (ppm: number) => `${percentOf(ppm)}%`

/** How far something is, as a bar; what it is, in words for those who do not see it. */
export function Progress({ ppm, label }: { ppm: number; label: string }) {
  return (
    <span
      className="progress"
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
