import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settleLaunches } from './settleLaunches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [kept, lost] = ['Kept', 'Lost'] as [Address, Address]

/** Two tokens that are listed at slot 40. Each node knows some of them. */
function settle(...nodes: readonly (readonly Address[] | 'silent')[]) {
  const slots = { confirmed: 40n, finalized: 8n }
  const answer = <Value>(value: () => Value) => ({ send: async () => value() })
  const rpcs = nodes.map(known => ({
    getSlot: ({ commitment }: { readonly commitment: keyof typeof slots }) => answer(() => slots[commitment]),
    getMultipleAccounts: (asked: readonly Address[]) =>
      answer(() => {
        if (known === 'silent') throw new TypeError('no answer')
        return { context: { slot: slots.finalized }, value: asked.map(mint => (known.includes(mint) ? {} : null)) }
      }),
  }))
  const ending = new AbortController()
  const open = new Set([kept, lost])
  const gone: Address[] = []
  const ended = settleLaunches({
    chain: { rpc: rpcs[0], nodes: rpcs } as unknown as Pick<Chain, 'rpc' | 'nodes'>,
    ...{ everyMs: 1_000, signal: ending.signal, open },
    onForked: async mints => void gone.push(...mints),
  })
  const pass = () => vi.advanceTimersByTimeAsync(1_000)
  const stop = async () => {
    ending.abort()
    await ended
  }
  return { open, gone, slots, pass, stop }
}

it('a token is unlisted once the slot of its launch is final without it, and not before', async () => {
  const { open, gone, slots, pass, stop } = settle([kept])
  for (let i = 0; i < 3; i++) await pass()
  expect([gone, [...open]]).toEqual([[], [kept, lost]])
  slots.finalized = 40n
  await pass()
  expect([gone, [...open]]).toEqual([[], [lost]])
  await pass()
  expect([gone, [...open]]).toEqual([[lost], []])
  await stop()
})

it.each([
  ['knows it', [kept, lost], [], []],
  ['does not know it either', [kept], [lost], []],
  ['does not answer', 'silent' as const, [], [lost]],
])('a token that one node does not know: another node %s', async (_, other, goes, waits) => {
  const { open, gone, slots, pass, stop } = settle([kept], other)
  await pass()
  slots.finalized = 41n
  for (let i = 0; i < 3; i++) await pass()
  expect([gone, [...open]]).toEqual([goes, waits])
  await stop()
})
