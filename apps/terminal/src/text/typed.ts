import { isTernError, parseAmount, parsePercent } from '@tern/core'
import { errorText } from './errorText.ts'
import { inSol, type TokenUnit } from './numberText.ts'

/** Why something cannot be; of an amount that is too large, what the largest is that can, in raw units, where that is known. */
export interface Refused {
  readonly reason: string
  readonly largest?: bigint
}

/** A typed value: read, or why it cannot be. */
export type Typed<T> = { readonly value: T } | Refused

/**
 * A comma before decimals is a point; one that may as well set off thousands (`1,000`) stays, and is refused. Where nothing else
 * can be meant, as in amounts that are shown here, commas go: there are several, or a point stands after them.
 */
export function withPoint(text: string): string {
  const trimmed = text.trim()
  if (/^[1-9]\d{0,2}(,\d{3})+(,\d{3}|\.\d*)$/.test(trimmed)) return trimmed.replaceAll(',', '')
  return /^[1-9]\d{0,2},\d{3}$/.test(trimmed) ? trimmed : trimmed.replace(/^(\d*),(\d*)$/, '$1.$2')
}

const enterAmount = 'Enter an amount'
const moreThanAny = 'More than there can be'
const moreThanAll = 'More than 100%'

function read<T>(text: string, empty: string, parse: (text: string) => T): Typed<T> {
  if (text.trim() === '') return { reason: empty }
  try {
    return { value: parse(withPoint(text)) }
  } catch (error) {
    // A paste of digits, such as an address: the catalogue's text counts bits.
    if (isTernError(error, 'amount/outOfRange')) return { reason: moreThanAny }
    if (isTernError(error)) return { reason: errorText(error) }
    throw error
  }
}

/** How many digits each letter moves the point. */
const multiples: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 }

/** Reads an amount into raw units. Zero is no amount yet. The point moves first: a scaled amount is rounded down only once. */
function readAmount(text: string, unit: TokenUnit, shift = 0): Typed<bigint> {
  const typed = read(text, enterAmount, one => parseAmount(movePoint(one, shift), unit))
  if (!('value' in typed) || typed.value > 0n) return typed
  return { reason: /[1-9]/.test(text) ? 'Less than the token’s smallest unit' : enterAmount }
}

/** `1.5` with the point moved by three digits is `1500`. What is no number stays. */
function movePoint(text: string, digits: number): string {
  const [, whole, fraction = ''] = /^(\d*)\.?(\d*)$/.exec(text) ?? []
  if (whole === undefined || digits === 0) return text
  const padded = fraction.padEnd(digits, '0')
  return `${whole}${padded.slice(0, digits)}.${padded.slice(digits)}`
}

/** Reads an amount of SOL into lamports. No letter multiplies it: a key pressed too many would spend a thousand times as much. */
export const readSol = (text: string): Typed<bigint> => readAmount(text, inSol)

/** Reads an amount of a token into raw units, `26k`, `1.5m` and `2b` too. A multiplier is divided out; interest does not count. */
export function readTokenAmount(text: string, unit: TokenUnit): Typed<bigint> {
  const [, digits, letter = ''] = /^(.*\d)\s*([kmb])\s*$/i.exec(text) ?? []
  return readAmount(digits ?? text, unit, multiples[letter.toLowerCase()])
}

/** The unit of an amount. */
export interface AmountUnit extends TokenUnit {
  readonly symbol: string
  /** The native coin, whatever other tokens are called. */
  readonly isNative?: boolean
}

export const solUnit: AmountUnit = { ...inSol, symbol: 'SOL', isNative: true }

/** An amount as it is shown, its unit after it, without that; one that may as well count thousands stays. */
function withoutUnit(text: string, unit: string): string {
  const [, digits = text, word] = /^(.*\d)\s+(\S+)\s*$/.exec(text) ?? []
  return word?.toLowerCase() === unit.toLowerCase() && multiples[unit.toLowerCase()] === undefined ? digits : text
}

