import { useEffect, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { checksOf, dangersOf } from '../../data/market/mintChecks.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { queryClient } from '../../data/queryClient.ts'
import { settings } from '../../data/settings/settings.ts'
import { openToast } from '../../data/toasts.ts'
import { areRisksAccepted } from '../../data/trade/acceptedRisks.ts'
import { takeInstant, useInstant } from '../../data/trade/instant.ts'
import { session } from '../../data/wallets/session.ts'

/** How a trade is made: not needed to look around, and there before anybody presses. */
const trading = () => Promise.all([import('../../data/trade/tradeFees.ts'), import('../../data/trade/tradeNow.ts')])

/** A press this soon after a row came to stand under the pointer was meant for the row before it. */
const settledMs = 400

/**
 * Buying with one press. Armed, it trades at once what the settings say; else, and where the wallet is locked or the token has
 * risks that nobody accepted, it asks with the whole receipt.
 */
export function useQuickBuy() {
  const [asked, setAsked] = useState<Listing>()
  const instant = useInstant()
  useEffect(() => {
    if (instant === 'armed') void trading()
  }, [instant])

  async function buyAtOnce(token: Listing, isStillArmed: () => boolean) {
    const { quickBuy, presets, chosenPreset } = settings.get()
    const preset = presets[chosenPreset]
    const current = session.get()
    const facts = await queryClient.fetchQuery(tokenFactsQuery(token.mint))
    const isSafe = facts !== null && dangersOf(checksOf(token, facts)).length === 0
    if (current.status !== 'unlocked' || !(isSafe || areRisksAccepted(token.mint))) return setAsked(token)
    const [{ fetchTradeFees }, { tradeNow }] = await trading()
    const fees = await fetchTradeFees(preset.fee, token.pool)
    // Who disarmed it or locked meanwhile wants no trade.
    if (!isStillArmed() || session.get().status !== 'unlocked') return setAsked(token)
    const trade = { token, side: 'buy', amountIn: quickBuy, slippageBps: preset.slippageBps.buy, fees } as const
    await tradeNow({ ...trade, owner: current.owner })
  }

  return {
    /** The token that a receipt is shown of. */
    asked,
    close: () => setAsked(undefined),
    /** `movedAtMs`: when the list last moved, on the page's clock. */
    press(token: Listing, movedAtMs: number) {
      const isStillArmed = takeInstant()
      if (isStillArmed === undefined) return setAsked(token)
      if (performance.now() - movedAtMs < settledMs)
        return void openToast({ state: 'failed', title: 'List moved. Nothing was sent.' })
      void buyAtOnce(token, isStillArmed)
    },
  }
}
