import { useAsOfNow } from '../data/useNow.ts'
import { ageText } from '../text/numberText.ts'
import { Unknown } from './Amount.tsx'

/** How long ago, as it grows; a dash where it is not known. */
export function Age({ since }: { since: number | null }) {
  const text = useAsOfNow(now => (since === null ? '' : ageText(now - since)))
  return text === '' ? <Unknown /> : text
}
