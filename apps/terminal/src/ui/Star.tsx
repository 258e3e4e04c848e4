import { toggleStar, useIsStarred } from '../data/settings/stars.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

/** Stars a token: on Discover a filter leaves those. */
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

/** Beside the name of a token that was starred; nothing beside others. */
export function StarMark({ mint }: { mint: string }) {
  if (!useIsStarred(mint)) return null
  return (
    <span className="star-mark">
      <Icon name="starred" size="small" />
      <span className="visually-hidden">starred</span>
    </span>
  )
}
