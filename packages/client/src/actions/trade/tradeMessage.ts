import type { Instruction } from '@solana/kit'
import {
  compileMessage,
  isWritable,
  mostComputeUnits,
  simulatedUnitLimit,
  type TradeParts,
  tradeInstructions,
  tradeUnitLimit,
} from '@tern/chain'
import {
  type Address,
  isTernError,
  type Lifetime,
  type Message,
  referralMemo,
  systemProgram,
  type TradeLimits,
} from '@tern/core'
import type { Client } from '../../client.ts'
import { shortened } from './shortened.ts'
import type { FailureKey, TradePlan } from './trade.ts'

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
type PartsPlan = Pick<
  TradePlan,
  'side' | 'owner' | 'token' | 'tokenAccount' | 'isOpen' | 'temporary' | 'tradeFee' | 'referralCode' | 'tip'
>

function partsBeside(plan: PartsPlan) {
  const { side, owner, token, tokenAccount, isOpen, temporary, tradeFee, referralCode, tip } = plan
  return {
    owner,
    ...(temporary === undefined ? {} : { temporary }),
    ...(tradeFee === undefined ? {} : { tradeFee }),
    ...(referralCode === undefined ? {} : { memo: referralMemo(referralCode) }),
    ...(side === 'buy' && !isOpen
      ? { destination: { address: tokenAccount, owner, mint: token.mint, tokenProgram: token.program } }
      : {}),
    ...(tip === undefined ? {} : { tip }),
  } satisfies Partial<TradeParts>
}

type UnitsPlan = PartsPlan & Pick<TradePlan, 'request' | 'quote' | 'guardUnits'>

/**
 * The compute-unit limit of a plan: the request's; what its trade was measured to need, or what its message is known to, and what the
 * owner's wallet may add.
 */
export function unitLimitOf(plan: UnitsPlan): number {
  const { guardUnits = 0, request } = plan
  return request.computeUnitLimit ?? Math.min(mostComputeUnits, neededUnits(plan) + guardUnits)
}

function neededUnits(plan: UnitsPlan): number {
  const { measured } = plan.request
  const known = knownUnitLimit(plan)
  if (measured === undefined || measured.refusal !== undefined) return known
  // As when the price has moved on, and the swap now goes through more ticks.
  const more = Math.max(0, known - measured.knownLimit)
  return simulatedUnitLimit(measured.units) + more
}

/** What a plan's message is known to need, as the venue and the programs beside it are known. */
export function knownUnitLimit(plan: UnitsPlan): number {
  return tradeUnitLimit(partsBeside(plan), plan.quote.computeUnits)
}

/** The accounts that they may change. */
export function writesOf({ owner }: TradePlan, instructions: readonly Instruction[]): readonly Address[] {
  const accounts = instructions.flatMap(instruction => instruction.accounts ?? [])
  const writes = new Set(accounts.filter(({ role }) => isWritable(role)).map(({ address }) => address))
  return [...writes.add(owner)]
}

/** What its failure is read by. */
export const failureKeyOf = ({ side, tokenAccount }: TradePlan, programs: readonly Address[]): FailureKey => ({
  side,
  tokenAccount,
  programs,
})

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

/** Whether a plan fits into one message. @throws TernError what else says why it cannot be made; the rest shows when it is signed. */
async function fits(plan: TradePlan, before: readonly Instruction[]): Promise<boolean> {
  try {
    compileTrade(plan, [...before, ...(await instructionsOf(plan))], anyLifetime)
    return true
  } catch (error) {
    if (!isTernError(error)) return true
    if (error.code === 'transaction/tooLarge') return false
    throw error
  }
}

/**
 * The plan, shortened where it would not fit into a message otherwise, and whether it fits then. `before`: what its message begins
 * with, as one that lives by a nonce does.
 * @throws TernError `rpc/*`; what the venue has against the swap.
 */
export async function fitted(
  client: Client,
  plan: TradePlan,
  before: readonly Instruction[] = [],
): Promise<{ readonly plan: TradePlan; readonly fits: boolean }> {
  if (await fits(plan, before)) return { plan, fits: true }
  let shorter = plan
  for await (shorter of shortened(client, plan, unitLimitOf))
    if (await fits(shorter, before)) return { plan: shorter, fits: true }
  return { plan: shorter, fits: false }
}
