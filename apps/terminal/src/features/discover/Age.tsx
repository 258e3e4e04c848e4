import { useNow } from '../../data/useNow.ts'
import { Unknown } from '../../ui/Amount.tsx'
import { ageText } from '../../ui/numberText.ts'

/** How long ago, renewed every second; a dash where it is not known. */
export function Age({ since }: { since: number | null }) {
  const now = useNow()
  return since === null ? <Unknown /> : ageText(now - since)
}
