import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import { type Candidate, candidateOf } from '@tern/venues/internal/finder'
import { readExecuted } from './readExecuted.ts'

/** Newest signatures to list for an account, and max successful transactions to read. */
const maxSignatures = 20
const maxTransactions = 5

/** A pool's own account that does not name the pool: a vault, or the mint of its LP tokens. */
interface PartOfPool {
  readonly address: Address
  /** Owns the pool. */
  readonly program: Address
}

/**
 * Lists the program's accounts that an instruction of the program names together with `address`: the pool, and maybe a config.
 * Takes up to seven requests.
 *
 * @returns an empty list if no recent transaction of the account has an instruction of the program.
 * @throws TernError `rpc/*`.
 */
export async function readNamedPools(chain: Chain, { address, program }: PartOfPool): Promise<readonly Candidate[]> {
  const listed = await chain.rpc
    .getSignaturesForAddress(address, { commitment: 'confirmed', limit: maxSignatures })
    .send()
  const landed = listed.filter(({ err }) => err === null).slice(0, maxTransactions)
  for (const { signature } of landed) {
    const { instructions = [] } = (await readExecuted(chain, signature)) ?? {}
    const own = instructions.filter(one => one.program === program && one.accounts.includes(address))
    const named = [...new Set(own.flatMap(({ accounts }) => accounts))]
    if (named.length === 0) continue
    const read = await chain.readAccounts(named, { maxAgeMs: 0 })
    return named.flatMap(one => (read.get(one)?.owner === program ? (candidateOf(program, one) ?? []) : []))
  }
  return []
}
