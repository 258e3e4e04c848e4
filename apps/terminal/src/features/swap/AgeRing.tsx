import { renewMs } from '../../data/trade/useKeptPlan.ts'

const radius = 5
const length = 2 * Math.PI * radius

/** A ring that fills until the quote is renewed. */
export function AgeRing({ seconds }: { readonly seconds: number }) {
  const share = Math.min((seconds * 1000) / renewMs, 1)
  return (
    <svg className="swap-age" width="12" height="12" viewBox="0 0 12 12" fill="none" strokeWidth="2" aria-hidden="true">
      <circle cx="6" cy="6" r={radius} stroke="var(--line)" />
      <circle
        cx="6"
        cy="6"
        r={radius}
        stroke="var(--fg1)"
        strokeDasharray={`${share * length} ${length}`}
        transform="rotate(-90 6 6)"
      />
    </svg>
  )
}
