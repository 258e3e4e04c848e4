import { isVerifiedOnChain } from '@tern/venues'
import type { LimitedHop } from './limitedHops.ts'
import type { SwapPlanRequest } from './swap.ts'

/**
 * Checks if all kinds of swaps among hops were compared with the programs, or with trades recorded on a cluster.
 * Swaps by the router program count as not verified: its source is closed, and only an old copy of it is known.
 */
export const areVerified = (
  { byRouterProgram = false }: Pick<SwapPlanRequest, 'byRouterProgram'>,
  hops: readonly Pick<LimitedHop, 'pool' | 'quote'>[],
): boolean => !byRouterProgram && hops.every(({ pool, quote }) => isVerifiedOnChain(pool, quote))
