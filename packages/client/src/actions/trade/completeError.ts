import { TernError } from '@tern/core/tradeErrors'
import type { Pool } from '@tern/venues/load'
import type { Client } from '../../client.ts'
import { searchGraduation } from '../../searchGraduation.ts'

/** `cause`, of a curve that is complete, with the pool that it goes on in where that can be said. @throws TernError `rpc/*`. */
export async function completeError(client: Client, pool: Pool, cause: TernError): Promise<TernError> {
  const movesTo = await searchGraduation(client.chain, pool)
  return movesTo === undefined ? cause : new TernError('quote/complete', { pool: pool.address, movesTo }, { cause })
}
