import type { Chain } from '@tern/chain'
import { chargedPriorityFee, ownWrappedAccount } from '@tern/chain/internal'
import { associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Client } from '../../client.ts'
import { readTable } from './readTable.ts'
import type { Trade } from './trade.ts'

/**
 * Shortens a plan step by step, smallest change first:
 * - without the referral code. A later trade can name it, and a lookup table does not shorten it.
 * - with the client's lookup table
 * - with the wallet's own wrapped account instead of a temporary account
 * - with both
 * - without opening an existing token account. The opening only helps if the account is closed in the meantime.
 *
 * @throws TernError `rpc/*`.
 */
export async function* shortened(
  client: Client,
  whole: Trade,
  unitLimitOf: (plan: Trade) => number,
): AsyncGenerator<Trade> {
  const plan = withoutCode(whole, unitLimitOf)
  if (plan !== whole) yield plan
  const lookupTable = await readTable(client)
  const withTable = { ...plan, lookupTable }
  if (lookupTable !== undefined) yield withTable
  let shortest: Trade = withTable
  if (plan.temporary !== undefined) {
    const own = await withOwnWrapped(client.chain, { ...plan, lookupTable: undefined }, unitLimitOf)
    yield own
    shortest = { ...own, lookupTable }
    if (lookupTable !== undefined) yield shortest
  }
  const { side, tokenAccount, opens } = plan
  if (side === 'buy' && opens.every(({ address }) => address !== tokenAccount)) yield { ...shortest, isOpen: true }
}

/**
 * Removes the referral code.
 *
 * @returns the same plan if it has no code.
 */
export function withoutCode(plan: Trade, unitLimitOf: (plan: Trade) => number): Trade {
  if (plan.referralCode === undefined) return plan
  const { request, outlay, ...rest } = { ...plan, referralCode: undefined }
  const unitLimit = unitLimitOf({ ...rest, request, outlay })
  const priorityFee = chargedPriorityFee({ unitLimit, priorityFeeLamports: request.priorityFeeLamports })
  return { ...rest, request, unitLimit, outlay: { ...outlay, priorityFee } }
}

/** A buy keeps an existing wrapped account open. A sale closes it, so its whole balance comes out with the proceeds. */
async function withOwnWrapped(chain: Chain, plan: Trade, unitLimitOf: (plan: Trade) => number): Promise<Trade> {
  const { owner, side, request } = plan
  const address = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  const isThere = Boolean((await chain.readAccounts([address], { maxAgeMs: 0 })).get(address))
  const afterwards = side === 'buy' && isThere ? 'kept' : 'closed'
  const amount = side === 'buy' ? request.amountIn : 0n
  const temporary = await ownWrappedAccount(owner, amount, afterwards)
  const unitLimit = unitLimitOf({ ...plan, temporary })
  const priorityFee = chargedPriorityFee({ unitLimit, priorityFeeLamports: request.priorityFeeLamports })
  // An account that exists and stays open takes no rent, not even temporarily.
  const settlement = afterwards === 'kept' ? 'lamports' : plan.outlay.settlement
  return { ...plan, temporary, unitLimit, outlay: { ...plan.outlay, priorityFee, settlement } }
}
