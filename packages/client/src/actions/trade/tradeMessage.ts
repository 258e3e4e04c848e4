import type { Instruction } from '@solana/kit'
import { type Chain, compileMessage, ownWrappedAccount, tradeInstructions } from '@tern/chain'
import { associatedTokenAddress, isTernError, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { TradePlan } from './trade.ts'
import { computeBudget } from './tradeContext.ts'

/** What a plan asks of the chain. */
export async function instructionsOf(plan: TradePlan): Promise<readonly Instruction[]> {
  const { side, owner, pool, quote, minimum, token, tokenAccount, temporary, tradeFee, tip, request } = plan
  const native = temporary?.address ?? owner
  const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, tokenAccount] : [tokenAccount, native]
  const missing = new Set(plan.opens.map(({ address }) => address))
  return tradeInstructions({
    owner,
    budget: computeBudget(request),
    swap: await pool.swap(quote, minimum, { owner, payer: owner, tokenAccountIn, tokenAccountOut, missing }),
    ...(temporary === undefined ? {} : { temporary }),
    ...(tradeFee === undefined ? {} : { tradeFee }),
    ...(side === 'buy'
      ? { destination: { address: tokenAccount, owner, mint: token.mint, tokenProgram: token.program } }
      : {}),
    ...(tip === undefined ? {} : { tip }),
  })
}

/** Any blockhash is as long as another. */
const anyLifetime = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/** Whether a plan fits into one message. What else is wrong with it shows when it is signed. */
async function fits(plan: TradePlan): Promise<boolean> {
  try {
    const instructions = await instructionsOf(plan)
    compileMessage({ feePayer: plan.owner, lifetime: anyLifetime, instructions, version: plan.request.version ?? 0 })
    return true
  } catch (error) {
    return !isTernError(error, 'transaction/tooLarge')
  }
}

/**
 * The plan, with the wallet's own wrapped account in place of a temporary one where it would not fit into a message otherwise. A
 * buy leaves one that was there before as it was; a sale closes it, and all that was wrapped comes out with the proceeds.
 * @throws TernError `rpc/*`.
 */
export async function fitted(chain: Chain, plan: TradePlan): Promise<TradePlan> {
  if (plan.temporary === undefined || (await fits(plan))) return plan
  const { owner, side, request } = plan
  const address = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  const isThere = Boolean((await chain.readAccounts([address], { maxAgeMs: 0 })).get(address))
  const afterwards = side === 'buy' && isThere ? 'kept' : 'closed'
  const amount = side === 'buy' ? request.amountIn : 0n
  const temporary = await ownWrappedAccount(owner, amount, afterwards)
  // An account that is there and stays takes no rent, not for a moment.
  const outlay = afterwards === 'kept' ? { ...plan.outlay, settlement: 'lamports' as const } : plan.outlay
  return { ...plan, temporary, outlay }
}
