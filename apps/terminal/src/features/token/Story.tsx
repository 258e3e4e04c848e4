import type { TokenDetail } from '../../data/token.ts'

/** What its makers say of a token: strangers' words, never a link. Where they say it only if it was not read. */
export function Story({ token: { description, uri } }: { token: TokenDetail }) {
  if (description !== null) return <p className="token-story">{description}</p>
  return uri === null ? null : <p className="token-story mono desk-only">{uri}</p>
}
