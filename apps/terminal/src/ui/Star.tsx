import { toggleStar, useIsStarred } from '../data/settings/stars.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** Stars a token, for a filter on Discover. */
export function StarButton({ mint, symbol }: { mint: string; symbol: string }) {
  const isStarred = useIsStarred(mint)
  return (
    <Button
      look="quiet"
      size="small"
      shape="square"
      aria-label={`Star ${symbol}`}
      aria-pressed={isStarred}
      onClick={() => toggleStar(mint)}
    >
      <Icon name={isStarred ? 'starred' : 'star'} size="small" />
    </Button>
  )
}

/** Marks a starred token beside its name; absent for others. */
export function StarMark({ mint }: { mint: string }) {
  if (!useIsStarred(mint)) return null
  return (
    <span className="star-mark">
      <Icon name="starred" size="small" />
      <span className="visually-hidden">starred</span>
    </span>
  )
}
