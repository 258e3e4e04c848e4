import { formatAmount } from '@tern/core'
import type { Counted } from '@tern/core/internal'

/** An amount of a token in a cluster's format. */
export interface UiTokenAmount {
  /** Raw units. */
  readonly amount: string
  readonly decimals: number
  /** A float for display, not for sums. `null` if ten to the power of `decimals` exceeds a u64. */
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

const maxDecimals = 19

/**
 * Formats an amount as `token_amount_to_ui_amount_v3` of Agave's account decoder does.
 *
 * @param token its decimals, or the decimals and the scale of its mint.
 * @example uiTokenAmount(1_500_000n, 6) // { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' }
 */
export function uiTokenAmount(amount: bigint, token: number | Counted): UiTokenAmount {
  const counted: Counted = typeof token === 'number' ? { decimals: token } : token
  const { decimals, scale } = counted
  const uiAmountString = formatAmount(amount, counted)
  const plain = decimals > maxDecimals ? null : Number(amount) / 10 ** decimals
  const uiAmount = scale === undefined ? plain : Number(uiAmountString)
  return { amount: amount.toString(), decimals, uiAmount, uiAmountString }
}

/**
 * Formats an amount as blocks store it: without its mint's scale, and with a null float for 0.
 * A cluster never scales the balances of transactions (`svm_token_info_to_token_balance` in Agave).
 *
 * @example storedTokenAmount(0n, 6) // { amount: '0', decimals: 6, uiAmount: null, uiAmountString: '0' }
 */
export function storedTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const found = uiTokenAmount(amount, decimals)
  return Math.abs(found.uiAmount ?? 0) > Number.EPSILON ? found : { ...found, uiAmount: null }
}
