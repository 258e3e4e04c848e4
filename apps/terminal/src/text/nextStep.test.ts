import { TernError } from '@tern/core/hostErrors'
import { describe, expect, it } from 'vitest'
import { nextStep } from './nextStep.ts'

describe('the next step', () => {
  it.each([
    new TernError('rpc/accounts', { why: 'a' }),
    new TernError('rpc/unreachable', { method: 'a' }),
    new TernError('wallet/wrongPassphrase', {}),
    new TernError('wallet/bundleTampered', { address: 'a' }),
    new TernError('wallet/bundleMalformed', { at: 'a' }),
    new TernError('pool/accountsNotReady', { pool: 'a' }),
    new TernError('amount/notANumber', { text: 'a' }),
    new TernError('amount/tooManyDecimals', { digits: 10, decimals: 9 }),
    new TernError('program/slippageExceeded', {}),
    new TernError('send/allFailed', {}),
    new TernError('trade/notEnoughToBuy', {}),
    new TernError('trade/notEnoughToPayTradeFee', {}),
  ])('is told for what the catalogue says: %s', ({ message }) => {
    expect(nextStep(message)).toMatch(/\.$/)
  })

  it('is not told where the text says enough', () => {
    expect(nextStep('Enter an amount')).toBeUndefined()
  })
})
