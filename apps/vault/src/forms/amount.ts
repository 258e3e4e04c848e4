import { type Address, type AmountScale, usdcMint, usdtMint } from '@tern/core'
import { type Counted, readableText } from '@tern/core/internal'
import type { TokenWords } from '@tern/custody'
import {
  amountText,
  fractionNeeded,
  inSol,
  plainDecimal,
  type TokenUnit,
  wholeText,
} from '@tern/terminal/text/numberText.ts'
import { unitOf } from '@tern/terminal/text/sameName.ts'
import { shortAddress } from '@tern/terminal/text/shortAddress.ts'
import { make } from './make.ts'

/** The format of an amount: its unit, its digits after the point, and whether it shows a sign and a colour. */
interface AmountLook {
  readonly of: TokenUnit
  readonly fraction: number
  readonly unit: string
  readonly sign?: 'plain' | 'shown'
}

/** Shows an amount in the terminal's format, with its exact value in `<data value>`. */
export function amount(raw: bigint, { of, fraction, unit, sign = 'plain' }: AmountLook): readonly (Node | string)[] {
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  const text = raw === 0n ? '0' : amountText(raw, of, fraction)
  const value = plainDecimal(raw, of)
  return [make('data', { value, class: look }, look === 'up' ? `+${text}` : text), ` ${unit}`]
}

/** Formats an amount of SOL with all its digits, at least five after the point: `2.00000 SOL`. */
export const solWords = (lamports: bigint): string =>
  `${amountText(lamports, inSol, fractionNeeded([lamports], inSol, 5))} SOL`

/**
 * Names a token's unit. The signer reads the mint from the bytes, but the symbol comes from the page.
 * `unitOf` keeps a lying page from giving another token the unit SOL.
 */
export const tokenUnit = (symbol: string, mint: Address): string => unitOf(readableText(symbol, 16), mint)

/** Names a mint without the page's help: USDC, USDT, or the shortened mint. */
export const coinOf = (mint: Address): string =>
  mint === usdcMint ? 'USDC' : mint === usdtMint ? 'USDT' : shortAddress(mint)

/** Explains how the shown amount differs from the amount in the bytes. */
export const scaleText = ({ kind, multiplier }: AmountScale): string =>
  kind === 'scaled' ? `multiplied by ${multiplier}` : 'with interest'

/** A token's names from the page, and its decimals and scale from the vault's server. Either may be unknown. */
export interface KnownToken {
  readonly words: TokenWords | undefined
  readonly unit: Counted | undefined
}

/**
 * Formats the signed raw units of a token, and the amount that wallets show. Its decimals come from the vault's server.
 * For a token that the server does not know, they come from the page, to compare with the page's preview. The symbol always comes from
 * the page.
 * @example
 * tokenText(1_500_000n, mint, { words: undefined, unit: { decimals: 6 } }) // '1.5 5xQm…9aTe (1,500,000 of its smallest units)'
 */
export function tokenText(raw: bigint, mint: Address, { words, unit }: KnownToken): string {
  const units = `${raw.toLocaleString('en')} of its smallest units`
  const { decimals, scale } = unit ?? words ?? {}
  if (decimals === undefined) return units
  const scaled = scale === undefined ? '' : `, ${scaleText(scale)}`
  const shown = `${wholeText(raw, { decimals, scale })} ${tokenUnit(words?.symbol ?? '', mint)}`
  return unit === undefined ? `${units}: ${shown} according to the page${scaled}` : `${shown} (${units}${scaled})`
}
