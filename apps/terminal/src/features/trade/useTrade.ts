import { useQuery } from '@tanstack/react-query'
import { maxBuy } from '@tern/client'
import { typedAmount } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { checksOf, reviewOf, risksOf } from '../../data/market/mintChecks.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { useSettings } from '../../data/settings/settings.ts'
import { changePreset } from '../../data/settings/usePreset.ts'
import { useStore } from '../../data/store.ts'
import { openToast } from '../../data/toasts.ts'
import { acceptRisks, useAcceptedRisks } from '../../data/trade/acceptedRisks.ts'
import { clientOf } from '../../data/trade/clientOf.ts'
import { takeInstant } from '../../data/trade/instant.ts'
import type { Side } from '../../data/trade/planWithProviders.ts'
import { pressOnce } from '../../data/trade/press.ts'
import { sendTrade } from '../../data/trade/sendTrade.ts'
import { useProviderFees, useTradeFees } from '../../data/trade/tradeFees.ts'
import { tradeNow } from '../../data/trade/tradeNow.ts'
import { useTradePlan } from '../../data/trade/useTradePlan.ts'
import { session } from '../../data/wallets/session.ts'
import { errorText } from '../../text/errorText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { readAmountOf, shareOf, solUnit } from '../../text/typed.ts'
import type { PanelAction, Setting } from './panel.ts'
import { applyToPanel, panelOf } from './panelStore.ts'
import { editOf, readSettingTexts, settingFaults, settingTexts } from './settingTexts.ts'

export type Trade = ReturnType<typeof useTrade>

/** The state and actions of the trade panel. `ask` shows a side of the panel, from any page. */
export function useTrade(token: TokenDetail, ask: (side: Side) => void) {
  const { mint } = token
  const panel = useStore(panelOf(mint))
  const { presets, chosenPreset } = useSettings()
  const preset = presets[chosenPreset]
  const { side, edits } = panel
  const { data: facts } = useQuery(tokenFactsQuery(mint))
  const { fee, mevProtection } = preset
  const risks = risksOf(checksOf(token, facts))
  const isAccepted = useAcceptedRisks(mint, risks)
  const isReviewed = side === 'sell' || isAccepted
  const texts = settingTexts({ presets, chosenPreset }, side, edits)
  const { slippage, manualFees } = readSettingTexts(texts)
  const presetFees = useTradeFees(fee, token.pool, side)
  const paid = fee.kind === 'manual' ? manualFees : presetFees
  const fees = useProviderFees(preset, paid)
  const review = isReviewed ? undefined : reviewOf(risks)
  const amountOf = (balance: bigint | undefined) =>
    readAmountOf(panel.amounts[side], side === 'buy' ? solUnit : token, balance)
  const plan = useTradePlan({ token, side, amountOf, slippage, fees, feeKind: fee.kind, mevProtection, review })
  const change = (action: PanelAction) => applyToPanel(mint, action)
  /** Fills in an amount. `instead`, for late answers: only while the field still holds this text. */
  const fill = (raw: bigint, instead?: string) => {
    const text = typedAmount(raw, side === 'buy' ? inSol : token)
    change({ kind: 'amount', side, text, ...(instead !== undefined && { instead }) })
  }

  /** The raw amount at a place of the preset: lamports, or a share of the token balance. */
  const amountAt = (place: number) => {
    const bps = preset.sellShares[place]
    if (side === 'buy') return preset.buyAmounts[place]
    return bps === undefined || plan.tokenBalance === undefined ? undefined : shareOf(plan.tokenBalance, bps)
  }

  const use = (raw: bigint) => {
    ask(side)
    fill(raw)
  }

  /** Trades an amount at once if Instant is armed and nothing blocks it; otherwise fills it in. */
  const choose = (raw: bigint) => {
    const { unlocked, slippageBps, fees: paid } = plan
    const isReady = isReviewed && unlocked !== undefined && slippageBps !== undefined && paid !== undefined
    const isStillArmed = raw > 0n && isReady ? takeInstant() : undefined
    if (!isReady || isStillArmed === undefined) return fill(raw)
    const wish = { token, side, amountIn: raw, slippageBps }
    const terms = { ...wish, fees: paid, mevProtection, owner: unlocked, use }
    const typed = panel.amounts[side]
    void pressOnce({ ...wish, owner: unlocked.address, isStillArmed }, press => tradeNow(terms, press)).then(
      outcome => outcome === 'ask' && fill(raw, typed),
    )
  }
  const chooseShare = (bps: number) => {
    if (plan.tokenBalance !== undefined) choose(shareOf(plan.tokenBalance, bps))
  }
  /** Tests if the amount equals this share of the balance. */
  const isShare = (bps: number) => !!plan.tokenBalance && plan.amountIn === shareOf(plan.tokenBalance, bps)

  return {
    ...plan,
    panel,
    preset,
    texts,
    /** The faults of the settings as they are typed. */
    faults: settingFaults(texts),
    risks,
    /** Why no provider takes a bribe this small. */
    bribeFault:
      paid !== undefined && 'value' in paid && fees !== undefined && 'reason' in fees ? fees.reason : undefined,
    change,
    fill,
    choose,
    chooseShare,
    isShare,
    /** Fills in the amount at a place of the preset. */
    fillAt(place: number) {
      const raw = amountAt(place)
      if (raw !== undefined) fill(raw)
    },
    /** Trades the amount at a place at once while Instant is armed; otherwise fills it in. */
    chooseAt(place: number) {
      const raw = amountAt(place)
      if (raw !== undefined) choose(raw)
    },
    setSetting(setting: Setting, text: string) {
      const { edit, change: changed } = editOf({ presets, chosenPreset }, { side, setting }, text)
      change({ kind: 'setting', setting, edit })
      if (changed !== undefined) changePreset(changed)
    },
    sold:
      side === 'sell' && plan.amountIn !== undefined ? `${wholeText(plan.amountIn, token)} ${token.symbol}` : undefined,
    accept: () => acceptRisks(mint, risks),
    send() {
      const text = panel.amounts[side]
      const { planned, owner, amountIn, slippageBps } = plan
      if (planned === undefined || owner === undefined || amountIn === undefined || slippageBps === undefined) return
      const wish = { token, side, amountIn, slippageBps, owner: owner.address }
      void pressOnce(wish, press => sendTrade(planned, { token, press })).then(isConfirmed => {
        if (isConfirmed) change({ kind: 'confirmed', side, text })
      })
    },
    /** Fills in the maximum that leaves every other cost paid; `undefined` while it cannot be computed. */
    fillMost: fillMost(),
  }

  function fillMost(): (() => void) | undefined {
    const { owner, pool, fees: paid, tokenBalance } = plan
    if (side === 'sell') return tokenBalance ? () => fill(tokenBalance) : undefined
    if (owner === undefined || pool === undefined || paid === undefined) return undefined
    const typed = panel.amounts[side]
    return async () => {
      try {
        const name = { protocol: token.protocol as Protocol, address: token.pool }
        const max = await maxBuy(await clientOf(owner, paid), { mint, pool: name, ...paid })
        const current = session.get()
        if ('address' in current && current.address === owner.address) fill(max, typed)
      } catch (error) {
        const title = errorText(error)
        openToast({ state: 'failed', title, detail: ['Max was not filled in.', nextStep(title)].join(' ').trim() })
      }
    }
  }
}
