import { describe, expect, it } from 'vitest'
import { errorMessages } from './errorMessages.ts'
import { isTernError, TernError } from './errors.ts'
import type { ErrorCode, ErrorFacts } from './errorTable.ts'
import { failureWords } from './failureWords.ts'

describe('TernError', () => {
  it('carries code, facts, text and cause', () => {
    const cause = new TypeError('below')
    const error = new TernError('layout/wrongSize', { layout: 'Mint', expected: 82, actual: 3 }, { cause })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'TernError',
      code: 'layout/wrongSize',
      facts: { layout: 'Mint', expected: 82, actual: 3 },
      message: 'Mint takes 82 bytes, not 3',
      cause,
    })
    expect(String(error)).toBe('TernError: Mint takes 82 bytes, not 3')
    expect('cause' in new TernError('address/missing', {})).toBe(false)
  })

  it('shows when a pool opens, for every value that a pool may hold', () => {
    const said = (openTimeSeconds: bigint) => new TernError('quote/notOpen', { pool: 'p', openTimeSeconds }).message
    expect(said(1_795_530_645n)).toBe('The pool opens at 2026-11-24 14:30:45 UTC')
    expect(said(253_402_300_799n)).toBe('The pool opens at 9999-12-31 23:59:59 UTC')
    for (const never of [-1n, 253_402_300_800n, 2n ** 64n - 1n])
      expect(said(never)).toBe(`The pool opens at ${never} seconds since 1970`)
  })

  it('names the pool where the token of a complete curve trades, or will trade', () => {
    const said = (facts: ErrorFacts<'quote/complete'>) => new TernError('quote/complete', facts).message
    const movesTo = { protocol: 'pumpamm', address: 'there' }
    for (const stage of ['complete', 'migrating'] as const) {
      expect(said({ pool: 'p', stage, movesTo })).toBe(
        'All tokens of the bonding curve are sold: it moves to its pool there next',
      )
      expect(said({ pool: 'p', stage })).toBe('All tokens of the bonding curve are sold: it moves to its pool next')
    }
    const stage = 'migrated'
    expect(said({ pool: 'p', stage, movesTo })).toBe(
      'All tokens of the bonding curve are sold: it trades in its pool there now',
    )
    expect(said({ pool: 'p', stage })).toBe('All tokens of the bonding curve are sold: it trades in its pool now')
  })

  it('is distinguished by its code', () => {
    const error: unknown = new TernError('trade/addressMismatch', { expected: 'a', actual: 'b' })
    expect(isTernError(error)).toBe(true)
    expect(isTernError(error, 'trade/addressMismatch') && error.facts.expected).toBe('a')
    expect(isTernError(error, 'address/missing')).toBe(false)
    for (const other of [
      new Error('Wallet address does not match'),
      null,
      undefined,
      'trade/addressMismatch',
      { code: 'trade/addressMismatch' },
    ])
      expect(isTernError(other)).toBe(false)
  })

  it('writes a time, an amount and a provider in words', () => {
    expect(new TernError('withdraw/tooLittleToOpen', { min: 890_880n }).message).toBe(
      'An empty address needs at least 0.00089088 SOL',
    )
    expect(new TernError('send/tipAccountNotFound', { provider: 'bloxroute' }).message).toBe(
      'BloX route tip account not found',
    )
    const error = { InstructionError: [3, { Custom: 2006 }] }
    expect(new TernError('trade/failedOnChain', { error, words: failureWords(error) }).message).toBe(
      'The transaction failed on chain: instruction 4: an account is not at the address that the program derives (error 2006)',
    )
  })

  it('shows code and facts if its version does not have the code', () => {
    const newer = 'later/added' as ErrorCode
    const error = new TernError(newer, { lamports: 5n, of: ['a'] } as never)
    expect([error.code, error.message]).toEqual([newer, 'later/added {"lamports":"5","of":["a"]}'])
    expect(new TernError(newer, {} as never).message).toBe('later/added')
    // `Object.prototype` has this property.
    expect(new TernError('toString' as ErrorCode, {} as never).message).toBe('toString')
  })

  it.each(Object.keys(errorMessages) as ErrorCode[])(
    'can be made of any value that a caller in JavaScript gives: %s',
    code => {
      const loop: Record<string, unknown> = {}
      loop.loop = loop
      for (const facts of [undefined, null, {}, 5, 'text', [], { value: 5, names: null, reasons: 'a' }, loop]) {
        const error = new TernError(code, facts as never)
        expect([error.code, typeof error.message, error.message !== '']).toEqual([code, 'string', true])
        expect(error.facts).toEqual(facts)
      }
      const text = errorMessages[code]
      if (typeof text === 'string') expect(new TernError(code, {} as never).message).toBe(text)
      expect(new TernError('wallet/bundleMissing', undefined as never).message).toBe('wallet/bundleMissing')
    },
  )
})
