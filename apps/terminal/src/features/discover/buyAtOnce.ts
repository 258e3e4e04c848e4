import type { Listing } from '../../data/market/listing.ts'
import { checksOf, risksOf } from '../../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { queryClient } from '../../data/queryClient.ts'
import { settings } from '../../data/settings/settings.ts'
import { areRisksAccepted } from '../../data/trade/acceptedRisks.ts'
import { fetchTradeFees } from '../../data/trade/tradeFees.ts'
import { tradeNow } from '../../data/trade/tradeNow.ts'
import { session } from '../../data/wallets/session.ts'

/** Buys what the settings say. `use`: where an amount goes that would do. @returns `ask` where that needs a look at the receipt first; nothing was sent then. */
export async function buyAtOnce(
  token: Listing,
  isStillArmed: () => boolean,
  use: (lamports: bigint) => void,
): Promise<'ask' | 'settled'> {
  const { quickBuy, presets, chosenPreset } = settings.get()
  const preset = presets[chosenPreset]
  const current = session.get()
  const facts = await queryClient.fetchQuery(tokenFactsQuery(token.mint))
  const isSafe = areRisksAccepted(token.mint, risksOf(checksOf(token, facts)))
  if (current.status !== 'unlocked' || !isSafe) return 'ask'
  const paid = await fetchTradeFees(preset, token.pool, 'buy')
  // Who disarmed it or locked meanwhile wants no trade.
  if (!isStillArmed() || session.get().status !== 'unlocked' || 'reason' in paid) return 'ask'
  const trade = { token, side: 'buy', amountIn: quickBuy, slippageBps: preset.slippageBps.buy } as const
  return tradeNow({ ...trade, fees: paid.value, mevProtection: preset.mevProtection, owner: current.owner, use })
}
