/** Lacks I, O, 0 and 1, because they are easy to confuse. A random byte picks among the 32 characters without bias, 5 bits each. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupCount = 8
const groupLength = 5

/**
 * Creates a recovery code: 200 random bits in eight groups of five characters.
 *
 * @example
 * newRecoveryCode() // 'K7QW2-9MXHT-4RVCB-PD3NE-X6LFA-8YZU5-QG2JS-TW94K'
 */
export function newRecoveryCode(): string {
  const random = crypto.getRandomValues(new Uint8Array(groupCount * groupLength))
  const characters = Array.from(random, byte => alphabet[byte % alphabet.length]).join('')
  return (characters.match(/.{5}/g) ?? []).join('-')
}

/**
 * Reads a typed recovery code. Case, blanks and hyphens do not matter.
 *
 * @returns its 40 characters in capitals as ASCII, or `undefined` if the text is not a recovery code.
 */
export function recoveryCodeBytes(typed: Uint8Array): Uint8Array | undefined {
  const characters: number[] = []
  for (const byte of typed) {
    const character = String.fromCharCode(byte).toUpperCase()
    if (character === '-' || character === ' ') continue
    if (!alphabet.includes(character)) return undefined
    characters.push(character.charCodeAt(0))
  }
  return characters.length === groupCount * groupLength ? Uint8Array.from(characters) : undefined
}
