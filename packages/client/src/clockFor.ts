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
  const slot = pools.reduce((max, one) => (one.slot > max ? one.slot : max), 0n)
  const clock = noEarlierThan(slot, known)
  const isBySlots = pools.some(pool => pool.changesWith?.(clock) === 'slots')
  const isOpening = pools.some(pool => opensAbout(pool, clock))
  if (!isBySlots && !isOpening) return clock
  const maxAges = { ...(isBySlots && { slotMs: maxAgeMs }), ...(isOpening && { timeMs: maxAgeMs }) }
  return noEarlierThan(slot, await chain.readClock(maxAges))
}

function opensAbout(pool: Pool, clock: Clock): boolean {
  const { unixTimestamp } = clock
  const opening = pool.opensAtSeconds?.({ ...clock, unixTimestamp: unixTimestamp - maxErrorSeconds })
  return opening !== undefined && opening <= unixTimestamp + maxErrorSeconds
}
