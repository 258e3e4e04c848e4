import { type Address, readableText } from '@tern/core'
import { amountText, fractionNeeded, plainDecimal } from '@tern/terminal/text/numberText.ts'
import { unitOf } from '@tern/terminal/text/sameName.ts'
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

/** Writes every digit of an amount of SOL: `2.00000 SOL`. */
export const solWords = (lamports: bigint): string => `${amountText(lamports, 9, fractionNeeded([lamports], 9, 5))} SOL`

/**
 * Names what amounts of a token are counted in. The signer reads the mint from the bytes, and the symbol is the page's word only:
 * a page that lies cannot have another token counted in SOL.
 */
export const tokenUnit = (symbol: string, mint: Address): string => unitOf(readableText(symbol, 16), mint)
