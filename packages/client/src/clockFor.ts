import type { Chain } from '@tern/chain'
import type { Clock } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import type { Pool } from '@tern/venues'

/** Max age of the slot and of the time, if a quote depends on them. */
const maxAgeMs = 1_000
/** Max difference between the chain's time and the client's, which follows the local clock for 5 minutes. */
const maxErrorSeconds = 30n

/**
 * Returns the clock for quotes of pools. Reads the chain's time again if a pool opens at about this time. Otherwise a trade could be
 * planned a second too early, and fail on chain.
 *
 * @throws TernError `rpc/*`.
 */
export async function clockFor(chain: Chain, pools: readonly Pool[], known: Clock): Promise<Clock> {
  const now = known.unixTimestamp
  const earliest = { ...known, unixTimestamp: now - maxErrorSeconds }
  const slotMs = pools.some(pool => pool.changesWith?.(known) === 'slots') ? maxAgeMs : undefined
  const opens = (pool: Pool) => (pool.opensAtSeconds?.(earliest) ?? Infinity) <= now + maxErrorSeconds
  const timeMs = pools.some(opens) ? maxAgeMs : undefined
  const clock = await chain.readClock({ slotMs, timeMs })
  return pools.reduce((latest, { slot }) => noEarlierThan(slot, latest), clock)
}
