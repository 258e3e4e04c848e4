import type { Owner } from '@tern/core'
import type { Listing } from '../../data/market/listing.ts'
import { checksOf, risksOf } from '../../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { queryClient } from '../../data/queryClient.ts'
import type { Preset } from '../../data/settings/settings.ts'
import { areRisksAccepted } from '../../data/trade/acceptedRisks.ts'
import type { Press } from '../../data/trade/press.ts'
import { fetchTradeFees } from '../../data/trade/tradeFees.ts'
import { tradeNow } from '../../data/trade/tradeNow.ts'

/** A quick buy as it was pressed. */
export interface BuyTerms {
  readonly token: Listing
  readonly owner: Owner
  /** Lamports. */
  readonly amountIn: bigint
  readonly preset: Preset
  /** Takes an amount that works, once a person asked for it. */
  readonly use: (lamports: bigint) => void
}

/**
 * Buys a token at once.
 *
 * @returns `ask` if the trade needs a look at the receipt first: nothing was sent.
 * @throws Error if the press is no longer wanted, or the token's facts cannot be read: nothing was sent.
 */
export async function buyAtOnce(terms: BuyTerms, press: Press): Promise<'ask' | 'settled'> {
  const { token, owner, amountIn, preset, use } = terms
  const facts = await press.wanted(queryClient.fetchQuery(tokenFactsQuery(token.mint)))
  if (!areRisksAccepted(token.mint, risksOf(checksOf(token, facts)))) return 'ask'
  const paid = await press.wanted(fetchTradeFees(preset, token.pool, 'buy'))
  if ('reason' in paid) return 'ask'
  const trade = { token, side: 'buy', amountIn, slippageBps: preset.slippageBps.buy } as const
  return tradeNow({ ...trade, fees: paid.value, mevProtection: preset.mevProtection, owner, use }, press)
}
