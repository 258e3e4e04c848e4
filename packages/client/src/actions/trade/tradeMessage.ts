import type { Instruction } from '@solana/kit'
import { type BlockhashLifetime, type Chain, compileMessage, ownWrappedAccount, tradeInstructions } from '@tern/chain'
import {
  associatedTokenAddress,
  isTernError,
  type Message,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Client } from '../../client.ts'
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

/** The message of a plan's instructions. @throws TernError `transaction/tooLarge`. */
export function compileTrade(
  { owner, request, lookupTable }: TradePlan,
  instructions: readonly Instruction[],
  lifetime: BlockhashLifetime,
): Message {
  const { version = 0 } = request
  const lookupTables = lookupTable === undefined ? [] : [lookupTable]
  return compileMessage({ feePayer: owner, lifetime, instructions, version, lookupTables })
}

/** Any blockhash is as long as another. */
const anyLifetime = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/** Whether a plan fits into one message. What else is wrong with it shows when it is signed. */
async function fits(plan: TradePlan, before: readonly Instruction[]): Promise<boolean> {
  try {
    compileTrade(plan, [...before, ...(await instructionsOf(plan))], anyLifetime)
    return true
  } catch (error) {
    return !isTernError(error, 'transaction/tooLarge')
  }
}

/**
 * The plan, shortened where it would not fit into a message otherwise: by the client's lookup table; else by the wallet's own
 * wrapped account in place of a temporary one; else by both. `before`: what its message begins with, as one that lives by a
 * nonce does.
 * @throws TernError `rpc/*`.
 */
export async function fitted(client: Client, plan: TradePlan, before: readonly Instruction[] = []): Promise<TradePlan> {
  if (await fits(plan, before)) return plan
  // Code that most trades have no need of.
  const { readTable } = await import('./readTable.ts')
  const lookupTable = await readTable(client)
  const shorter = { ...plan, lookupTable }
  if (lookupTable !== undefined && (await fits(shorter, before))) return shorter
  if (plan.temporary === undefined) return plan
  const own = await withOwnWrapped(client.chain, plan)
  return lookupTable === undefined || (await fits(own, before)) ? own : { ...own, lookupTable }
}

/** A buy leaves a wrapped account that was there before as it was; a sale closes it, and all that was wrapped comes out with the proceeds. */
async function withOwnWrapped(chain: Chain, plan: TradePlan): Promise<TradePlan> {
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
