import type { Client, Plan, PlanMessage, Provider } from '@tern/client'
import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { sendingFacts } from './sendingFacts.ts'

const guard: Provider = {
  ...{ name: 'jito', minimumTip: 1_000n, tipAccounts: ['Tips' as Address], frontRunningProtection: 'request' },
  send: () => Promise.reject(new RangeError('unused')),
}
const client = { providers: [guard], relayer: 'https://relayer' } as unknown as Client
const tipping = (lamports: bigint, frontRunningProtection: boolean) =>
  ({ tip: { provider: 'jito', lamports }, frontRunningProtection }) as PlanMessage
const planOf = (messages: readonly PlanMessage[], request: unknown = {}) => ({ messages, request }) as Plan

it('of a plan is its tips together, and whether it goes to no other provider', () => {
  const guarded = planOf([tipping(7_000n, true), tipping(7_000n, true)])
  expect(sendingFacts(client, guarded)).toEqual({ tip: { provider: 'jito', lamports: 14_000n, alone: true } })
  expect(sendingFacts(client, planOf([tipping(7_000n, false)]))).toEqual({
    tip: { provider: 'jito', lamports: 7_000n, alone: false },
  })
})

it('of a plan without a tip says nothing', () => {
  expect(sendingFacts(client, planOf([{} as PlanMessage]))).toBeUndefined()
})

it('of a plan with a nonce account names no provider, because any may land it', () => {
  expect(sendingFacts(client, planOf([tipping(7_000n, true)], { lifetime: 'nonce' }))).toEqual({ isByNonce: true })
})
