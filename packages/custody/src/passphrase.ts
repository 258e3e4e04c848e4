/** Why a passphrase is refused, and the text for the user. */
export interface PassphraseReason {
  readonly code: 'tooShort' | 'tooLong' | 'common' | 'repetitive'
  readonly text: string
}

const minLength = 8
const maxLength = 1024

/**
 * The bases of common passwords. Before the comparison, `core` removes the passphrase's case, and the digits and signs at its ends.
 * The whole passphrase in small letters is compared too, because `core` would shorten `1q2w3e4r`.
 */
const common = new Set([
  'password',
  'passwort',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'qwerty',
  'qwertz',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno',
  'whatever',
  'computer',
  'starwars',
  'changeme',
  'letmein',
  'welcome',
  'dragon',
  'monkey',
  'master',
  'shadow',
  'michael',
  'bitcoin',
  'ethereum',
  'solana',
  'admin',
  'abc',
  'abcdefgh',
  '1q2w3e4r',
  '1qaz2wsx',
  'q1w2e3r4',
  'zaq12wsx',
])

/** `secret123!` → `secret`: digits and signs at the ends add little strength. */
const core = (passphrase: string) => passphrase.toLowerCase().replace(/^[\d\W_]+|[\d\W_]+$/g, '')

const isDigitsOnly = (passphrase: string) => /^\d+$/.test(passphrase)

/** Finds a run (`abcdefgh`, `87654321`) or a repeated pattern (`abababab`, `tern tern tern`). */
function isRepetitive(passphrase: string): boolean {
  if (/^(.+?)\1+$/su.test(passphrase) || /^(.+?)(?:[\s\-_.,]+\1)+$/su.test(passphrase)) return true
  const codes = [...passphrase].map(c => c.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step] = steps
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1
}

/**
 * Checks a new passphrase: 8 to 1,024 characters, not repetitive and not common.
 * It does not estimate the guesses that it withstands, because an estimate needs lists of tens of kilobytes.
 *
 * @returns the reasons against it, or an empty list.
 * @example
 * checkPassphrase('Password123!').map(({ code }) => code) // ['common']
 */
export function checkPassphrase(passphrase: string): readonly PassphraseReason[] {
  const length = [...passphrase.normalize('NFKC')].length
  if (length < minLength) return [{ code: 'tooShort', text: `Use at least ${minLength} characters` }]
  if (length > maxLength) return [{ code: 'tooLong', text: `Use at most ${maxLength} characters` }]
  if (isRepetitive(passphrase)) return [{ code: 'repetitive', text: 'Repeated patterns are easy to guess' }]
  const isCommon =
    common.has(core(passphrase)) || common.has(passphrase.toLowerCase()) || (isDigitsOnly(passphrase) && length < 12)
  return isCommon ? [{ code: 'common', text: 'This is one of the most common passwords' }] : []
}
