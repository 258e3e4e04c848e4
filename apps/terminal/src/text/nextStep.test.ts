import { parseAmount } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import { describe, expect, it } from 'vitest'
import { nextStep } from './nextStep.ts'

/** What reading `text` as an amount throws. */
function unread(text: string): Error {
  try {
    parseAmount(text, 9)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new RangeError('it was read')
}

describe('the next step', () => {
  it.each([
    new TernError('rpc/accounts', { why: 'a' }),
    new TernError('rpc/unreachable', { method: 'a' }),
    new TernError('wallet/wrongPassphrase', {}),
    new TernError('wallet/bundleTampered', { address: 'a' }),
    new TernError('wallet/bundleMalformed', { at: 'a' }),
    new TernError('pool/accountsNotReady', { pool: 'a' }),
    unread('a'),
    unread('0.1234567891'),
    new TernError('program/slippageExceeded', {}),
    new TernError('program/insufficientVault', {}),
    new TernError('quote/beyondReserves', { amountOut: 2n, reserveOut: 1n }),
    new TernError('quote/noLiquidity', { pool: 'a' }),
    new TernError('send/timedOut', {}),
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
