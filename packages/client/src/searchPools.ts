import type { Chain } from '@tern/chain'
import { type Address, type Clock, isTernError, parseAddress, wrappedNativeMint } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import { isProtocol, loadVenue, type Pool, stageOf } from '@tern/venues'
import { type Candidate, candidatePools } from '@tern/venues/internal/finder'
import { findGraduation } from './findGraduation.ts'
import type { FoundPool } from './findPools.ts'
import { searchHolders } from './searchHolders.ts'

/** Lamports to measure a pool's depth with. Too few to reach the end of a curve or a price range. */
const probeLamports = 1_000_000n

/**
 * Lamports of the trial buy, and the min lamports that its sale must return for the token to count as trading there.
 * A constant product with a low fee needs 6 SOL.
 * Anyone can open a pool at a derived address for its rent: with a 99% fee, or with tokens alone, at a price that makes it look deep.
 */
const trialLamports = 1_000_000_000n
const minReturn = (trialLamports * 3n) / 4n

/** Pools, and the addresses that curves among the pools have moved to. */
interface Read {
  readonly pools: readonly Pool[]
  readonly moved: readonly Address[]
}

interface Tried extends FoundPool {
  /** Lamports that the trial returns. -1 if the pool does not trade, or is not against SOL. */
  readonly back: bigint
}

/** Implements `findPools`. */
export async function searchPools(
  chain: Chain,
  mint: Address,
  listed: readonly Candidate[],
): Promise<readonly FoundPool[]> {
  parseAddress(mint)
  const candidates = new Map([...listed, ...(await candidatePools(mint))].map(one => [one.address, one]))
  const [first, known] = await Promise.all([readAll(chain, mint, [...candidates.values()]), chain.readClock()])
  const tried = first.pools.map(pool => tryOut(pool, known))
  const moved = new Set(first.moved)
  if (!tried.some(isEnough)) {
    const looked = new Set([...candidates.keys(), ...moved])
    const held = (await searchHolders(chain, mint)).filter(({ address }) => !looked.has(address))
    const further = await readAll(chain, mint, held)
    tried.push(...further.pools.filter(({ address }) => !looked.has(address)).map(pool => tryOut(pool, known)))
    for (const address of further.moved) moved.add(address)
  }
  return inOrder(tried, moved).map(({ back: _, ...found }) => found)
}

const isEnough = ({ back }: Tried) => back >= minReturn

/** Sorts the pools. If pools return too little, the token's own pools come first: its curve, and the pool that the curve moved to. */
function inOrder(tried: readonly Tried[], moved: ReadonlySet<Address>): readonly Tried[] {
  const isOwn = ({ pool }: Tried) => isAgainstSol(pool) && (pool.curve !== undefined || moved.has(pool.address))
  const rank = (one: Tried) => (isEnough(one) ? 2 : isOwn(one) ? 1 : 0)
  const byDepth = (a: Tried, b: Tried) => compare(b.depth ?? -1n, a.depth ?? -1n)
  return tried.toSorted((a, b) => rank(b) - rank(a) || (isEnough(a) ? 0 : compare(b.back, a.back)) || byDepth(a, b))
}

function tryOut(pool: Pool, known: Clock): Tried {
  const clock = noEarlierThan(pool.slot, known)
  return { pool, stage: stageOf(pool, clock), depth: depthOf(pool, clock), back: backOf(pool, clock) }
}

/**
 * A curve that has sold nothing cannot pay anything back.
 * But only the token's creator opens its curve, so a trading curve always returns enough.
 */
function backOf(pool: Pool, clock: Clock): bigint {
  if (!isAgainstSol(pool)) return -1n
  if (pool.curve?.stage === 'trading') return minReturn
  try {
    const bought = pool.quote({ tokenIn: wrappedNativeMint, exactIn: trialLamports }, clock)
    return pool.quote({ tokenIn: bought.tokenOut, exactIn: bought.amountOut }, clock).amountOut
  } catch (error) {
    if (isTernError(error)) return -1n
    throw error
  }
}

const isAgainstSol = ({ tokens }: Pool) => tokens.some(({ mint }) => mint === wrappedNativeMint)

/** Opens the existing candidates, and the pools that curves among the candidates have moved to. */
async function readAll(chain: Chain, mint: Address, candidates: readonly Candidate[]): Promise<Read> {
  const there = await readThere(chain, mint, candidates)
  const moved = (await Promise.all(there.map(curve => movedTo(chain, curve)))).flat()
  const further = moved.filter(({ address }) => there.every(pool => pool.address !== address))
  const pools = [...there, ...(await readThere(chain, mint, further))]
  return { pools, moved: moved.map(({ address }) => address) }
}

/** Opens the candidates that exist and trade the token. */
async function readThere(chain: Chain, mint: Address, candidates: readonly Candidate[]): Promise<readonly Pool[]> {
  if (candidates.length === 0) return []
  // Read again: a pool that was missing a moment ago may exist now.
  const there = await chain.readAccounts(
    candidates.map(({ address }) => address),
    { maxAgeMs: 0 },
  )
  const found = candidates.filter(({ address }) => there.get(address))
  const asked = await Promise.all(
    found.map(async ({ protocol, address }) => ({ readable: await loadVenue(protocol), address, mint })),
  )
  const read = await chain.readMany(asked)
  return read
    .flatMap(answer => ('value' in answer ? [answer.value] : []))
    .filter(({ tokens }) => tokens.some(token => token.mint === mint))
}

/** Finds the pool that an ended curve moved to. Its address may depend on the platform's terms or the curve's quote mint. */
async function movedTo(chain: Chain, curve: Pool): Promise<readonly Candidate[]> {
  if (curve.curve?.stage !== 'migrated') return []
  const to = await findGraduation({ chain }, curve)
  return to !== undefined && isProtocol(to.protocol) ? [{ protocol: to.protocol, address: to.address }] : []
}

/** A small amount moves the price by its share of the depth. */
function depthOf(pool: Pool, clock: Clock): bigint | undefined {
  if (!isAgainstSol(pool)) return undefined
  try {
    const impact = pool.quote({ tokenIn: wrappedNativeMint, exactIn: probeLamports }, clock).priceImpact
    return (probeLamports * impact.denominator) / (impact.numerator > 0n ? impact.numerator : 1n)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
