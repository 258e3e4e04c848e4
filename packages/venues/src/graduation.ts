import type { Address } from '@tern/core'
import type { Protocol } from './protocols.ts'
import { migratedPoolAddress } from './pumpfun/migrateInstructions.ts'

/** A pool that a bonding curve moved to, or moves to. */
export interface Graduation {
  readonly protocol: Protocol
  readonly address: Address
}

/** Where the curves of a protocol end. */
const ends: Partial<Record<Protocol, (mint: Address) => Promise<Graduation>>> = {
  pumpfun: async mint => ({ protocol: 'pumpamm', address: await migratedPoolAddress(mint) }),
}

/**
 * The pool in which a token trades once its curve against SOL is complete and has moved; `undefined` for a protocol whose pools
 * are no curves. That the pool is there is for the caller to see.
 */
export async function graduationOf(protocol: Protocol, mint: Address): Promise<Graduation | undefined> {
  return ends[protocol]?.(mint)
}
