import type { Chain } from '@tern/chain'
import { type EndedCurve, findGraduation } from '@tern/client'
import type { Address } from '@tern/core'
import { type Graduation, isProtocol } from '@tern/venues'
import { graduationTo } from '@tern/venues/internal/finder'
import type { Migration } from '@tern/venues/read'
import type { Queue } from '../database/queue.ts'
import type { Followers } from './followers.ts'
import type { MarketStore } from './marketStore.ts'
import type { PoolStates } from './poolStates.ts'
import type { TokenBook } from './tokenBook.ts'
import type { TokenStore } from './tokenStore.ts'

interface CurveMoveOptions {
  readonly chain: Chain
  readonly kind: 'practice' | 'cluster'
  readonly book: TokenBook
  readonly store: Pick<MarketStore, 'move'>
  readonly tokenStore: Pick<TokenStore, 'keep'>
  readonly followers: Followers
  readonly states: Pick<PoolStates, 'touch'>
  readonly queue: Queue
}

/** Moves tokens of migrated curves to their pools, with all of their history. */
export interface CurveMoves {
  /** Finds the pool of a curve that migrated without a migration event, and moves the token. */
  find(curve: EndedCurve): Promise<void>
  /** Moves a token to the pool that a migration event names. Call it only from a task of the queue. */
  follow(event: Migration): Promise<void>
}

export function createCurveMoves(options: CurveMoveOptions): CurveMoves {
  const { chain, kind, book, store, tokenStore, followers, states, queue } = options

  async function move(curve: Address, { protocol, address }: Graduation) {
    const listing = book.listings().find(({ pool }) => pool === curve)
    if (listing === undefined || !isProtocol(protocol)) return
    await store.move(curve, address)
    const moved = await book.move(listing.mint, { protocol, pool: address })
    if (moved?.kind === 'launched') await tokenStore.keep(moved.listing)
    if (moved !== undefined) states.touch([moved.listing])
    // The practice chain is followed by its programs. Read the trades of the pool before it was listed.
    if (kind === 'practice') followers.readBack(address)
    else {
      followers.unfollow(curve)
      followers.follow(address)
    }
  }

  return {
    async find(curve) {
      const to = await findGraduation({ chain }, curve)
      if (to !== undefined) await queue.run(() => move(curve.address, to))
    },
    async follow({ pool, to }) {
      const owner = (await chain.readAccounts([to], { maxAgeMs: 0 })).get(to)?.owner
      const graduation = owner && graduationTo(owner, to)
      if (graduation !== undefined) await move(pool, graduation)
    },
  }
}
