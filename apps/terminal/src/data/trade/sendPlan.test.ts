import { execute, type Planned } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchPresses } from './press.ts'
import { sendPlan } from './sendPlan.ts'

vi.mock('../client.ts', () => ({ client: async () => ({}) }))
vi.mock('@tern/client', async importActual => ({
  ...(await importActual<typeof import('@tern/client')>()),
  withOwner: (client: unknown) => client,
  execute: vi.fn(async () => ({ steps: [{ status: 'confirmed', signature: 'one' }] })),
}))

const notified = vi.hoisted(() => vi.fn())
vi.mock('../referral/notify.ts', () => ({
  notifySent: (signature: string) => notified('sent', signature),
  notifyLanded: (signature: string) => notified('landed', signature),
}))

const planned = {} as Planned
const owner: Owner = { address: 'me' as Address, signTransactions: () => Promise.reject(new RangeError('unused')) }
const words = {
  ...({ kind: 'swap', title: 'Swap SOL for KITE', detail: '1 SOL for KITE', subject: 'swap of me' } as const),
  ...{ asked: 'Swap 1 SOL for KITE', done: 'Swapped 1 SOL for KITE', nothing: 'Nothing was swapped.' },
}

it('counts a press that began before the last one ended as a part of it', async () => {
  const page = new EventTarget()
  onTestFinished(watchPresses(page))
  const happen = (type: string, atMs: number) => {
    const event = Object.assign(new Event(type), { detail: 1 })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    page.dispatchEvent(event)
  }
  const send = () => sendPlan(planned, owner, words)
  happen('pointerdown', performance.now())
  happen('click', performance.now())
  const first = send()
  expect(await send()).toBe(false)
  // The second press goes down before the swap is confirmed, and up after it.
  happen('pointerdown', performance.now())
  expect(await first).toBe(true)
  happen('click', performance.now() + 1)
  expect(await send()).toBe(false)
  expect(execute).toHaveBeenCalledTimes(1)
  happen('pointerdown', performance.now() + 2)
  happen('click', performance.now() + 3)
  expect(await vi.waitFor(async () => (await send()) || expect.fail('the lock is not free yet'))).toBe(true)
  expect(execute).toHaveBeenCalledTimes(2)
})

it('notifies the referral server once of each transaction of a swap, and of no other plan', async () => {
  const waiting = { status: 'waiting' } as const
  vi.mocked(execute).mockImplementation(async (_, __, options) => {
    const step = (status: 'sent' | 'confirmed', signature: string) => ({ status, signature })
    options?.onSteps?.([step('sent', 'one'), waiting])
    options?.onSteps?.([step('sent', 'one'), waiting])
    options?.onSteps?.([step('confirmed', 'one'), step('sent', 'two')])
    return { id: 'one', steps: [step('confirmed', 'one'), step('confirmed', 'two')] }
  })
  notified.mockReset()
  expect(await sendPlan(planned, owner, { ...words, subject: 'liquidity', kind: 'liquidity' })).toBe(true)
  expect(await sendPlan(planned, owner, { ...words, subject: 'another swap' })).toBe(true)
  const all = ['sent one', 'landed one', 'sent two', 'landed two']
  await vi.waitUntil(() => notified.mock.calls.length >= all.length)
  expect(notified.mock.calls.map(call => call.join(' '))).toEqual(all)
})
