import { describe, expect, it } from 'vitest'
import { type ErrorCode, type ErrorFacts, isTernError, knowing, TernError } from './errors.ts'
import { TernError as HostError } from './hostErrors.ts'

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

  it('says when a pool opens, whatever a pool says', () => {
    const said = (openTimeSeconds: bigint) => new TernError('quote/notOpen', { pool: 'p', openTimeSeconds }).message
    expect(said(1_795_530_645n)).toBe('The pool opens at 2026-11-24 14:30:45 UTC')
    expect(said(253_402_300_799n)).toBe('The pool opens at 9999-12-31 23:59:59 UTC')
    for (const never of [-1n, 253_402_300_800n, 2n ** 64n - 1n])
      expect(said(never)).toBe(`The pool opens at ${never} seconds since 1970`)
  })

  it('says of a complete curve where its token trades, or moves to next', () => {
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

  it('is told from others by its code', () => {
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

  it('says code and facts if the text of its code is not loaded, or if it has no facts', () => {
    const unloaded = 'later/loaded' as ErrorCode
    const error = new TernError(unloaded, { lamports: 5n, of: ['a'] } as never)
    expect([error.code, error.message]).toEqual([unloaded, 'later/loaded {"lamports":"5","of":["a"]}'])
    expect(new TernError(unloaded, {} as never).message).toBe('later/loaded')
    // A caller in JavaScript may leave the facts out.
    expect(new TernError('layout/wrongSize', undefined as never).message).toBe('layout/wrongSize')
    knowing({ 'later/loaded': (f: { lamports: bigint }) => `${f.lamports} lamports` })
    expect(new TernError(unloaded, { lamports: 5n } as never).message).toBe('5 lamports')
  })

  it('is one class, with whatever texts', () => {
    expect(HostError).toBe(TernError)
    expect(new TernError('wallet/wrongPassphrase', {}).message).toBe('Wrong passphrase')
    expect(new TernError('withdraw/tooLittleToOpen', { least: 890_880n }).message).toBe(
      'An address that holds nothing yet needs at least 0.00089088 SOL',
    )
  })
})
