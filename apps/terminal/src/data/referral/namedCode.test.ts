import { type Address, systemProgram } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../queryClient.ts'
import { namedCode } from './namedCode.ts'

const wouldBind = vi.hoisted(() => vi.fn())
vi.mock('../trpc.ts', () => ({ trpc: { referral: { wouldBind: { query: wouldBind } } } }))

const code = 'k7m2p9qx'
const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  wouldBind.mockReset()
})
afterEach(() => queryClient.clear())
const wallet: Address = systemProgram

it('names no code and sends no request if this browser has no valid code', () => {
  expect(namedCode(wallet)).toBeUndefined()
  stored.set('tern-referrer', 'K7M2P9QX')
  expect(namedCode(wallet)).toBeUndefined()
  expect(wouldBind).not.toHaveBeenCalled()
})

it('names the code at once, and until the server says that it binds nothing', async () => {
  stored.set('tern-referrer', code)
  wouldBind.mockResolvedValue(false)
  expect(namedCode(wallet)).toBe(code)
  await vi.waitUntil(() => namedCode(wallet) === undefined)
  expect(wouldBind.mock.calls).toEqual([[{ owner: wallet, code }]])
})

it('keeps naming it for a wallet that it would bind, or if the server does not answer', async () => {
  stored.set('tern-referrer', code)
  for (const answer of [() => Promise.resolve(true), () => Promise.reject(new TypeError('fetch failed'))]) {
    queryClient.clear()
    wouldBind.mockReset().mockImplementation(answer)
    namedCode(wallet)
    await vi.waitUntil(() => wouldBind.mock.calls.length > 0)
    await new Promise(resolve => setTimeout(resolve))
    expect(namedCode(wallet)).toBe(code)
  }
})
