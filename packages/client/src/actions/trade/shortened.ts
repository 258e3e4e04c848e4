import { type Chain, chargedPriorityFee, ownWrappedAccount } from '@tern/chain'
import { associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Client } from '../../client.ts'
import { readTable } from './readTable.ts'
import type { TradePlan } from './trade.ts'

/**
 * A plan in ever shorter ways, from the least change on: without its referral code, which a later trade can name and for which a lookup
 * table saves nothing; by the client's lookup table; by the wallet's own wrapped account in place of a temporary one; by both; and then
 * without the opening of a token account that is there, which only helps where somebody closes it meanwhile.
 * @throws TernError `rpc/*`.
 */
export async function* shortened(
  client: Client,
  whole: TradePlan,
  unitLimitOf: (plan: TradePlan) => number,
): AsyncGenerator<TradePlan> {
  const plan = withoutCode(whole, unitLimitOf)
  if (plan !== whole) yield plan
  const lookupTable = await readTable(client)
  const withTable = { ...plan, lookupTable }
  if (lookupTable !== undefined) yield withTable
  let shortest: TradePlan = withTable
  if (plan.temporary !== undefined) {
    const own = await withOwnWrapped(client.chain, { ...plan, lookupTable: undefined }, unitLimitOf)
    yield own
    shortest = { ...own, lookupTable }
    if (lookupTable !== undefined) yield shortest
  }
  const { side, tokenAccount, opens } = plan
  if (side === 'buy' && opens.every(({ address }) => address !== tokenAccount)) yield { ...shortest, isOpen: true }
}

/** Leaves the referral code out. @returns the plan itself if it names none. */
export function withoutCode(plan: TradePlan, unitLimitOf: (plan: TradePlan) => number): TradePlan {
  if (plan.referralCode === undefined) return plan
  const { request, outlay, ...rest } = { ...plan, referralCode: undefined }
  const unitLimit = unitLimitOf({ ...rest, request, outlay })
  const priorityFee = chargedPriorityFee({ unitLimit, priorityFeeLamports: request.priorityFeeLamports })
  return { ...rest, request, unitLimit, outlay: { ...outlay, priorityFee } }
}

/** A buy leaves a wrapped account that was there before as it was; a sale closes it, and all that was wrapped comes out with the proceeds. */
async function withOwnWrapped(
  chain: Chain,
  plan: TradePlan,
  unitLimitOf: (plan: TradePlan) => number,
): Promise<TradePlan> {
  const { owner, side, request } = plan
  const address = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  const isThere = Boolean((await chain.readAccounts([address], { maxAgeMs: 0 })).get(address))
  const afterwards = side === 'buy' && isThere ? 'kept' : 'closed'
  const amount = side === 'buy' ? request.amountIn : 0n
  const temporary = await ownWrappedAccount(owner, amount, afterwards)
  const unitLimit = unitLimitOf({ ...plan, temporary })
  const priorityFee = chargedPriorityFee({ unitLimit, priorityFeeLamports: request.priorityFeeLamports })
  // An account that is there and stays takes no rent, not for a moment.
  const settlement = afterwards === 'kept' ? 'lamports' : plan.outlay.settlement
  return { ...plan, temporary, unitLimit, outlay: { ...plan.outlay, priorityFee, settlement } }
}
