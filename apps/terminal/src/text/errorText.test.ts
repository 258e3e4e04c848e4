import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { errorText, unreachableText } from './errorText.ts'

describe('the text of an error for people', () => {
  it.each([
    [new TernError('wallet/wrongPassphrase', {}), 'Wrong passphrase'],
    [new TypeError('Failed to fetch'), 'The server cannot be reached'],
    [new TypeError('Load failed'), 'The server cannot be reached'],
    [new Error('of the library', { cause: new TypeError('Failed to fetch') }), 'The server cannot be reached'],
    [new Error('The server answered 500'), 'The server answered 500'],
    [new Error(''), 'Something went wrong'],
    ['text', 'Something went wrong'],
  ])('%s', (error, text) => {
    expect(errorText(error)).toBe(text)
  })
})

it('says of a server that does not answer whether the browser has a network', () => {
  expect([true, false].map(unreachableText)).toEqual(['The server cannot be reached', 'You are offline'])
})
