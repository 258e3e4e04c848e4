import { type Address, type AmountScale, readableText, usdcMint, usdtMint } from '@tern/core'
import { amountText, fractionNeeded, inSol, plainDecimal, type TokenUnit } from '@tern/terminal/text/numberText.ts'
import { unitOf } from '@tern/terminal/text/sameName.ts'
import { shortAddress } from '@tern/terminal/text/shortAddress.ts'
import { make } from './make.ts'

/** How an amount is written: what it is counted in, its digits after the point, and whether it has a sign and a colour. */
interface AmountLook {
  readonly of: TokenUnit
  readonly fraction: number
  readonly unit: string
  readonly sign?: 'plain' | 'shown'
}

/** An amount as the terminal writes it, its exact value in `<data value>`. */
export function amount(raw: bigint, { of, fraction, unit, sign = 'plain' }: AmountLook): readonly (Node | string)[] {
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  const text = raw === 0n ? '0' : amountText(raw, of, fraction)
  const value = plainDecimal(raw, of)
  return [make('data', { value, class: look }, look === 'up' ? `+${text}` : text), ` ${unit}`]
}

/** Writes every digit of an amount of SOL: `2.00000 SOL`. */
export const solWords = (lamports: bigint): string =>
  `${amountText(lamports, inSol, fractionNeeded([lamports], inSol, 5))} SOL`

/**
 * Names what amounts of a token are counted in. The signer reads the mint from the bytes, and the symbol is the page's word only:
 * a page that lies cannot have another token counted in SOL.
 */
export const tokenUnit = (symbol: string, mint: Address): string => unitOf(readableText(symbol, 16), mint)

/** Names the coin of a mint by what the mint says, not by what a page calls it: any other token by its short mint. */
export const coinOf = (mint: Address): string =>
  mint === usdcMint ? 'USDC' : mint === usdtMint ? 'USDT' : shortAddress(mint)

/** Tells how the page gets from the amount in the bytes to the amount that it shows: the signer knows no scale. */
export const scaleText = ({ kind, multiplier }: AmountScale): string =>
  kind === 'scaled' ? `multiplied by ${multiplier}` : 'with interest'
