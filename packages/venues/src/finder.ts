import type { Address } from '@tern/core'
import { nextTask } from '@tern/core/internal'
import { derivations } from './lists/derivations.ts'
import type { Protocol } from './protocols.ts'
import type { Graduation } from './venue.ts'

/** An address that may hold a pool of a token, and the protocol that opens it. */
export interface Candidate {
  readonly protocol: Protocol
  readonly address: Address
}

/**
 * Derives the address of every pool of a token against SOL, USDC or USD1, on any venue, if the address follows from the
 * mint. Does not read the chain: the caller must check that an address holds a pool.
 */
export async function candidatePools(mint: Address): Promise<readonly Candidate[]> {
  const found: Candidate[] = []
  for (const { protocol, pools } of derivations) {
    for (const address of await pools(mint)) found.push({ protocol, address })
    // The addresses of all venues take 50 ms to compute. A server answers and a page draws in the breaks.
    await nextTask()
  }
  return found
}

/**
 * Returns a reported pool's candidate, by the program that owns the pool. `undefined` if the program has no venue here.
 */
export function candidateOf(program: string, address: Address): Candidate | undefined {
  const found = derivations.find(one => one.program === program)
  return found && { protocol: found.protocol, address }
}

/** Returns the program with pools that all keep their tokens in accounts of `owner`. `undefined` for any other owner. */
export function vaultProgram(owner: Address): Address | undefined {
  return derivations.find(({ vaultOwner }) => vaultOwner === owner)?.program
}

/** Returns the pool that a curve moved to, by the pool's program. `undefined` if curves do not move to that program. */
export function graduationTo(program: string, address: Address): Graduation | undefined {
  return candidateOf(program, address)
}
