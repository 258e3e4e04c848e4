import { useAsOfNow } from '../data/useNow.ts'
import { ageText } from '../text/numberText.ts'
import { Unknown } from './Amount.tsx'

/** A growing age, such as `4m`; a dash if the time is unknown. */
export function Age({ since }: { since: number | null }) {
  const text = useAsOfNow(now => (since === null ? '' : ageText(now - since)))
  return text === '' ? <Unknown /> : text
}
