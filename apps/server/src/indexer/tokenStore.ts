import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { candles, followed, tokens, trades } from '../database/schema.ts'
import type { Launched, Listing } from './listing.ts'

/** The listed tokens of launchpads, in the database. A restart lists all of these tokens at once. */
export interface TokenStore {
  /** Reads the tokens, oldest first. */
  readTokens(): Promise<readonly Launched[]>
  /** Stores a token, or updates it. */
  keep(listing: Listing): Promise<void>
  /** Deletes a token with its trades and candles. */
  forget(listing: Pick<Listing, 'mint' | 'pool'>): Promise<void>
}

export function createTokenStore({ query, atomic }: Database): TokenStore {
  return {
    async readTokens() {
      const rows = await query.select().from(tokens).orderBy(tokens.createdAtSeconds)
      return rows.flatMap(({ mint, pool, protocol, symbol, name, uri, createdAtSeconds, creator }) => {
        // An earlier version may have listed a token of a venue that no longer exists.
        if (!Object.hasOwn(venues, protocol)) return []
        const at = { mint: mint as Address, pool: pool as Address, protocol: protocol as Protocol, createdAtSeconds }
        return [
          {
            ...at,
            symbol,
            name,
            ...(uri !== null && { uri }),
            ...(creator !== null && { creator: creator as Address }),
          },
        ]
      })
    },
    async keep({ mint, pool, protocol, symbol, name, uri, createdAtSeconds, creator }) {
      const row = { mint, pool, protocol, symbol, name, uri, createdAtSeconds, creator }
      await query.insert(tokens).values(row).onConflictDoUpdate({ target: tokens.mint, set: row })
    },
    forget: ({ mint, pool }) =>
      atomic([
        query.delete(tokens).where(eq(tokens.mint, mint)),
        query.delete(trades).where(eq(trades.pool, pool)),
        query.delete(candles).where(eq(candles.pool, pool)),
        query.delete(followed).where(eq(followed.pool, pool)),
      ]),
  }
}
