/**
 * Matches an emoji with every character that belongs to it, or any other visible character with its accents, or a blank.
 * The middle alternative matches characters that leave no ink or change the order of others, and captures nothing.
 * Creating the expression takes tens of milliseconds, so the first text pays for it and importing the module does not.
 */
let parts: RegExp | undefined

/**
 * Makes a stranger's text fit to be shown: removes characters that leave no ink or change the order of others, and shortens it.
 * Emoji stay whole, even if they are joined from several. Only the first four accents of a letter stay.
 *
 * @param max counts the characters that a reader sees. An emoji counts as 1, and so does a letter with its accents.
 * @returns an empty string if nothing is left to see.
 * @example
 * readableText('\u3164Kite\u200B  Club', 6) // 'Kite C'
 */
export function readableText(text: string, max: number): string {
  // biome-ignore lint/complexity/useRegexLiterals: Node 20 knows the flag v, but the compiler allows it in a literal for later targets only
  parts ??= new RegExp(
    String.raw`(\p{RGI_Emoji})|[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2800\u{1D159}]|([^\p{M}\p{White_Space}]\p{M}{0,4}| )`,
    'gv',
  )
  const kept: string[] = []
  for (const [, emoji, other] of text.replace(/\p{White_Space}+/gu, ' ').matchAll(parts)) {
    const part = emoji ?? other
    const isSecondBlank = part === ' ' && (kept.at(-1) ?? ' ') === ' '
    if (part !== undefined && !isSecondBlank) kept.push(part)
  }
  return kept.slice(0, max).join('').trimEnd()
}

/**
 * Removes the marks that reorder the letters after them. A name with such marks reads as another name.
 *
 * @example
 * withoutOrderMarks('\u202ESavings') // 'Savings'
 */
export const withoutOrderMarks = (text: string): string =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')

/**
 * Makes the name of another wallet program fit to be shown.
 *
 * @example
 * walletName('Kes\u202Etrel') // 'Kestrel'
 */
export const walletName = (name: string): string => readableText(name, 64) || 'Wallet without a name'
