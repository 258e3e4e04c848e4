import type { TokenFactsRow } from '@tern/server/appRouter'
import type { TokenDetail } from '../../data/market/token.ts'

/** The creator that the curve or the pool names; `undefined` if no creator is named or known yet. */
export const creatorOf = (token: Pick<TokenDetail, 'curve'>, facts: TokenFactsRow | null | undefined) =>
  facts?.creator ?? token.curve?.creator
