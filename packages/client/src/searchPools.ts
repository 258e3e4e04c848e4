import type { Chain } from '@tern/chain'
import { type Address, type Clock, isTernError, noEarlierThan, parseAddress, wrappedNativeMint } from '@tern/core'
import { isProtocol, loadVenue, type Pool, stageOf } from '@tern/venues'
import { type Candidate, candidatePools } from '@tern/venues/finder'
import { findGraduation } from './findGraduation.ts'
import type { FoundPool } from './findPools.ts'
import { searchHolders } from './searchHolders.ts'

/** What a pool's depth is asked with: too little to run into the end of anything. */
const probe = 1_000_000n

/** What `findPools` promises. */
export async function searchPools(
  chain: Chain,
  mint: Address,
  listed: readonly Candidate[],
): Promise<readonly FoundPool[]> {
  parseAddress(mint)
  const candidates = new Map([...listed, ...(await candidatePools(mint))].map(one => [one.address, one]))
  const [derived, known] = await Promise.all([readThere(chain, mint, [...candidates.values()]), chain.readClock()])
  const first = derived.some(isAgainstSol) ? derived : [...derived, ...(await readHeld(chain, mint, candidates))]
  const moved = (await Promise.all(first.map(curve => movedTo(chain, curve)))).flat()
  const further = await readThere(
    chain,
    mint,
    moved.filter(({ address }) => first.every(pool => pool.address !== address)),
  )
  return [...first, ...further]
    .map(pool => {
      const clock = noEarlierThan(pool.slot, known)
      return { pool, stage: stageOf(pool, clock), depth: depthOf(pool, clock) }
    })
    .toSorted((a, b) => compare(b.depth ?? -1n, a.depth ?? -1n))
}

const isAgainstSol = ({ tokens }: Pool) => tokens.some(({ mint }) => mint === wrappedNativeMint)

/** The pools that hold most of the token, beyond those that were looked for. */
async function readHeld(chain: Chain, mint: Address, known: ReadonlyMap<Address, Candidate>): Promise<readonly Pool[]> {
  const held = await searchHolders(chain, mint)
  return readThere(
    chain,
    mint,
    held.filter(({ address }) => !known.has(address)),
  )
}

/** Those of the candidates that are there, and trade the token. */
async function readThere(chain: Chain, mint: Address, candidates: readonly Candidate[]): Promise<readonly Pool[]> {
  if (candidates.length === 0) return []
  // What was not there a moment ago may have been made since.
  const there = await chain.readAccounts(
    candidates.map(({ address }) => address),
    { maxAgeMs: 0 },
  )
  const found = candidates.filter(({ address }) => there.get(address))
  const asked = await Promise.all(
    found.map(async ({ protocol, address }) => ({ venue: await loadVenue(protocol), pool: address, mint })),
  )
  const read = await chain.readPools(asked)
  return read
    .flatMap(answer => ('pool' in answer ? [answer.pool] : []))
    .filter(({ tokens }) => tokens.some(token => token.mint === mint))
}

/** Where a curve that has ended went: on terms of its platform or against a mint of its own that follow from no token's mint. */
async function movedTo(chain: Chain, curve: Pool): Promise<readonly Candidate[]> {
  if (curve.curve?.stage !== 'migrated') return []
  const to = await findGraduation({ chain }, curve)
  return to !== undefined && isProtocol(to.protocol) ? [{ protocol: to.protocol, address: to.address }] : []
}

/** A small amount moves the price by its part of the depth. */
function depthOf(pool: Pool, clock: Clock): bigint | undefined {
  if (!isAgainstSol(pool)) return undefined
  try {
    const impact = pool.quote({ tokenIn: wrappedNativeMint, exactIn: probe }, clock).priceImpact
    return (probe * impact.denominator) / (impact.numerator > 0n ? impact.numerator : 1n)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
