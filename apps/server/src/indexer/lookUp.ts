import type { Chain } from '@tern/chain'
import { type FoundPool, findPools } from '@tern/client'
import { type Address, TernError, wrappedNativeMint } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'
import type { OtherMarketRow } from '../data/rows.ts'
import type { Queue } from '../database/queue.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import type { Followers } from './followers.ts'
import { tokenInPool } from './listing.ts'
import type { TokenBook } from './tokenBook.ts'
import type { TokenList } from './tokenList.ts'

/** The token at an address that a client asked for. */
interface LookedUp {
  readonly mint: Address
  /** The token's pools, if it trades for other tokens only. */
  readonly others: readonly OtherMarketRow[]
}

interface LookUpOptions {
  readonly chain: Chain
  readonly kind: 'practice' | 'cluster'
  readonly book: Pick<TokenBook, 'isListed'>
  readonly list: Pick<TokenList, 'list'>
  readonly followers: Pick<Followers, 'readBack'>
  readonly queue: Queue
  /** Reads pools that a token may have, beyond the pools with addresses derived from its mint. */
  readonly candidatesOf: (mint: Address) => Promise<readonly Candidate[]>
  /** Rate limit of the searches, for all clients together. */
  readonly finds: { readonly burst: number; readonly perSecond: number }
  /** A mint without any pool is not searched again for this long, in milliseconds. */
  readonly notFoundMs: number
}

/**
 * Searches for an unlisted token, by its mint or by one of its pools, and lists it if it trades against SOL.
 * Concurrent calls share a search.
 *
 * @throws TernError `http/tooManyRequests`, `rpc/*`.
 */
export type LookUp = (address: Address) => Promise<LookedUp>

export function createLookUp(options: LookUpOptions): LookUp {
  const { chain, kind, book, list, followers, queue, candidatesOf, finds, notFoundMs } = options
  const searches = createClientRateLimit(finds)
  const searching = new Map<Address, Promise<LookedUp>>()

  /** Lists a token by its mint alone, if it trades against SOL. @returns its pools, if it trades for other tokens only. */
  async function find(mint: Address): Promise<readonly OtherMarketRow[]> {
    const all = await findPools({ chain }, mint, { listed: await candidatesOf(mint) })
    const found = all.find(({ pool }) => pool.tokens.some(token => token.mint === wrappedNativeMint))
    if (found === undefined) return all.flatMap(one => otherMarket(one, mint) ?? [])
    const { protocol, address: pool } = found.pool
    const now = new Map([[mint, Math.floor(Date.now() / 1000)]])
    await queue.run(() => list.list([{ mint, protocol, pool, createdAtSeconds: null }], now))
    if (kind === 'practice') followers.readBack(pool)
    return []
  }

  async function search(address: Address): Promise<LookedUp> {
    const mint = (await tokenInPool(chain, address)) ?? address
    return { mint, others: book.isListed(mint) ? [] : await find(mint) }
  }

  return address => {
    const begun = searching.get(address)
    if (begun !== undefined) return begun
    const retryAfterSeconds = searches.take('', 1)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
    const found = search(address)
    searching.set(address, found)
    const forget = () => searching.delete(address)
    found.then(({ mint }) => setTimeout(forget, book.isListed(mint) ? 0 : notFoundMs).unref(), forget)
    return found
  }
}

/** Converts a pool to a market of one of its tokens. `undefined` for a curve that has ended. */
function otherMarket({ pool, stage }: FoundPool, mint: Address): OtherMarketRow | undefined {
  const other = pool.tokens.find(token => token.mint !== mint)
  if (other === undefined || stage === 'complete' || stage === 'migrated') return undefined
  return { quoteMint: other.mint, protocol: pool.protocol, pool: pool.address }
}
