import { isVerifiedOnChain } from '@tern/venues'
import type { LimitedHop } from './limitedHops.ts'

/** Checks if all kinds of swaps among hops were compared with the programs, or with trades recorded on a cluster. */
export const areVerified = (hops: readonly Pick<LimitedHop, 'pool' | 'quote'>[]): boolean =>
  hops.every(({ pool, quote }) => isVerifiedOnChain(pool, quote))
