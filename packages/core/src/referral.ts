/** The characters of a referral code, without the letters and digits that are easily misread. */
export const referralLetters = '23456789abcdefghjkmnpqrstuvwxyz'
/** The number of characters in a referral code. */
export const referralCodeLength = 8

const codePattern = new RegExp(`^[${referralLetters}]{${referralCodeLength}}$`)
const memoPrefix = 'tern:ref:'

/**
 * Tests if a text has the shape of a referral code.
 *
 * @example
 * isReferralCode('k7m2p9qx') // true
 */
export const isReferralCode = (text: string): boolean => codePattern.test(text)

/**
 * Writes the memo that names a trade's referrer.
 *
 * @example
 * referralMemo('k7m2p9qx') // 'tern:ref:k7m2p9qx'
 */
export const referralMemo = (code: string): string => `${memoPrefix}${code}`

/**
 * Reads the code out of a memo's bytes.
 *
 * @returns `undefined` if the memo is anything else.
 * @example
 * readReferralMemo(new TextEncoder().encode('tern:ref:k7m2p9qx')) // 'k7m2p9qx'
 */
export function readReferralMemo(memo: Uint8Array): string | undefined {
  if (memo.length !== memoPrefix.length + referralCodeLength) return undefined
  const text = String.fromCharCode(...memo)
  const code = text.slice(memoPrefix.length)
  return text.startsWith(memoPrefix) && isReferralCode(code) ? code : undefined
}
