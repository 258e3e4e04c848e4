import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalPhrase, type PhraseLength, phraseLengths } from './phrase.ts'

const placeOf: ReadonlyMap<string, number> = new Map(wordlist.map((word, place) => [word, place]))
/** What a word holds. */
const bitsOfWord = 11

/** The words of some entropy: its bits and, behind them, one bit of checksum for each four bytes (BIP-39). */
async function wordsOf(entropy: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const [checksum = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', entropy))
  const checked = [...entropy, checksum]
  const bits = checked.map(byte => byte.toString(2).padStart(8, '0')).join('')
  const count = (entropy.length / 4) * 3
  return Array.from({ length: count }, (_, i) => {
    const place = Number.parseInt(bits.slice(i * bitsOfWord, (i + 1) * bitsOfWord), 2)
    return wordlist[place] ?? ''
  })
}

/** The entropy of words that are in the list, whatever their checksum. */
function entropyOf(words: readonly string[]): Uint8Array<ArrayBuffer> {
  const bits = words.map(word => (placeOf.get(word) ?? 0).toString(2).padStart(bitsOfWord, '0')).join('')
  return Uint8Array.from({ length: (words.length / 3) * 4 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2))
}

/**
 * A new phrase of random words of the English BIP-39 list, the last of which holds a checksum.
 * @example await newPhrase(12) // 'legal winner thank year wave sausage worth useful legal winner thank yellow'
 */
export async function newPhrase(length: PhraseLength): Promise<string> {
  const entropy = crypto.getRandomValues(new Uint8Array((length / 3) * 4))
  const words = await wordsOf(entropy)
  entropy.fill(0)
  return words.join(' ')
}

/**
 * Random words of the list, 11 bits each: a passphrase, and no phrase.
 * @example randomWords(3) // ['orbit', 'velvet', 'candy']
 */
export const randomWords = (count: number): readonly string[] =>
  Array.from(crypto.getRandomValues(new Uint16Array(count)), number => wordlist[number % wordlist.length] ?? '')

/** Why what was typed is no phrase. `place` counts from 1. */
export type PhraseFault =
  | { readonly fault: 'length'; readonly count: number }
  | { readonly fault: 'word'; readonly place: number; readonly word: string }
  | { readonly fault: 'checksum' }

/** What was typed as a phrase: the phrase as `normalPhrase` has it, or what is wrong with it. */
export async function readPhrase(typed: string): Promise<{ readonly phrase: string } | PhraseFault> {
  const phrase = normalPhrase(typed)
  const words = phrase === '' ? [] : phrase.split(' ')
  const wrong = words.findIndex(word => !placeOf.has(word))
  if (wrong >= 0) return { fault: 'word', place: wrong + 1, word: words[wrong] ?? '' }
  if (!phraseLengths.some(length => length === words.length)) return { fault: 'length', count: words.length }
  const entropy = entropyOf(words)
  const isWhole = (await wordsOf(entropy)).join(' ') === phrase
  entropy.fill(0)
  return isWhole ? { phrase } : { fault: 'checksum' }
}
