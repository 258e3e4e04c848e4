import { type Address, isTernError } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import type { ToastContent } from '../toasts.ts'
import { getPracticeSol } from '../wallets/practiceSol.ts'
import { Disarmed } from './press.ts'

/** Returns the amounts if SOL is missing: `undefined` for other errors, `[]` if the amounts are unknown. */
function lackOf(error: unknown): readonly string[] | undefined {
  if (!isTernError(error, 'trade/notEnoughToBuy') && !isTernError(error, 'trade/notEnoughToPayTradeFee'))
    return undefined
  const { balance, required } = error.facts
  if (balance === undefined || required === undefined) return []
  return [`You need ${wholeText(required, inSol)} SOL and have ${wholeText(balance, inSol)}.`]
}

/**
 * Returns the toast of a refused trade: the reason, `fate` (the effect on the trade), the missing SOL and the next step.
 * On the practice chain the toast offers SOL for `owner`. A toast about the person's own action goes by itself.
 */
export function refusalToast(error: unknown, fate: string, owner: Address | undefined): ToastContent {
  const title = errorText(error)
  const lack = lackOf(error)
  const step = lack === undefined ? nextStep(title) : 'Trade for less, or get some SOL first.'
  const detail = [fate, ...(lack ?? []), step].filter(part => part !== undefined).join(' ')
  const canGet = queryClient.getQueryData(networkQuery.queryKey)?.kind === 'practice'
  const isOwn = isTernError(error, 'wallet/notConfirmed') || error instanceof Disarmed
  const passing = isOwn && { isPassing: true }
  if (lack === undefined || owner === undefined || !canGet) return { state: 'failed', title, detail, ...passing }
  const onPress = () => void getPracticeSol(owner)
  return { state: 'failed', title, detail, actions: [{ label: 'Get practice SOL', onPress }] }
}
