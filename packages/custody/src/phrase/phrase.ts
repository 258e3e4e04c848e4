/** How many words a phrase may have: 12 hold 128 random bits, 24 hold 256. */
export const phraseLengths = [12, 24] as const
/** A number of words that a phrase may have. */
export type PhraseLength = (typeof phraseLengths)[number]

/**
 * A phrase as BIP-39 makes a seed of it, however it was typed: in small letters, with one blank between words.
 * @example normalPhrase(' Abandon  ability\nable ') // 'abandon ability able'
 */
export const normalPhrase = (typed: string): string =>
  typed.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean).join(' ')

const isPhraseLength = (count: number): count is PhraseLength => phraseLengths.some(length => length === count)

/**
 * The bytes of a phrase, for a key to be made of them; `undefined` for what has not as many words as a phrase.
 * Whether the words are in the list and their checksum is right cannot matter here: other words open nothing.
 */
export function phraseBytes(typed: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const phrase = normalPhrase(new TextDecoder().decode(typed))
  return isPhraseLength(phrase.split(' ').length) ? new TextEncoder().encode(phrase) : undefined
}
