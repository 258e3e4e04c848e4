import { isTernError } from '@tern/core'
import { expect, it } from 'vitest'
import { failureOf } from './failureOf.ts'
import { settled } from './settled.ts'

it('a failure on chain names the id of its transaction', () => {
  const failed = {
    status: 'failed',
    signature: 'Sig',
    slot: 7n,
    error: 'AccountInUse',
    isFinal: false,
    sources: 1,
  } as const
  const { error, sources } = settled(failed, failureOf(failed))
  expect(sources).toBe(1)
  expect(isTernError(error, 'trade/failedOnChain') && error.facts).toEqual({
    error: 'AccountInUse',
    signature: 'Sig',
    words: 'an account is in use by another transaction',
  })
})

it.each([
  [{}, 'send/confirmTimedOut', 'Transaction confirm timed out'],
  [{ isStopped: true }, 'send/stopped', 'You stopped waiting: the transaction may still land'],
  [{ rolledBack: 'confirmed', isStopped: true }, 'send/rolledBack', 'The chain rolled the transaction back'],
] as const)('an unknown outcome says why: %o', (why, code, message) => {
  expect(settled({ status: 'unknown', lastHeight: 9n, ...why }, undefined)).toMatchObject({
    ...{ status: 'unknown', lastHeight: 9n },
    error: { code, message, facts: { lastHeight: 9n } },
  })
})
