import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Listing } from './listing.ts'
import { pause } from './pause.ts'
import { type PoolState, readPoolState } from './poolState.ts'

/** Every pool is looked at this often, whether or not anything was heard of it. */
const sweepMs = 20_000

type Listed = Pick<Listing, 'protocol' | 'pool' | 'mint'>

interface PoolStates {
  /** All that are listed have been looked at once. */
  readonly ready: Promise<void>
  /** Something happened to these: they are read at the next turn. */
  touch(pools: readonly Listed[]): void
  stop(): Promise<void>
}

/**
 * Reads pools whenever something happened to them, all of a turn in one batch, and all that are listed now and then.
 * `everyMs`: between two turns.
 */
export function followStates(
  chain: Chain,
  everyMs: number,
  listed: () => readonly Listed[],
  onState: (pool: Address, state: PoolState) => void,
): PoolStates {
  const stopping = new AbortController()
  const touched = new Map<Address, Listed>()
  let sweptAt = Number.NEGATIVE_INFINITY

  function touch(pools: readonly Listed[]) {
    for (const pool of pools) touched.set(pool.pool, pool)
  }

  async function turn() {
    if (performance.now() - sweptAt >= sweepMs) {
      sweptAt = performance.now()
      touch(listed())
    }
    const pools = [...touched.values()]
    touched.clear()
    if (pools.length === 0) return
    const asked = pools.map(({ protocol, pool, mint }) => ({ venue: venues[protocol] as Venue, pool, mint }))
    try {
      const read = await chain.readPools(asked, { maxAgeMs: 0 })
      await Promise.all(
        read.map(async (answer, i) => {
          const one = asked[i]
          if (one === undefined || 'error' in answer) return
          onState(one.pool, await readPoolState(chain, one.venue, answer.pool))
        }),
      )
    } catch {
      // The node does not answer: nothing is known to have been seen.
      touch(pools)
    }
  }

  const ready = turn()
  async function run() {
    await ready
    while (!stopping.signal.aborted) {
      await pause(everyMs, stopping.signal)
      await turn()
    }
  }
  const running = run()
  return {
    ready,
    touch,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
