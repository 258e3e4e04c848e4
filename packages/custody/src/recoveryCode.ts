/** Letters and digits that cannot be taken for one another: no I, O, 0 or 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 8
const GROUP_LENGTH = 5

/**
 * A new recovery code: 200 random bits as eight groups of five characters.
 * @example newRecoveryCode() // 'K7QW2-9MXHT-4RVCB-PD3NE-X6LFA-8YZU5-QG2JS-TW94K'
 */
export function newRecoveryCode(): string {
  const random = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  const characters = Array.from(random, byte => ALPHABET[byte % ALPHABET.length]).join('')
  return (characters.match(/.{5}/g) ?? []).join('-')
}

/** What a recovery code is stretched from, however it was typed: its characters alone, in capitals, as ASCII. `undefined`: none. */
export function recoveryCodeBytes(typed: Uint8Array): Uint8Array | undefined {
  const characters: number[] = []
  for (const byte of typed) {
    const character = String.fromCharCode(byte).toUpperCase()
    if (character === '-' || character === ' ') continue
    if (!ALPHABET.includes(character)) return undefined
    characters.push(character.charCodeAt(0))
  }
  return characters.length === GROUPS * GROUP_LENGTH ? Uint8Array.from(characters) : undefined
}
