import { isTernError, parseAmount, parsePercent } from '@tern/core'
import { errorText } from './errorText.ts'
import { inSol, type TokenUnit } from './numberText.ts'

/**
 * The reason of a refusal. For an amount that is too large, `largest` is the largest possible one in raw units, if
 * known.
 */
export interface Refused {
  readonly reason: string
  readonly largest?: bigint
}

/** A typed value, or the reason it cannot be read. */
export type Typed<T> = { readonly value: T } | Refused

/**
 * Reads a comma before decimals as a point. A comma that may group thousands (`1,000`) stays, and is refused. If it is
 * unambiguous, as in amounts that Tern shows, grouping commas are removed: there are several, or a point follows.
 */
export function withPoint(text: string): string {
  const trimmed = text.trim()
  if (/^[1-9]\d{0,2}(,\d{3})+(,\d{3}|\.\d*)$/.test(trimmed)) return trimmed.replaceAll(',', '')
  return /^[1-9]\d{0,2},\d{3}$/.test(trimmed) ? trimmed : trimmed.replace(/^(\d*),(\d*)$/, '$1.$2')
}

const enterAmount = 'Enter an amount'
const moreThanAny = 'Amount too large'
const moreThanAll = 'More than 100%'

function read<T>(text: string, empty: string, parse: (text: string) => T): Typed<T> {
  if (text.trim() === '') return { reason: empty }
  try {
    return { value: parse(withPoint(text)) }
  } catch (error) {
    // For example a pasted number with too many digits; the error's own text counts bits.
    if (isTernError(error, 'amount/outOfRange')) return { reason: moreThanAny }
    if (isTernError(error)) return { reason: errorText(error) }
    throw error
  }
}

/** Digits by which each letter moves the point. */
const multiples: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 }

/**
 * Reads an amount into raw units. Zero counts as no amount. The point moves first, so that a scaled amount is rounded
 * down only once.
 */
function readAmount(text: string, unit: TokenUnit, shift = 0): Typed<bigint> {
  const typed = read(text, enterAmount, one => parseAmount(movePoint(one, shift), unit))
  if (!('value' in typed) || typed.value > 0n) return typed
  return { reason: /[1-9]/.test(text) ? 'Below the token’s smallest unit' : enterAmount }
}

/** Moves the point: `1.5` by three digits is `1500`. A text that is no number stays. */
function movePoint(text: string, digits: number): string {
  const [, whole, fraction = ''] = /^(\d*)\.?(\d*)$/.exec(text) ?? []
  if (whole === undefined || digits === 0) return text
  const padded = fraction.padEnd(digits, '0')
  return `${whole}${padded.slice(0, digits)}.${padded.slice(digits)}`
}

/** Reads an amount of SOL into lamports, without letters: one stray key would multiply the amount by a thousand. */
export const readSol = (text: string): Typed<bigint> => readAmount(text, inSol)

/**
 * Reads an amount of a token into raw units, also `26k`, `1.5m` and `2b`. A scale is divided out; interest is ignored.
 */
export function readTokenAmount(text: string, unit: TokenUnit): Typed<bigint> {
  const [, digits, letter = ''] = /^(.*\d)\s*([kmb])\s*$/i.exec(text) ?? []
  return readAmount(digits ?? text, unit, multiples[letter.toLowerCase()])
}

/** A unit with its symbol. */
export interface AmountUnit extends TokenUnit {
  readonly symbol: string
  /** Set for the native coin only, even if another token has the same symbol. */
  readonly isNative?: boolean
}

export const solUnit: AmountUnit = { ...inSol, symbol: 'SOL', isNative: true }

/** Removes the unit after an amount. A unit that could mean thousands stays. */
function withoutUnit(text: string, unit: string): string {
  const [, digits = text, word] = /^(.*\d)\s+(\S+)\s*$/.exec(text) ?? []
  return word?.toLowerCase() === unit.toLowerCase() && multiples[unit.toLowerCase()] === undefined ? digits : text
}

/**
 * Reads an amount into raw units, also with its unit after it, or as a share of the balance such as `50%`, rounded
 * down.
 *
 * @param balance raw units; `undefined` if unknown, and then a share cannot be read
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

/** Limits a typed amount to the balance. Without any balance there is no amount; an unknown balance refuses nothing. */
export function atMost(amount: Typed<bigint>, balance: bigint | undefined, symbol: string): Typed<bigint> {
  if (balance === 0n) return { reason: `You have no ${symbol}` }
  if (balance === undefined) return amount
  if ('reason' in amount) return tooMuch.includes(amount.reason) ? { ...amount, largest: balance } : amount
  return amount.value > balance ? { reason: `Not enough ${symbol}`, largest: balance } : amount
}

/** Reads a slippage in basis points, at most 100%. */
export function readSlippage(text: string): Typed<number> {
  if (/^\s*-\s*[\d.,]/.test(text)) return { reason: 'Slippage cannot be negative' }
  const typed = read(text, 'Enter a slippage', parsePercent)
  return 'value' in typed && typed.value > 10_000 ? { reason: 'Max slippage is 100%' } : typed
}

/** The severity of a slippage in basis points: a caution above 20%, a danger above 50%. */
export function slippageLevel(bps: number): 'plain' | 'warn' | 'danger' {
  return bps > 5_000 ? 'danger' : bps > 2_000 ? 'warn' : 'plain'
}

/** Warns of a slippage in basis points; `undefined` if it is ordinary. */
export function slippageCaution(bps: number): string | undefined {
  if (bps === 0) return 'At 0%, any price move fails the trade.'
  return slippageLevel(bps) === 'plain' ? undefined : `You may get up to ${bps / 100}% less than expected.`
}

/** Reads a fee in lamports. `empty` is the reason while the text is empty. */
function readFee(text: string, empty: string): Typed<bigint> {
  return read(text, empty, one => parseAmount(one, 9))
}

/** The most that the signer lets a trade pay as its priority fee, in lamports. */
const maxPriorityFee = 1_000_000_000n

/** Reads a priority fee in lamports, at most what the signer allows. */
export function readPriorityFee(text: string): Typed<bigint> {
  const typed = readFee(text, 'Enter a priority fee')
  return 'value' in typed && typed.value > maxPriorityFee ? { reason: 'Max priority fee is 1 SOL' } : typed
}

/** The most that the signer lets a trade tip, in lamports. */
const maxBribe = 1_000_000_000n

/** Reads a tip in lamports, at most what the signer allows. */
export function readBribe(text: string): Typed<bigint> {
  const typed = readFee(text, 'Enter a bribe')
  return 'value' in typed && typed.value > maxBribe ? { reason: 'Max bribe is 1 SOL' } : typed
}

/** Reads a limit in lamports; an empty text means no limit. */
export function readLimit(text: string): Typed<bigint | undefined> {
  return text.trim() === '' ? { value: undefined } : readFee(text, '')
}

/** Computes a share of a balance in raw units, rounded down. 10,000 basis points are all of it. */
export function shareOf(balance: bigint, bps: number): bigint {
  return (balance * BigInt(bps)) / 10_000n
}
