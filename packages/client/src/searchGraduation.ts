import type { Signature } from '@solana/kit'
import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Graduation } from '@tern/venues'
import { graduationTo } from '@tern/venues/internal/finder'
import { readEvents, tradingPrograms } from '@tern/venues/read'
import type { EndedCurve } from './findGraduation.ts'
import { readExecuted } from './readExecuted.ts'

/** Bots keep trading on an ended curve and fail. Their transactions cost only a line of a page each. */
const maxPages = 10
const signaturesPerPage = 200
/** Max transactions to read, and how many at once. */
const maxTransactions = 60
const atOnce = 4
const retryMs = { first: 60_000, longest: 3_600_000 }

interface Search {
  readonly found: Graduation | undefined
  readonly until: number
  readonly waitMs: number
}

/** Results of history searches, by chain. A chain lives as long as its page or server. */
const searches = new WeakMap<Chain, Map<Address, Search>>()

/** Implements `findGraduation` for an ended curve. */
export async function searchGraduation(chain: Chain, { address, curve, graduation }: EndedCurve) {
  const derived = await graduation?.()
  const expected: Graduation | undefined = derived && { protocol: derived.protocol, address: derived.address }
  const isWaiting = curve !== undefined && curve.stage !== 'migrated'
  if (derived !== undefined) {
    const there = (await chain.readAccounts([derived.address], { maxAgeMs: 0 })).get(derived.address)
    if (there ? (derived.isProvedBy?.(there) ?? true) : isWaiting && !derived.mayDiffer) return expected
  }
  return isWaiting ? undefined : searchHistory(chain, address)
}

async function searchHistory(chain: Chain, curve: Address): Promise<Graduation | undefined> {
  const known = searches.get(chain) ?? new Map<Address, Search>()
  searches.set(chain, known)
  const last = known.get(curve)
  if (last !== undefined && (last.found !== undefined || performance.now() < last.until)) return last.found
  const to = await readDestination(chain, curve)
  const owner = to && (await chain.readAccounts([to], { maxAgeMs: 0 })).get(to)?.owner
  const found = owner && graduationTo(owner, to)
  const waitMs = last === undefined ? retryMs.first : Math.min(last.waitMs * 2, retryMs.longest)
  known.set(curve, { found, until: performance.now() + waitMs, waitMs })
  return found
}

/** Searches for the curve's migration, newest transaction first, and returns the pool that it names. */
async function readDestination(chain: Chain, curve: Address): Promise<Address | undefined> {
  let before: Signature | undefined
  let left = maxTransactions
  for (let page = 0; page < maxPages; page++) {
    const listed = await chain.rpc
      .getSignaturesForAddress(curve, {
        commitment: 'confirmed',
        limit: signaturesPerPage,
        ...(before !== undefined && { before }),
      })
      .send()
    const landed = listed.filter(({ err }) => err === null).slice(0, left)
    for (let at = 0; at < landed.length; at += atOnce) {
      const read = landed.slice(at, at + atOnce).map(({ signature }) => migrationIn(chain, signature, curve))
      const to = (await Promise.all(read)).find(one => one !== undefined)
      if (to !== undefined) return to
    }
    before = listed.at(-1)?.signature
    left -= landed.length
    if (left === 0 || listed.length < signaturesPerPage) return undefined
  }
  return undefined
}

async function migrationIn(chain: Chain, signature: Signature, curve: Address): Promise<Address | undefined> {
  const executed = await readExecuted(chain, signature)
  if (executed === undefined) return undefined
  const events = await Promise.all(tradingPrograms.map(program => readEvents(program, executed)))
  for (const event of events.flat()) if (event.kind === 'migration' && event.pool === curve) return event.to
  return undefined
}
