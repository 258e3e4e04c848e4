import { createAssociatedAccountInstruction, syncNativeInstruction, transferInstruction } from '@tern/chain'
import { associatedTokenAddress, TernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import { assertU64, checkAssociatedTokenAccount, tokenAccountLayout } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import { assemblePlan, plannedBy } from '../plan/assemblePlan.ts'
import type { Planned } from '../plan/plan.ts'
import type { Opening } from '../trade/trade.ts'

/** SOL to wrap. */
export interface WrapRequest {
  /** Lamports. */
  readonly amount: bigint
  /** Unset: 0. */
  readonly priorityFeeLamports?: bigint
}

/**
 * Plans to wrap SOL into the wallet's own wrapped account. Opens the account if needed.
 *
 * @returns the plan, and the `reasons` against it, such as `quote/zeroAmount` and `plan/notEnoughSol`.
 * @throws TernError `amount/outOfRange`, `rpc/*`.
 * @example
 * (await planWrap(client, { amount: 1_000_000_000n })).plan?.opens[0]?.lamports // 2_039_280n: the account's rent
 */
export function planWrap({ chain, owner }: Client, request: WrapRequest): Promise<Planned<WrapRequest, undefined>> {
  return plannedBy(async () => {
    if (owner === undefined) throw new TernError('owner/missing', {})
    const { amount } = request
    if (assertU64(amount) === 0n) throw new TernError('quote/zeroAmount', {})
    const wallet = owner.address
    const mint = wrappedNativeMint
    const address = await associatedTokenAddress(wallet, mint, tokenProgram)
    const read = await chain.readAccounts([wallet, address], { maxAgeMs: 0 })
    const expected = { address, owner: wallet, mint, program: tokenProgram }
    const there = checkAssociatedTokenAccount(expected, read.get(address) ?? null)
    const opens: readonly Opening[] =
      there === null ? [{ address, lamports: await chain.readRent(tokenAccountLayout.size), kind: 'tokenAccount' }] : []
    const main = [
      createAssociatedAccountInstruction({ address, owner: wallet, mint, tokenProgram }),
      transferInstruction(wallet, address, amount),
      syncNativeInstruction(address, tokenProgram),
    ]
    return assemblePlan(
      {
        ...{ kind: 'wrap', request, owner: wallet, balance: read.get(wallet)?.lamports ?? 0n },
        whole: { before: main, main: [], after: [], heldLamports: 0n },
        ...{ units: 0, spentLamports: amount, programFees: [] },
        opens,
        // Wrapped SOL is SOL: nothing leaves the wallet.
        terms: {},
      },
      undefined,
    )
  })
}
