import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalPhrase, type PhraseLength, phraseLengths } from './phrase.ts'

const placeOf: ReadonlyMap<string, number> = new Map(wordlist.map((word, place) => [word, place]))
/** Bits of a word. */
const bitsOfWord = 11

/** Encodes entropy as words: its bits, then a checksum of 1 bit for each 4 bytes (BIP-39). */
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

/** Decodes words of the list to entropy, without a check of the checksum. */
function entropyOf(words: readonly string[]): Uint8Array<ArrayBuffer> {
  const bits = words.map(word => (placeOf.get(word) ?? 0).toString(2).padStart(bitsOfWord, '0')).join('')
  return Uint8Array.from({ length: (words.length / 3) * 4 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2))
}

/**
 * Creates a random phrase of the English BIP-39 list. Its last word contains the checksum.
 * @example
 * await newPhrase(12) // 'legal winner thank year wave sausage worth useful legal winner thank yellow'
 */
export async function newPhrase(length: PhraseLength): Promise<string> {
  const entropy = crypto.getRandomValues(new Uint8Array((length / 3) * 4))
  const words = await wordsOf(entropy)
  entropy.fill(0)
  return words.join(' ')
}

/**
 * Picks random words for a passphrase, 11 bits each and without a checksum. 2,048 words divide 2^16, so there is no bias.
 * @example
 * randomWords(3) // ['orbit', 'velvet', 'candy']
 */
export const randomWords = (count: number): readonly string[] =>
  Array.from(crypto.getRandomValues(new Uint16Array(count)), number => wordlist[number % wordlist.length] ?? '')

/** Why a typed text is not a phrase. `place` counts from 1. */
export type PhraseFault =
  | { readonly fault: 'length'; readonly count: number }
  | { readonly fault: 'word'; readonly place: number; readonly word: string }
  | { readonly fault: 'checksum' }

/** Reads a typed phrase. @returns the normalised phrase, or its first fault. */
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
