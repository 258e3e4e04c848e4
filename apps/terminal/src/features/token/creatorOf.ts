import type { TokenFactsRow } from '@tern/server/appRouter'
import type { TokenDetail } from '../../data/market/token.ts'

/** Who made a token, as its curve or its pool names them; `undefined`: nobody is named, or it is not known yet. */
export const creatorOf = (token: Pick<TokenDetail, 'curve'>, facts: TokenFactsRow | null | undefined) =>
  facts?.creator ?? token.curve?.creator
