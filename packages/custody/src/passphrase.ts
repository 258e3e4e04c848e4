/** Why a passphrase is not taken, and the text that says so. */
export interface PassphraseReason {
  readonly code: 'tooShort' | 'tooLong' | 'common' | 'repetitive'
  readonly text: string
}

/** Whether a passphrase may be used, and how strong it is. */
export interface PassphraseCheck {
  /** Empty: it may be used. */
  readonly reasons: readonly PassphraseReason[]
  readonly strength: 'weak' | 'fair' | 'strong'
  /** A rough count of guesses: two to this; 0 when it may not be used. */
  readonly bits: number
  /** What would make it better; `undefined` when it is strong. */
  readonly advice: string | undefined
}

const LEAST = 8
const MOST = 1024

/** The openings of every list of leaked passwords that are at least `LEAST` long once digits and case are folded. */
const COMMON = new Set([
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

/** `secret123!` → `secret`: what people add to pass a rule adds little. */
const core = (passphrase: string) => passphrase.toLowerCase().replace(/^[\d\W_]+|[\d\W_]+$/g, '')

const isDigitsOnly = (passphrase: string) => /^\d+$/.test(passphrase)

/** A run (`abcdefgh`, `87654321`) or a pattern over and over (`abababab`, `tern tern tern`). */
function isRepetitive(passphrase: string): boolean {
  if (/^(.+?)\1+$/su.test(passphrase) || /^(.+?)(?:[\s\-_.,]+\1)+$/su.test(passphrase)) return true
  const codes = [...passphrase].map(c => c.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step] = steps
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1
}

/** A rough count of guesses as bits: characters times the alphabet they are drawn from, words counted as words. */
function bitsOf(passphrase: string): number {
  const words = passphrase.split(/[\s\-_.,]+/).filter(word => /^\p{L}{2,}$/u.test(word))
  const different = new Set(words.map(word => word.toLowerCase())).size
  const letters = words.join('').length
  const rest = [...passphrase].length - letters
  if (words.length >= 3) return different * 11 + rest * 2
  const alphabet =
    (/[a-z]/.test(passphrase) ? 26 : 0) +
    (/[A-Z]/.test(passphrase) ? 26 : 0) +
    (/\d/.test(passphrase) ? 10 : 0) +
    (/[^A-Za-z\d]/.test(passphrase) ? 32 : 0)
  const perCharacter = Math.log2(Math.max(alphabet, 2))
  return new Set(passphrase).size * perCharacter * 0.6 + passphrase.length * perCharacter * 0.2
}

/**
 * Whether a passphrase may lock wallets, and how well it would. It refuses little (shorter than 8, or among the first that
 * anybody tries) and advises on the rest: Argon2id makes each guess cost 64 MiB and most of a second.
 * @example checkPassphrase('correct horse battery staple').strength // 'strong'
 */
export function checkPassphrase(passphrase: string): PassphraseCheck {
  const reasons: PassphraseReason[] = []
  const length = [...passphrase.normalize('NFKC')].length
  if (length < LEAST) reasons.push({ code: 'tooShort', text: `Use at least ${LEAST} characters` })
  else if (length > MOST) reasons.push({ code: 'tooLong', text: `Use at most ${MOST} characters` })
  else if (isRepetitive(passphrase)) reasons.push({ code: 'repetitive', text: 'A repeated pattern is guessed at once' })
  else if (
    COMMON.has(core(passphrase)) ||
    COMMON.has(passphrase.toLowerCase()) ||
    (isDigitsOnly(passphrase) && length < 12)
  )
    reasons.push({ code: 'common', text: 'This is among the first that anybody would try' })
  const bits = reasons.length > 0 ? 0 : bitsOf(passphrase)
  const strength = bits >= 44 ? 'strong' : bits >= 32 ? 'fair' : 'weak'
  const advice = strength === 'strong' ? undefined : 'Four or more unrelated words are easy to keep and hard to guess'
  return { reasons, strength, bits: Math.floor(bits), advice }
}
