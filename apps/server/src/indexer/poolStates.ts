import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import type { Address } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Listing } from './listing.ts'
import { type PoolState, readPoolState } from './poolState.ts'

/** Interval at which every listed pool is read, even without any activity, in milliseconds. */
const sweepMs = 20_000

type Listed = Pick<Listing, 'protocol' | 'pool' | 'mint'>

export interface PoolStates {
  /** Resolves when all listed pools have been read once, or the node did not answer. */
  readonly ready: Promise<void>
  /** Has these pools read at the next turn, because they changed. */
  touch(pools: readonly Listed[]): void
  stop(): Promise<void>
}

interface FollowStatesOptions {
  readonly listed: () => readonly Listed[]
  /** Receives each pool as it was read. */
  readonly onPool?: (pool: Pool) => void
  readonly onState: (pool: Address, state: PoolState) => void
}

/**
 * Reads pools after they change, all changed pools of a turn in one batch. Reads all listed pools every 20 s.
 *
 * @param everyMs time between two turns.
 */
export function followStates(
  chain: Chain,
  everyMs: number,
  { listed, onPool = () => {}, onState }: FollowStatesOptions,
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
    const asked = pools.map(({ protocol, pool, mint }) => {
      const readable: Venue = venues[protocol]
      return { readable, address: pool, mint }
    })
    try {
      const read = await chain.readMany(asked, { maxAgeMs: 0 })
      await Promise.all(
        read.map(async (answer, i) => {
          const one = asked[i]
          if (one === undefined || 'error' in answer) return
          onPool(answer.value)
          onState(one.address, await readPoolState(chain, answer.value))
        }),
      )
    } catch {
      // The node does not answer: read all of these pools again at the next turn.
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
