import type { Instruction } from '@solana/kit'
import {
  type Chain,
  chargedPriorityFee,
  compileMessage,
  isWritable,
  ownWrappedAccount,
  type TradeParts,
  tradeInstructions,
  tradeUnitLimit,
} from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  isTernError,
  type Lifetime,
  type Message,
  systemProgram,
  type TradeLimits,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Client } from '../../client.ts'
import type { TradePlan } from './trade.ts'

/** What a plan asks of the chain. */
export async function instructionsOf(plan: TradePlan): Promise<readonly Instruction[]> {
  const { side, owner, pool, quote, minimum, tokenAccount, temporary, request, unitLimit } = plan
  const native = temporary?.address ?? owner
  const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, tokenAccount] : [tokenAccount, native]
  const missing = new Set(plan.opens.map(({ address }) => address))
  return tradeInstructions({
    ...partsBeside(plan),
    budget: { unitLimit, priorityFeeLamports: request.priorityFeeLamports },
    swap: await pool.swap(quote, minimum, { owner, payer: owner, tokenAccountIn, tokenAccountOut, missing }),
  })
}

/** What goes into a plan's message beside the swap. */
type PartsPlan = Pick<TradePlan, 'side' | 'owner' | 'token' | 'tokenAccount' | 'temporary' | 'tradeFee' | 'tip'>

function partsBeside({ side, owner, token, tokenAccount, temporary, tradeFee, tip }: PartsPlan) {
  return {
    owner,
    ...(temporary === undefined ? {} : { temporary }),
    ...(tradeFee === undefined ? {} : { tradeFee }),
    ...(side === 'buy'
      ? { destination: { address: tokenAccount, owner, mint: token.mint, tokenProgram: token.program } }
      : {}),
    ...(tip === undefined ? {} : { tip }),
  } satisfies Partial<TradeParts>
}

/** The compute-unit limit of a plan: the request's, or what its message is known to need. */
export function unitLimitOf(plan: PartsPlan & Pick<TradePlan, 'request' | 'quote'>): number {
  return plan.request.computeUnitLimit ?? tradeUnitLimit(partsBeside(plan), plan.quote.computeUnits)
}

/** The accounts that they may change. */
export function writesOf({ owner }: TradePlan, instructions: readonly Instruction[]): readonly Address[] {
  const accounts = instructions.flatMap(instruction => instruction.accounts ?? [])
  const writes = new Set(accounts.filter(({ role }) => isWritable(role)).map(({ address }) => address))
  return [...writes.add(owner)]
}

/** The message of a plan's instructions. @throws TernError `transaction/tooLarge`. */
export function compileTrade(
  { owner, request, lookupTable }: TradePlan,
  instructions: readonly Instruction[],
  lifetime: Lifetime,
): Message {
  const { version = 0 } = request
  const lookupTables = lookupTable === undefined ? [] : [lookupTable]
  return compileMessage({ feePayer: owner, lifetime, instructions, version, lookupTables })
}

/** What a signer holds the message of a plan to. */
export function limitsOf({ quote, minimum, request, tip }: TradePlan): TradeLimits {
  const mostIn = 'exactIn' in quote.request ? quote.request.exactIn : request.amountIn
  const tipped = tip && { mostTip: tip.lamports }
  return { mintIn: quote.tokenIn, mintOut: quote.tokenOut, mostIn, leastOut: minimum, ...tipped }
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
  const unitLimit = unitLimitOf({ ...plan, temporary })
  const priorityFee = chargedPriorityFee({ unitLimit, priorityFeeLamports: request.priorityFeeLamports })
  // An account that is there and stays takes no rent, not for a moment.
  const settlement = afterwards === 'kept' ? 'lamports' : plan.outlay.settlement
  return { ...plan, temporary, unitLimit, outlay: { ...plan.outlay, priorityFee, settlement } }
}