/**
 * Reads an amount into raw units, also with its unit after it, and `50%` of `balance`, floored.
 *
 * @param balance raw units; `undefined`: not known, and no share of it is.
 */
export function readAmountOf(text: string, unit: AmountUnit, balance: bigint | undefined): Typed<bigint> {
  const { symbol, isNative = false } = unit
  const [, digits] = /^(.*)%\s*$/.exec(text) ?? []
  if (digits === undefined) {
    const number = withoutUnit(text, symbol)
    return isNative ? readSol(number) : readTokenAmount(number, unit)
  }
  const share = read(digits, enterAmount, parsePercent)
  if ('reason' in share) return share
  if (share.value > 10_000) return { reason: moreThanAll }
  if (balance === undefined) return { reason: 'Wallet balance not loaded' }
  const value = shareOf(balance, share.value)
  return value === 0n ? { reason: enterAmount } : { value }
}

const tooMuch: readonly string[] = [moreThanAny, moreThanAll]

/** A typed amount of a token that is no more than there is, and of none no amount; an unknown balance refuses nothing. */
export function atMost(amount: Typed<bigint>, balance: bigint | undefined, symbol: string): Typed<bigint> {
  if (balance === 0n) return { reason: `You have no ${symbol}` }
  if (balance === undefined) return amount
  if ('reason' in amount) return tooMuch.includes(amount.reason) ? { ...amount, largest: balance } : amount
  return amount.value > balance ? { reason: `Not enough ${symbol}`, largest: balance } : amount
}

/** Slippage in basis points, at most 100%. */
export function readSlippage(text: string): Typed<number> {
  if (/^\s*-\s*[\d.,]/.test(text)) return { reason: 'Slippage cannot be negative' }
  const typed = read(text, 'Enter a slippage', parsePercent)
  return 'value' in typed && typed.value > 10_000 ? { reason: 'Slippage is at most 100%' } : typed
}

/** How much a slippage in basis points may cost: above 20% it is a caution, above 50% a danger. */
export function slippageLevel(bps: number): 'plain' | 'warn' | 'danger' {
  return bps > 5_000 ? 'danger' : bps > 2_000 ? 'warn' : 'plain'
}

/** Says what a slippage in basis points may lead to; `undefined` if it is ordinary. */
export function slippageCaution(bps: number): string | undefined {
  if (bps === 0) return 'At 0% a trade fails as soon as the price moves at all.'
  return slippageLevel(bps) === 'plain' ? undefined : `A trade may bring up to ${bps / 100}% less than is expected.`
}

/** A fee in lamports; `empty`: what is said while nothing is typed. */
function readFee(text: string, empty: string): Typed<bigint> {
  return read(text, empty, one => parseAmount(one, 9))
}

/** What the signer lets a trade pay for its priority, in lamports. */
const mostPriorityFee = 1_000_000_000n

/** The priority fee of a trade in lamports, no more than is signed. */
export function readPriorityFee(text: string): Typed<bigint> {
  const typed = readFee(text, 'Enter a priority fee')
  return 'value' in typed && typed.value > mostPriorityFee ? { reason: 'A priority fee is at most 1 SOL' } : typed
}

/** What the signer lets a trade tip, in lamports. */
const mostBribe = 1_000_000_000n

/** The tip of a trade in lamports, no more than is signed. */
export function readBribe(text: string): Typed<bigint> {
  const typed = readFee(text, 'Enter a bribe')
  return 'value' in typed && typed.value > mostBribe ? { reason: 'A bribe is at most 1 SOL' } : typed
}

/** How many lamports something may come to; nothing typed: any. */
export function readLimit(text: string): Typed<bigint | undefined> {
  return text.trim() === '' ? { value: undefined } : readFee(text, '')
}

/** A share of a balance in raw units, floored; 10,000 basis points are all of it. */
export function shareOf(balance: bigint, bps: number): bigint {
  return (balance * BigInt(bps)) / 10_000n
}
