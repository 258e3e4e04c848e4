import { amountText, fractionNeeded, plainDecimal } from '@tern/terminal/text/numberText.ts'
import { make } from './make.ts'

/** How an amount is written: digits after the point, and whether as a change, with its sign and coloured by it. */
interface AmountLook {
  readonly decimals: number
  readonly fraction: number
  readonly unit: string
  readonly sign?: 'plain' | 'shown'
}

/** An amount as the terminal writes it, its exact value in `<data value>`. */
export function amount(
  raw: bigint,
  { decimals, fraction, unit, sign = 'plain' }: AmountLook,
): readonly (Node | string)[] {
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  const text = raw === 0n ? '0' : amountText(raw, decimals, fraction)
  const value = plainDecimal(raw, decimals)
  return [make('data', { value, class: look }, look === 'up' ? `+${text}` : text), ` ${unit}`]
}

/** Every digit of it, and its unit: `2.00000 SOL`. */
export function amountWords(raw: bigint, decimals: number, unit: string): string {
  const fraction = fractionNeeded([raw], decimals, unit === 'SOL' ? 5 : 0)
  return `${amountText(raw, decimals, fraction)} ${unit}`
}
