import type { TokenDetail } from '../../data/token.ts'

/** What its makers say of a token: strangers' words, never a link. */
export function Story({ token: { description, uri } }: { token: TokenDetail }) {
  if (description === null && uri === null) return null
  return (
    <p className="token-story">
      <span>{description}</span>
      {uri === null ? null : <span className="mono faint desk-only">{uri}</span>}
    </p>
  )
}
