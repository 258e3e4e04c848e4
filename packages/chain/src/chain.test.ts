import { isTernError } from '@tern/core'
import { expect, it } from 'vitest'
import { createChain } from './chain.ts'

it.each([
  ['nothing', { rpc: [] }],
  ['sockets and a gateway for reads', { rpc: [], subscriptions: 'ws://127.0.0.1:1', reads: 'http://127.0.0.1:1' }],
])('a chain without nodes is refused, even with %s', (_, options) => {
  let refusal: unknown
  try {
    createChain(options)
  } catch (error) {
    refusal = error
  }
  expect(isTernError(refusal, 'rpc/noEndpoint')).toBe(true)
})
