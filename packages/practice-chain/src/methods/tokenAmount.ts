/** An amount of a token as a cluster writes it. */
export interface UiTokenAmount {
  /** Raw units. */
  readonly amount: string
  readonly decimals: number
  /** For people, not for sums: a float. None where ten to the power of `decimals` is no u64. */
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

const mostDecimals = 19

/** `token_amount_to_ui_amount_v3`. @example uiTokenAmount(1_500_000n, 6) // { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' } */
export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return {
    amount: amount.toString(),
    decimals,
    uiAmount: decimals > mostDecimals ? null : Number(amount) / 10 ** decimals,
    uiAmountString: fraction === '' ? whole : `${whole}.${fraction}`,
  }
}

/** The same as blocks are stored: what is no more than a double's last bit is none. */
export function storedTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const found = uiTokenAmount(amount, decimals)
  return Math.abs(found.uiAmount ?? 0) > Number.EPSILON ? found : { ...found, uiAmount: null }
}
