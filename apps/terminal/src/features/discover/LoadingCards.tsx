import { Skeleton } from '../../ui/Amount.tsx'
import './card.css'

/** Placeholders while the cards load. */
export function LoadingCards() {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <div key={row} className="token-card" aria-hidden="true">
      <span className="picture card-picture" />
      <div>
        <Skeleton width={120} />
        <br />
        <Skeleton width={160} />
      </div>
    </div>
  ))
}
