import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Emitter } from '../data/emitter.ts'
import type { Queue } from '../database/queue.ts'
import type { Events } from './decodeEvents.ts'
import type { Followers } from './followers.ts'
import { type Launched, type Listing, listLaunched } from './listing.ts'
import type { PoolStates } from './poolStates.ts'
import type { Rollback } from './rollback.ts'
import type { TokenBook } from './tokenBook.ts'
import type { TokenStore } from './tokenStore.ts'
import type { TradeRecorder } from './tradeRecorder.ts'

/** Reads the listings of launched tokens. */
export type Describe = (launched: readonly Launched[]) => Promise<readonly Listing[]>

/**
 * Creates the reader of listings. Only tokens of the practice chain have a picture and a description here.
 *
 * @param describe describes a token in a sentence.
 */
export const describeOn =
  (chain: Chain, kind: 'practice' | 'cluster', describe: (mint: Address) => Promise<string | null>): Describe =>
  async launched => {
    const found = await listLaunched(chain, launched)
    if (kind === 'cluster') return found.map(listing => ({ ...listing, picture: null }))
    return Promise.all(found.map(async listing => ({ ...listing, description: await describe(listing.mint) })))
  }

interface TokenListOptions {
  readonly kind: 'practice' | 'cluster'
  readonly describe: Describe
  readonly book: TokenBook
  readonly tokenStore: TokenStore
  readonly followers: Followers
  readonly recorder: TradeRecorder
  readonly states: PoolStates
  readonly queue: Queue
  readonly rollbacks: Emitter<Rollback>
  /** Called in a task of the queue when a token is no longer listed. */
  readonly onForgotten: (pool: Address) => Promise<void>
}

/** Lists and unlists launched tokens. */
export interface TokenList {
  /** Tokens that were listed while a fork could still undo their launch. */
  readonly openLaunches: Set<Address>
  /**
   * Lists tokens. Call it only from a task of the queue.
   *
   * @param lastActive when each mint was last traded or asked for, if known.
   */
  list(launched: readonly Launched[], lastActive: ReadonlyMap<Address, number>): Promise<void>
  /** Unlists tokens after a fork undid their launch, and deletes their trades. */
  unlist(mints: readonly Address[]): Promise<void>
  /** Returns the tokens of these events that are worth listing: launched, or traded and not listed yet. */
  worthListing(events: readonly Events[]): readonly Launched[]
}

export function createTokenList(options: TokenListOptions): TokenList {
  const { kind, describe, book, tokenStore, followers, recorder, states, queue, rollbacks, onForgotten } = options
  const openLaunches = new Set<Address>()

  async function forget(listing: Listing) {
    openLaunches.delete(listing.mint)
    followers.unfollow(listing.pool)
    await tokenStore.forget(listing)
    recorder.forget(listing.pool)
    await onForgotten(listing.pool)
  }

  return {
    openLaunches,
    async list(launched, lastActive) {
      const found = await describe(launched)
      for (const { mint } of found) if (!book.isListed(mint)) openLaunches.add(mint)
      const gone = await book.add(found, 'launched', lastActive)
      for (const listing of found) if (book.isListed(listing.mint)) await tokenStore.keep(listing)
      for (const listing of gone) await forget(listing)
      if (kind === 'cluster') for (const { mint, pool } of found) if (book.isListed(mint)) followers.follow(pool)
      states.touch(found)
    },
    unlist: mints =>
      queue.run(async () => {
        for (const mint of mints) {
          const listing = book.remove(mint)
          if (listing !== undefined) await forget(listing)
        }
        rollbacks.emit({ mints, signatures: [] })
      }),
    worthListing(events) {
      const found = new Map<Address, Launched>()
      for (const { trades } of events)
        for (const { protocol, mint, trade } of trades) {
          if (!book.isListed(mint) && book.hasRoom(trade.timestampSeconds))
            found.set(mint, { protocol, mint, pool: trade.pool, createdAtSeconds: null })
        }
      for (const { launches } of events)
        for (const { protocol, mint, pool, name, symbol, uri, creator, timestampSeconds } of launches) {
          const createdAtSeconds = timestampSeconds === undefined ? null : Number(timestampSeconds)
          // A listed token is listed again, to learn its launch time and its creator.
          if (book.isListed(mint) || found.has(mint) || book.hasRoom(createdAtSeconds ?? 0))
            found.set(mint, { protocol, mint, pool, name, symbol, uri, creator, createdAtSeconds })
        }
      return [...found.values()]
    },
  }
}
