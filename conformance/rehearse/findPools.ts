import type { Signature } from '@solana/kit'
import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import type { Venue } from '@tern/venues'
import { readExecuted } from '@tern/venues/read'
import type { Node } from './node.ts'
import { mintsOf } from './rehearsedPool.ts'

/** A pool that traded recently against the native coin. */
export interface LivePool {
  readonly venue: Venue
  readonly pool: Address
  readonly mint: Address
  /** Recent traders, latest first. */
  readonly traders: Set<Address>
}

/** How many signatures are requested at once. */
const signaturesAsked = 200
/** Max transactions that are read for each wanted pool. */
const transactionsPerPool = 15
const tradersWanted = 4
const tradesPerPool = 12

/**
 * Finds up to `wanted` pools of `venue` in the latest transactions of its programs.
 * @throws TernError `rpc/*`.
 */
export async function findPools(node: Node, venue: Venue, wanted: number): Promise<readonly LivePool[]> {
  const found = new Map<Address, LivePool>()
  for (const program of venue.programs) {
    const signatures = await node.recentSignatures(program, signaturesAsked)
    for (const signature of spread(signatures, wanted * transactionsPerPool)) {
      if (found.size >= wanted) break
      await collect(node, venue, signature, found, wanted)
    }
  }
  for (const pool of found.values()) await findTraders(node, pool, found)
  return [...found.values()]
}

/** Picks evenly from the whole list, because neighbours are often trades of the same pool. */
function spread<T>(list: readonly T[], max: number): readonly T[] {
  const step = Math.max(list.length / max, 1)
  return Array.from({ length: Math.min(list.length, max) }, (_, i) => list[Math.floor(i * step)]).flatMap(
    one => one ?? [],
  )
}

async function collect(
  node: Node,
  venue: Venue,
  signature: Signature,
  found: Map<Address, LivePool>,
  wanted: number,
): Promise<void> {
  for (const instruction of await node.instructionsOf(signature)) {
    if (!venue.programs.includes(instruction.program)) continue
    const read = readExecuted(instruction)
    if (read?.kind !== 'swap' || read.protocol !== venue.protocol) continue
    const { pool, wallet: owner, takes, brings } = read
    if (!pool || !owner) continue
    const named = [takes[0]?.mint, brings[0]?.mint]
    const isNamed = named.every(mint => mint !== undefined && mint !== 'byTerms')
    // Some programs' swaps name no mints.
    const mints = found.has(pool) || isNamed ? named : await mintsOf(node, venue, pool).catch(ifUnreadable)
    const mint = mints.find(one => one !== wrappedNativeMint)
    if (!found.has(pool) && (mint === undefined || mint === 'byTerms' || !mints.includes(wrappedNativeMint))) continue
    const known = found.get(pool)
    if (known !== undefined) known.traders.add(owner)
    else if (found.size < wanted) found.set(pool, { venue, pool, mint: mint as Address, traders: new Set([owner]) })
  }
}

/** A pool that cannot be opened is passed over. */
function ifUnreadable(error: unknown): readonly Address[] {
  if (isTernError(error) && !error.code.startsWith('rpc/')) return []
  throw error
}

/** Finds more traders in the pool's own latest transactions. */
async function findTraders(node: Node, live: LivePool, found: Map<Address, LivePool>): Promise<void> {
  if (live.traders.size >= tradersWanted) return
  for (const signature of await node.recentSignatures(live.pool, tradesPerPool)) {
    if (live.traders.size >= tradersWanted) return
    await collect(node, live.venue, signature, found, found.size)
  }
}
