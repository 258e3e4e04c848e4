import type { Instruction } from '@solana/kit'
import {
  maxComputeUnits,
  simulatedUnitLimit,
  type TradeParts,
  tradeInstructions,
  tradeUnitLimit,
} from '@tern/chain/internal'
import { referralMemo } from '@tern/core/internal'
import type { SwapParties } from '@tern/venues'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { fits } from '../plan/planMessage.ts'
import { nativeTerms, networkFeeOf, type TermsParts } from '../terms.ts'
import type { Fitting } from './nonceTrade.ts'
import { readRealised } from './realised.ts'
import { shortened, withoutCode } from './shortened.ts'
import type { Opening, Trade } from './trade.ts'

/** Builds a trade's message. */
export async function messageOf(trade: Trade): Promise<PlanMessage> {
  const { pool, quote, minimum, request, unitLimit, opens, swapForm, lookupTable, tip, side, tokenAccount } = trade
  const { priorityFeeLamports, version, frontRunningProtection } = request
  const missing = new Set(opens.map(({ address }) => address))
  const swap = await pool.swap(quote, minimum, { ...swapParties(trade), missing, form: swapForm })
  return {
    budget: { unitLimit, priorityFeeLamports },
    instructions: tradeInstructions({ ...partsBeside(trade), swap }),
    ...(lookupTable && { lookupTables: [lookupTable] }),
    ...(version !== undefined && { version }),
    terms: termsOf(trade),
    ...(tip && { tip }),
    ...(frontRunningProtection !== undefined && { frontRunningProtection }),
    failureKey: { side, tokenAccount },
    readRealised: (chain, signature) => readRealised(chain, trade, signature),
  }
}

/** Returns the accounts of a plan's swap. */
export function swapParties({
  side,
  owner,
  tokenAccount,
  temporary,
}: Pick<Trade, 'side' | 'owner' | 'tokenAccount' | 'temporary'>): SwapParties {
  const native = temporary?.address ?? owner
  const [tokenAccountIn, tokenAccountOut] = side === 'buy' ? [native, tokenAccount] : [tokenAccount, native]
  return { owner, payer: owner, tokenAccountIn, tokenAccountOut }
}

/** The parts of a plan that determine the instructions around the swap. */
type PartsPlan = Pick<
  Trade,
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

type UnitsPlan = PartsPlan & Pick<Trade, 'request' | 'measured' | 'quote' | 'guardUnits'>

/** Computes a plan's compute-unit limit: the request's, otherwise the measured or known need plus the units for the wallet's guards. */
export function unitLimitOf(plan: UnitsPlan): number {
  const { guardUnits = 0, request } = plan
  return request.computeUnitLimit ?? Math.min(maxComputeUnits, neededUnits(plan) + guardUnits)
}

function neededUnits(plan: UnitsPlan): number {
  const { measured } = plan
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

/** Returns the max input of a plan's swap. */
const maxInOf = ({ quote, request }: Trade): bigint =>
  'exactIn' in quote.request ? quote.request.exactIn : request.amountIn

function termsOf(plan: Trade): TermsParts {
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

/** A trade, shortened as far as its message needs it. */
export interface Fitted {
  readonly trade: Trade
  readonly message: PlanMessage
  /** `false`: even the shortest message is too long. */
  readonly fits: boolean
}

/**
 * Builds a trade's message. Shortens the trade if the message would be too long.
 *
 * @param before the first instructions of the message that is signed, for example to advance a nonce. They are not part of the result.
 * @throws TernError `rpc/*`, or the venue's reason against the swap.
 */
export async function fitted(client: Client, whole: Trade, before: readonly Instruction[] = []): Promise<Fitted> {
  const attempt = async (trade: Trade): Promise<Fitted> => {
    const message = await messageOf(trade)
    const instructions = [...before, ...message.instructions]
    return { trade, message, fits: fits(trade.owner, { ...message, instructions }) }
  }
  let shortest = await attempt(whole)
  if (shortest.fits) return shortest
  for await (const shorter of shortened(client, whole, unitLimitOf)) {
    shortest = await attempt(shorter)
    if (shortest.fits) break
  }
  return shortest
}

/** Returns how the messages of a nonce trade are shortened. */
export const fittingOf = (client: Client): Fitting => ({
  fit: (trade, before) => fitted(client, trade, before),
  withoutCode: trade => withoutCode(trade, unitLimitOf),
})
