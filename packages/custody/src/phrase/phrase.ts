/** Allowed numbers of words: 12 hold 128 random bits, 24 hold 256. */
export const phraseLengths = [12, 24] as const
/** A number of words in a phrase. */
export type PhraseLength = (typeof phraseLengths)[number]

/**
 * Normalises a typed phrase for BIP-39: NFKD, small letters, a single blank between words.
 * @example
 * normalPhrase(' Abandon  ability\nable ') // 'abandon ability able'
 */
export const normalPhrase = (typed: string): string =>
  typed.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean).join(' ')

const isPhraseLength = (count: number): count is PhraseLength => phraseLengths.some(length => length === count)

/**
 * Encodes a typed phrase for key derivation. It checks only the number of words, because a wrong phrase opens nothing.
 *
 * @returns `undefined` unless it has 12 or 24 words.
 */
export function phraseBytes(typed: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const phrase = normalPhrase(new TextDecoder().decode(typed))
  return isPhraseLength(phrase.split(' ').length) ? new TextEncoder().encode(phrase) : undefined
}
