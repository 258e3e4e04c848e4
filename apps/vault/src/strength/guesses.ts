import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import graphs from '@zxcvbn-ts/language-common/src/adjacencyGraphs.json' with { type: 'json' }
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { listLength } from './listLength.ts'

/** Words that users of a wallet tend to add, and examples that every cracking list has. */
const nearAtHand = [
  ...['tern', 'solana', 'bitcoin', 'ethereum', 'crypto', 'wallet', 'phantom', 'solflare', 'satoshi', 'hodl', 'moon'],
  ...['correct horse battery staple', 'correcthorsebatterystaple', 'tr0ub4dor&3', 'troubador'],
  ...[
    'january',
    'february',
    'march',
    'april',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  ...['spring', 'summer', 'autumn', 'winter', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  // Short words join others to sentences. The list of passwords has few of these.
  ...'a i my me you your we it is am are be of to in on for no do this that what love like never ever name'.split(' '),
  ...'mom dad dog cat home life god lord king queen game games house star wars world man girl boy baby city'.split(' '),
  ...'new york los angeles san francisco london paris berlin madrid real united forever together always'.split(' '),
  ...'dogecoin doge shiba inu cardano litecoin ripple binance coinbase metamask ledger trezor token coin lambo'.split(
    ' ',
  ),
  ...'thrones rings harry potter bad breaking winter coming matter lives trust give up good happy lucky'.split(' '),
  ...['the', 'great', 'and', 'company', 'changeme', 'default', 'temp', 'test', 'login', 'office', 'secret'],
]

const estimator = new ZxcvbnFactory({
  graphs,
  dictionary: { 'passwords-common': passwords.slice(0, listLength), 'words-near': nearAtHand },
})

/** Characters of the digit keys with Shift, from 0 to 9. */
const shifted = ')!@#$%^&*('
const unshift = (text: string) => text.replace(/[)!@#$%^&*(]/g, sign => String(shifted.indexOf(sign)))
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Max parts to estimate, at about a millisecond each. An attacker does not combine more. */
const maxParts = 32

/**
 * Estimates the guesses for each word, number and sign of a passphrase, and multiplies the estimates.
 * The estimator alone prefers few long parts, so it takes `Harry.Potter7` for twelve random characters.
 */
function guessesOfParts(typed: string): number {
  const parts = typed.match(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|./gsu) ?? []
  if (parts.length > maxParts) return Number.POSITIVE_INFINITY
  return parts.reduce((product, part) => product * estimator.check(part).guesses, 2 ** (parts.length - 1))
}

/**
 * Estimates the guesses that an attacker needs. The attacker tries common passwords, names, dates and keyboard walks first.
 * @example
 * guessesOf('Summer2024!') // 32_000_000
 */
export function guessesOf(passphrase: string): number {
  const typed = passphrase.normalize('NFKC')
  // A keyboard walk with Shift is still a walk. Each key that may be shifted adds 1 bit.
  const held = countOf(typed, /[)!@#$%^&*(A-Z]/g)
  const walked = estimator.check(unshift(typed).toLowerCase()).guesses * 2 ** held
  return Math.min(estimator.check(typed).guesses, guessesOfParts(typed), walked)
}
