import { closeAccountInstruction } from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  decodeTokenAccount,
  parseAddress,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Client } from '../../client.ts'
import { assemblePlan, plannedBy } from '../plan/assemblePlan.ts'
import type { Planned } from '../plan/plan.ts'

/** A wrapped account to close. */
export interface UnwrapRequest {
  /** Any wrapped account of the wallet, for example the leftover of a stopped action. Unset: the wallet's own account. */
  readonly account?: Address
  /** Unset: 0. */
  readonly priorityFeeLamports?: bigint
}

/** The lamports that closing a wrapped account returns: its balance and its rent. */
export interface UnwrapQuote {
  readonly account: Address
  readonly lamports: bigint
}

/**
 * Plans to close a wrapped account. Its balance and its rent return as SOL.
 *
 * @returns the plan, and the `reasons` against it, such as `token/inputAccountNotFound` and `plan/notEnoughSol`.
 * @throws TernError `rpc/*`.
 * @example
 * (await planUnwrap(client)).quote?.lamports // 1_002_039_280n: 1 SOL and the rent
 */
export function planUnwrap(
  { chain, owner }: Client,
  request: UnwrapRequest = {},
): Promise<Planned<UnwrapRequest, UnwrapQuote>> {
  return plannedBy(async () => {
    if (owner === undefined) throw new TernError('owner/missing', {})
    const wallet = owner.address
    const { account: named } = request
    const account =
      named === undefined ? await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram) : parseAddress(named)
    const read = await chain.readAccounts([wallet, account], { maxAgeMs: 0 })
    const there = read.get(account)
    if (!there) throw new TernError('token/inputAccountNotFound', { address: account })
    const { mint, owner: of, closeAuthority } = decodeTokenAccount(account, there)
    if (mint !== wrappedNativeMint || of !== wallet || (closeAuthority !== null && closeAuthority !== wallet))
      throw new TernError('token/associatedAccountMismatch', {
        address: account,
        what: mint === wrappedNativeMint ? 'owner' : 'mint',
      })
    return assemblePlan(
      {
        ...{ kind: 'unwrap', request, owner: wallet, balance: read.get(wallet)?.lamports ?? 0n },
        whole: {
          before: [closeAccountInstruction(account, wallet, tokenProgram)],
          ...{ main: [], after: [], heldLamports: 0n },
        },
        ...{ units: 0, spentLamports: 0n, proceedsLamports: there.lamports, programFees: [], opens: [] },
        terms: { closes: [account] },
      },
      { account, lamports: there.lamports },
    )
  })
}
