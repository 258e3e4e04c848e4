import type { Owner } from '@tern/core'
import type { Listing } from '../market/listing.ts'
import { checksOf, risksOf } from '../market/mintChecks.ts'
import { tokenFactsQuery } from '../market/tokenFacts.ts'
import { queryClient } from '../queryClient.ts'
import type { Preset } from '../settings/settings.ts'
import { areRisksAccepted } from './acceptedRisks.ts'
import type { Side } from './planWithProviders.ts'
import type { Press } from './press.ts'
import { fetchTradeFees } from './tradeFees.ts'
import { tradeNow } from './tradeNow.ts'

/** A trade pressed in a list. */
export interface PressedTrade {
  readonly token: Listing
  readonly side: Side
  readonly owner: Owner
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly preset: Preset
  /** Takes an amount that works, once a person asks for it. Unset: no such amount is offered. */
  readonly use?: (raw: bigint) => void
}

/**
 * Trades at once.
 *
 * @returns `ask` if the trade needs a look at the preview first: nothing was sent.
 * @throws Error if the press is no longer wanted, or the token's facts cannot be read: nothing was sent.
 */
export async function tradeAtOnce(terms: PressedTrade, press: Press): Promise<'ask' | 'settled'> {
  const { preset, ...trade } = terms
  const { token, side } = trade
  if (side === 'buy') {
    const facts = await press.wanted(queryClient.fetchQuery(tokenFactsQuery(token.mint)))
    if (!areRisksAccepted(token.mint, risksOf(checksOf(token, facts)))) return 'ask'
  }
  const paid = await press.wanted(fetchTradeFees(preset, token.pool, side))
  if ('reason' in paid) return 'ask'
  const { slippageBps, mevProtection } = preset
  return tradeNow({ ...trade, slippageBps: slippageBps[side], fees: paid.value, mevProtection }, press)
}
