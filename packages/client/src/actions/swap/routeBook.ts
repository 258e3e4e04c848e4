import type { Chain } from '@tern/chain'
import { type Address, type Clock, isTernError, type ReadValue, wrappedNativeMint } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import { loadVenue, type Pool } from '@tern/venues'
import { createPoolIndex, type PoolIndex } from '@tern/venues/router'
import type { Client, PoolName } from '../../client.ts'
import { readListedPools } from '../../readListedPools.ts'
import { searchPools } from '../../searchPools.ts'

/** Max age of a search for a token's pools. */
const searchMaxAgeMs = 60_000
/** Max middle tokens with pools that are searched, too. */
const maxMiddles = 4
/** Max pools of a token that are read from a list, the most liquid first. */
const maxListed = 20

/** The chain, and the lists of further pools. */
type Sources = Pick<Client, 'chain'> & Partial<Pick<Client, 'tokenPools' | 'exchangeApi'>>

/** The pools that a chain's clients know. It grows with each pool that is opened, for any reason. */
interface RouteBook {
  readonly index: PoolIndex
  /** Pools that time changes, as they were put. */
  readonly timed: Set<Address>
  readonly searches: Map<Address, { readonly at: number; readonly done: Promise<unknown> }>
}

const books = new WeakMap<Chain, RouteBook>()

function bookOf(chain: Chain): RouteBook {
  const known = books.get(chain)
  if (known !== undefined) return known
  const book = { index: createPoolIndex(), timed: new Set<Address>(), searches: new Map() }
  books.set(chain, book)
  return book
}

const isPool = (value: ReadValue): value is Pool => 'quote' in value && 'tokens' in value && 'protocol' in value

/** Brings the index up to date with the pools that the chain has read or was pushed. */
function takeOver(chain: Chain, { index, timed }: RouteBook, known: Clock): void {
  for (const value of chain.objects()) {
    if (!isPool(value) || (index.pool(value.address) === value && !timed.has(value.address))) continue
    const clock = noEarlierThan(value.slot, known)
    index.put(value, clock)
    if (value.changesWith?.(clock) === undefined) timed.delete(value.address)
    else timed.add(value.address)
  }
}

async function search(sources: Sources, { searches }: RouteBook, mint: Address): Promise<void> {
  const { chain } = sources
  const last = searches.get(mint)
  if (last !== undefined && chain.now() - last.at < searchMaxAgeMs) {
    await last.done
    return
  }
  const done = Promise.all([searchPools(chain, mint, []), openListed(sources, mint)])
  searches.set(mint, { at: chain.now(), done })
  done.catch(() => searches.delete(mint))
  await done
}

/** Opens a token's listed pools against any other token. */
async function openListed(sources: Sources, mint: Address): Promise<void> {
  const { chain } = sources
  await readPools(chain, withinReach(chain, await readList(sources, mint)).slice(0, maxListed))
}

async function readList({ tokenPools, exchangeApi }: Sources, mint: Address): Promise<readonly Named[]> {
  if (tokenPools !== undefined) return tokenPools(mint)
  if (exchangeApi === undefined) return []
  // A failure of the exchange only means fewer pools.
  return readListedPools(mint, { api: exchangeApi, against: 'any' }).catch((error: unknown) => {
    if (isTernError(error)) return []
    throw error
  })
}

/** Leaves out stable pools until the caller has opened one: the first of them costs a table of 1.2 MB. */
function withinReach(chain: Chain, listed: readonly Named[]): readonly Named[] {
  const isStable = ({ protocol }: Named) => protocol === 'raydium_stable'
  for (const value of chain.objects()) if (isPool(value) && isStable(value)) return listed
  return listed.filter(one => !isStable(one))
}

/** Lists tokens that pools of two tokens trade against, apart from these two and SOL. */
function middlesOf(chain: Chain, [tokenIn, tokenOut]: readonly [Address, Address]): readonly Address[] {
  const middles = new Set<Address>()
  for (const value of chain.objects())
    if (isPool(value)) {
      const mints = value.tokens.map(({ mint }) => mint)
      if (mints.includes(tokenIn) || mints.includes(tokenOut)) for (const mint of mints) middles.add(mint)
    }
  for (const mint of [tokenIn, tokenOut, wrappedNativeMint]) middles.delete(mint)
  return [...middles].slice(0, maxMiddles)
}

/**
 * Returns an index of the pools that may connect two tokens. Searches the pools with addresses that derive from the tokens, opens the listed
 * pools, and asks the exchange for further pools.
 *
 * @throws TernError `address/invalid`, `rpc/*`.
 */
export async function readRouteIndex(
  sources: Sources,
  tokens: readonly [Address, Address],
  listed: readonly PoolName[],
): Promise<PoolIndex> {
  const { chain } = sources
  const book = bookOf(chain)
  const searched = tokens.filter(mint => mint !== wrappedNativeMint)
  await Promise.all([...searched.map(mint => search(sources, book, mint)), readPools(chain, listed)])
  // A path of three hops needs the pools between two middle tokens.
  await Promise.all(middlesOf(chain, tokens).map(mint => search(sources, book, mint)))
  takeOver(chain, book, await chain.readClock())
  return book.index
}

/** A pool, named by its protocol and address. */
interface Named {
  readonly protocol: Pool['protocol']
  readonly address: Address
}

/** Reads pools again, and leaves out each pool that cannot be opened. */
async function readPools(chain: Chain, named: readonly Named[], maxAgeMs?: number): Promise<readonly Pool[]> {
  if (named.length === 0) return []
  const asked = await Promise.all(
    named.map(async ({ protocol, address }) => ({ readable: await loadVenue(protocol), address })),
  )
  const read = await chain.readMany(asked, maxAgeMs === undefined ? undefined : { maxAgeMs })
  return read.flatMap(answer => ('value' in answer ? [answer.value] : []))
}

/** Reads the pools of a result again, and updates the index. Removes a pool that no longer exists. */
export async function renewPools(
  chain: Chain,
  { index, pools, clock }: { readonly index: PoolIndex; readonly pools: readonly Pool[]; readonly clock: Clock },
): Promise<boolean> {
  const read = await readPools(chain, pools)
  let isChanged = false
  for (const pool of pools) {
    const newest = read.find(one => one.address === pool.address)
    // A pool that was opened again from the same accounts is no news.
    if (newest?.slot === pool.slot) continue
    isChanged = true
    if (newest === undefined) index.remove(pool.address)
    else index.put(newest, noEarlierThan(newest.slot, clock))
  }
  return isChanged
}
