import { TernError } from '@tern/core'
import type { Pool } from '@tern/venues'
import type { Client } from '../../client.ts'
import { searchGraduation } from '../../searchGraduation.ts'

type Complete = TernError<'quote/complete'>

/**
 * Adds the pool that a completed curve moves to, if it can be found.
 *
 * @throws TernError `rpc/*`.
 */
export async function completeError(client: Client, pool: Pool, cause: Complete): Promise<Complete> {
  const movesTo = await searchGraduation(client.chain, pool)
  return movesTo === undefined ? cause : new TernError('quote/complete', { ...cause.facts, movesTo }, { cause })
}
