import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import { type Address, isTernError } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import type { Pool, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { IndexedPool } from './poolBook.ts'
import { type PoolFacts, poolFacts } from './poolFacts.ts'

/** Age at which a pool is read again without any change: time and configs change its fees. */
const maxAgeMs = 300_000
/** Max pools without a change in a turn, so that the turns stay short. */
const maxDue = 100

type Named = Pick<IndexedPool, 'pool' | 'protocol'>

/**
 * Reads pools after they change or open, all of a turn in one batch, and all others every 5 minutes.
 */
export interface PoolReader {
  /** Reads these pools at once. @throws TernError `rpc/*`. */
  read(pools: readonly Named[]): Promise<PoolsRead>
  /** Has these pools read at the next turn, because they changed. */
  touch(pools: readonly Named[]): void
  forget(pool: Address): void
  stop(): Promise<void>
}

/** Pools that were read. Pools that cannot be opened are in neither list. */
interface PoolsRead {
  readonly facts: readonly PoolFacts[]
  /** Pools whose account does not exist. */
  readonly missing: readonly Address[]
}

interface ReaderOptions {
  readonly chain: Chain
  /** Time between two turns, in milliseconds. */
  readonly everyMs: number
  /** Returns the pools to read at times. */
  readonly all: () => readonly Named[]
  readonly onFacts: (facts: PoolFacts) => void
}

/** Describes a pool that was read just now. `undefined` for a bonding curve. @throws TernError `rpc/*`. */
export const factsOf = async (chain: Pick<Chain, 'readClock'>, pool: Pool) =>
  poolFacts(pool, noEarlierThan(pool.slot, await chain.readClock()))

export function createPoolReader({ chain, everyMs, all, onFacts }: ReaderOptions): PoolReader {
  const stopping = new AbortController()
  const touched = new Map<Address, Named>()
  const readAt = new Map<Address, number>()
  /** Unix time at which each pool opens that was not open yet. */
  const opensAt = new Map<Address, number>()

  async function read(pools: readonly Named[]): Promise<PoolsRead> {
    const asked = pools.map(({ protocol, pool }) => ({ readable: venues[protocol] as Venue, address: pool }))
    const found: PoolFacts[] = []
    const missing: Address[] = []
    const answers = await chain.readMany(asked, { maxAgeMs: 0 })
    for (const [i, { pool: address }] of pools.entries()) {
      const answer = answers[i]
      if (answer === undefined) continue
      if ('error' in answer) {
        if (isTernError(answer.error) && answer.error.code.startsWith('rpc/')) throw answer.error
        if (isMissing(answer.error, address)) missing.push(address)
        continue
      }
      const facts = await factsOf(chain, answer.value)
      if (facts === undefined) continue
      found.push(facts)
      if (facts.opensAtSeconds === undefined) opensAt.delete(address)
      else opensAt.set(address, facts.opensAtSeconds)
    }
    return { facts: found, missing }
  }

  function due(): readonly Named[] {
    const before = performance.now() - maxAgeMs
    const nowSeconds = Date.now() / 1_000
    const isDue = ({ pool }: Named) =>
      (readAt.get(pool) ?? Number.NEGATIVE_INFINITY) <= before ||
      (opensAt.get(pool) ?? Number.POSITIVE_INFINITY) <= nowSeconds
    const found: Named[] = []
    for (const one of all()) {
      if (found.length === maxDue) break
      if (isDue(one)) found.push(one)
    }
    return found
  }

  async function turn() {
    for (const one of due()) touched.set(one.pool, one)
    const pools = [...touched.values()]
    touched.clear()
    if (pools.length === 0) return
    try {
      for (const { pool } of pools) readAt.set(pool, performance.now())
      for (const facts of (await read(pools)).facts) onFacts(facts)
    } catch {
      // The node does not answer: read all of these pools again at the next turn.
      for (const one of pools) touched.set(one.pool, one)
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await turn()
      await pause(everyMs, stopping.signal)
    }
  }
  const running = run()
  return {
    read,
    touch(pools) {
      for (const one of pools) touched.set(one.pool, one)
    },
    forget(pool) {
      for (const known of [touched, readAt, opensAt]) known.delete(pool)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const isMissing = (error: unknown, pool: Address): boolean =>
  isTernError(error, 'pool/accountsNotReady') && error.facts.missing?.includes(pool) === true
