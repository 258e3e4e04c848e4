import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReferralCode, readReferralMemo, referralCodeLength, referralLetters, referralMemo } from './referral.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const codes = fc
  .array(fc.constantFrom(...referralLetters), { minLength: referralCodeLength, maxLength: referralCodeLength })
  .map(letters => letters.join(''))

describe('the memo of a referral', () => {
  it('reads back the code that it was written with', () => {
    fc.assert(fc.property(codes, code => readReferralMemo(encode(referralMemo(code))) === code))
  })

  it.each([
    '',
    'tern:ref:',
    'k7m2p9qx',
    'tern:ref:k7m2p9q',
    'tern:ref:k7m2p9qxx',
    'tern:ref:k7m2p9qx\n',
    ' tern:ref:k7m2p9qx',
    'Tern:ref:k7m2p9qx',
    'tern:ref:K7M2P9QX',
    'tern:ref:k7m2p9q0',
    'tern:ref:k7m2p9qé',
    'tern:fee:k7m2p9qx',
  ])('has no code in %j', text => {
    expect(readReferralMemo(encode(text))).toBeUndefined()
  })

  it('has no code in any other bytes of its length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 17, maxLength: 17 }), bytes => readReferralMemo(bytes) === undefined),
    )
  })

  it('knows the shape of a code', () => {
    expect(['k7m2p9qx', 'k7m2p9q', 'k7m2p9qxx', 'k7m2p9ql', 'k7m2p9qx\n', ''].map(isReferralCode)).toEqual([
      true,
      ...Array(5).fill(false),
    ])
  })
})
