import { type Address, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'
import { confusables } from './confusables.ts'
import { shortAddress } from './shortAddress.ts'

/** A token that has the same name as another. */
export interface Namesake {
  readonly symbol: string
  readonly mint: Address
}

const asciiOf: ReadonlyMap<string, string> = new Map(
  confusables.flatMap(([ascii, characters]) => [...characters].map(one => [one, ascii] as const)),
)

/** Writes a character in the ASCII letters or digits that it looks like, if there are any. */
const lookOf = (character: string) =>
  asciiOf.get(character) ??
  // ASCII has no other form, and most names are ASCII. Normalizing a list's thousands of names takes long.
  (character <= '\x7f' ? character : [...character.normalize('NFKD')].map(one => asciiOf.get(one) ?? one).join(''))

/**
 * Reduces a name to its look, by UTS 39: two names with one skeleton look alike.
 * Accents, punctuation and symbols are dropped, because a glance misses them: `$SOL ✅` looks like `SOL`. A name of
 * symbols
 * only stays.
 *
 * @example
 * skeleton('Ѕ0Ł') // 'SOL', from a Cyrillic letter, a digit and a letter with a stroke
 */
function skeleton(name: string): string {
  const look = [...name.normalize('NFD')].map(lookOf).join('')
  return look.replace(/[^\p{L}\p{N}]/gu, '') || name
}

/**
 * Lists the keys of a name. Two names look alike if they share a key, in any case.
 *
 * @example
 * lookKeys('Kite') // ['Kite', 'KlTE']: a capital I looks like a small l
 */
export const lookKeys = (name: string): readonly string[] => [
  ...new Set([skeleton(name), skeleton(name.toUpperCase())]),
]

const coins: readonly Namesake[] = [
  { symbol: 'SOL', mint: wrappedNativeMint },
  { symbol: 'WSOL', mint: wrappedNativeMint },
  { symbol: 'USDC', mint: usdcMint },
  { symbol: 'USDT', mint: usdtMint },
]

/**
 * Finds the coin that a token's symbol takes for another mint: SOL, WSOL, USDC or USDT.
 * It ignores case, so `SOI`, which reads as `SOl`, is taken for SOL.
 *
 * @returns `undefined` if the token is the coin itself, or bears another name.
 */
export function coinNamedBy(symbol: string, mint: Address): Namesake | undefined {
  const keys = [symbol, symbol.replaceAll('$', 'S')].flatMap(lookKeys).map(key => key.toLowerCase())
  return coins.find(coin => coin.mint !== mint && keys.includes(coin.symbol.toLowerCase()))
}

/**
 * Names the unit of a token's amounts: its symbol, or the short mint if the symbol is empty or belongs to a coin with
 * another mint. So `SOL` after a number always means the native coin.
 */
export const unitOf = (symbol: string, mint: Address): string =>
  symbol === '' || coinNamedBy(symbol, mint) !== undefined ? shortAddress(mint) : symbol
