/** Words that the user types again. */
const askedWords = 3

/** Picks distinct word positions to type again, from 0 and in ascending order. */
export function placesToCheck(count: number, random: () => number = Math.random): readonly number[] {
  const left = Array.from({ length: count }, (_, place) => place)
  const places = Array.from({ length: askedWords }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0)
  return places.sort((a, b) => a - b)
}

const normal = (word: string) => word.trim().toLowerCase()

/** Checks if the typed word is right, without regard to case. */
export const isTypedWord = (typed: string, word: string | undefined): boolean =>
  word !== undefined && normal(typed) === word

/** Checks if the typed text cannot become the word any more. */
export const isMistypedWord = (typed: string, word: string | undefined): boolean =>
  word !== undefined && !word.startsWith(normal(typed))

/**
 * Returns the next thing to do before a phrase counts as written down, or `undefined`.
 *
 * @param typed the text for each of `places`.
 */
export function checkLeft(
  words: readonly string[],
  places: readonly number[],
  { typed, isKept }: { readonly typed: readonly string[]; readonly isKept: boolean },
): string | undefined {
  const open = places.find((place, i) => !isTypedWord(typed[i] ?? '', words[place]))
  if (open !== undefined) return `Type word ${open + 1} to continue`
  return isKept ? undefined : 'Tick that you have it to continue'
}
