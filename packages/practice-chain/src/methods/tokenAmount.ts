/** An amount of a token as a cluster writes it. */
export interface UiTokenAmount {
  /** Raw units. */
  readonly amount: string
  readonly decimals: number
  /** For people, not for sums: a float. */
  readonly uiAmount: number
  readonly uiAmountString: string
}

/** @example uiTokenAmount(1_500_000n, 6) // { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' } */
export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
