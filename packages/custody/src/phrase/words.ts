import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { normalPhrase, type PhraseLength, phraseLengths } from './phrase.ts'

const known: ReadonlySet<string> = new Set(wordlist)

/**
 * A new phrase of random words of the English BIP-39 list, the last of which holds a checksum.
 * @example newPhrase(12) // 'legal winner thank year wave sausage worth useful legal winner thank yellow'
 */
export function newPhrase(length: PhraseLength): string {
  const entropy = crypto.getRandomValues(new Uint8Array((length / 3) * 4))
  try {
    return entropyToMnemonic(entropy, wordlist)
  } finally {
    entropy.fill(0)
  }
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
export function readPhrase(typed: string): { readonly phrase: string } | PhraseFault {
  const phrase = normalPhrase(typed)
  const words = phrase === '' ? [] : phrase.split(' ')
  const wrong = words.findIndex(word => !known.has(word))
  if (wrong >= 0) return { fault: 'word', place: wrong + 1, word: words[wrong] ?? '' }
  if (!phraseLengths.some(length => length === words.length)) return { fault: 'length', count: words.length }
  try {
    mnemonicToEntropy(phrase, wordlist).fill(0)
    return { phrase }
  } catch {
    return { fault: 'checksum' }
  }
}
