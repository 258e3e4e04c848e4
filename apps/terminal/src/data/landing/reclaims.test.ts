import type { Client, PlannedReclaim } from '@tern/client'
import type { Address } from '@tern/core'
import { expect, it, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { underwayOf } from '../underway.ts'
import { rentOf, sendReclaim } from './reclaims.ts'

const owner = 'Owner' as Address
const planned = { accounts: [{}, {}], lamports: 4_000_000n, plan: { owner } } as unknown as PlannedReclaim

it('F33 a second press opens no toast, and the toast reports why the first could not be sent', async () => {
  // Other test files in this process open toasts too.
  toasts.set([])
  let fail: (error: Error) => void = () => {}
  const away = () => new Promise<Client>((_, reject) => (fail = reject))
  const first = sendReclaim(away, planned)
  await sendReclaim(away, planned)
  await vi.waitFor(() => expect(toasts.get().length).toBeGreaterThan(0))
  expect(underwayOf(rentOf(owner)).get()).toBe('sending')
  await sendReclaim(away, planned)
  expect(toasts.get().map(({ state }) => state)).toEqual(['sending'])
  fail(new Error('The network is away'))
  await first
  expect(toasts.get().map(({ state, title }) => [state, title])).toEqual([['failed', 'The network is away']])
  expect(underwayOf(rentOf(owner)).get()).toBe('none')
})
