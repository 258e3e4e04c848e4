import type { Instruction } from '@solana/kit'
import { compileMessage } from '@tern/chain'
import {
  isWritable,
  maxComputeUnits,
  simulatedUnitLimit,
  type TradeParts,
  tradeInstructions,
  tradeUnitLimit,
} from '@tern/chain/internal'
import { type Address, isTernError, type Lifetime, type Message, systemProgram } from '@tern/core'
import { referralMemo } from '@tern/core/internal'
import type { SwapParties } from '@tern/venues'
import type { Client } from '../../client.ts'
import { nativeTerms, networkFeeOf, type TermsParts, withTerms } from '../terms.ts'
import { shortened } from './shortened.ts'
import type { FailureKey, Opening, TradePlan } from './trade.ts'

/** Builds a plan's instructions. */
export async function instructionsOf(plan: TradePlan): Promise<readonly Instruction[]> {
  const { pool, quote, minimum, request, unitLimit } = plan
  const missing = new Set(plan.opens.map(({ address }) => address))
  return tradeInstructions({
    ...partsBeside(plan),
    budget: { unitLimit, priorityFeeLamports: request.priorityFeeLamports },
    swap: await pool.swap(quote, minimum, { ...swapParties(plan), missing, form: plan.swapForm }),
  })
}

/** Returns the accounts of a plan's swap. */
export function swapParties({
  side,
  owner,
  tokenAccount,
  temporary,
}: Pick<TradePlan, 'side' | 'owner' | 'tokenAccount' | 'temporary'>): SwapParties {
  const native = temporary?.address ?? owner
  const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, tokenAccount] : [tokenAccount, native]
  return { owner, payer: owner, tokenAccountIn, tokenAccountOut }
}

/** The parts of a plan that determine the instructions around the swap. */
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

/** Computes a plan's compute-unit limit: the request's, otherwise the measured or known need plus the units for the wallet's guards. */
export function unitLimitOf(plan: UnitsPlan): number {
  const { guardUnits = 0, request } = plan
  return request.computeUnitLimit ?? Math.min(maxComputeUnits, neededUnits(plan) + guardUnits)
}

function neededUnits(plan: UnitsPlan): number {
  const { measured } = plan.request
  const known = knownUnitLimit(plan)
  if (measured === undefined || measured.refusal !== undefined) return known
  // For example, after a price change the swap crosses more ticks.
  const more = Math.max(0, known - measured.knownLimit)
  return simulatedUnitLimit(measured.units) + more
}

/** Computes the known need of a plan's message: the venue's units for the swap, and the units of the other programs. */
export function knownUnitLimit(plan: UnitsPlan): number {
  return tradeUnitLimit(partsBeside(plan), plan.quote.computeUnits)
}

/** Lists the accounts that a plan's instructions may change. */
export function writesOf({ owner }: TradePlan, instructions: readonly Instruction[]): readonly Address[] {
  const accounts = instructions.flatMap(instruction => instruction.accounts ?? [])
  const writes = new Set(accounts.filter(({ role }) => isWritable(role)).map(({ address }) => address))
  return [...writes.add(owner)]
}

/** Returns the parts that explain a failed trade. */
export const failureKeyOf = ({ side, tokenAccount }: TradePlan, programs: readonly Address[]): FailureKey => ({
  side,
  tokenAccount,
  programs,
})

/**
 * Compiles a plan's instructions into a message, with the terms that a signer checks it against.
 *
 * @throws TernError `transaction/tooLarge`.
 */
export function compileTrade(plan: TradePlan, instructions: readonly Instruction[], lifetime: Lifetime): Message {
  const { owner, request, lookupTable } = plan
  const { version = 0 } = request
  const lookupTables = lookupTable === undefined ? [] : [lookupTable]
  const message = compileMessage({ feePayer: owner, lifetime, instructions, version, lookupTables })
  return withTerms(message, termsOf(plan))
}

/** Returns the most that a plan's swap may take. */
const maxInOf = ({ quote, request }: TradePlan): bigint =>
  'exactIn' in quote.request ? quote.request.exactIn : request.amountIn

function termsOf(plan: TradePlan): TermsParts {
  const { side, token, minimum, request, unitLimit, tip, tradeFee, opens } = plan
  const traded = { mint: token.mint, tokenProgram: token.program }
  const [given, gotten] = side === 'buy' ? [nativeTerms, traded] : [traded, nativeTerms]
  const rentOf = (wanted: Opening['kind']) =>
    opens.reduce((sum, { kind, lamports }) => (kind === wanted ? sum + lamports : sum), 0n)
  return {
    spend: [{ ...given, max: maxInOf(plan) }],
    receive: [{ ...gotten, min: minimum }],
    lamports: {
      rent: rentOf('tokenAccount'),
      programFee: rentOf('venue'),
      networkFee: networkFeeOf({ unitLimit, priorityFeeLamports: request.priorityFeeLamports }),
      tip: tip?.lamports ?? 0n,
      tradeFee: tradeFee?.lamports ?? 0n,
    },
  }
}

/** Every blockhash has the same length. */
const anyLifetime = { kind: 'blockhash', blockhash: systemProgram, lastValidBlockHeight: 0n } as const

/**
 * Checks if a plan fits into a single message.
 *
 * @throws TernError other reasons against the swap. An error that is not a TernError is left for the signing to throw.
 */
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
 * Shortens a plan if it does not fit into a message.
 *
 * @param before the message's first instructions, for example to advance a nonce.
 * @returns the plan, and `fits`: `false` if even the shortest plan is too long.
 * @throws TernError `rpc/*`, or the venue's reason against the swap.
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
