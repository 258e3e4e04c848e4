import type { Chain } from '@tern/chain'
import { type Address, systemProgram } from '@tern/core'
import { nonceAccountLayout } from '@tern/core/internal'
import { expect, it, vi } from 'vitest'
import { createLifetimes, type NonceUse } from './lifetimes.ts'

const [account, authority, other, value] = [
  'SysvarRecentB1ockHashes11111111111111111111',
  'So11111111111111111111111111111111111111112',
  'SysvarRent111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
] as Address[] as [Address, Address, Address, Address]
const state = { version: 1, state: 1, authority, blockhash: value, lamportsPerSignature: 5_000n }

/** A node that knows a single blockhash and a single nonce account. */
function node(answers: 'at once' | 'never' | 'with an error' = 'at once', nonce: Partial<typeof state> = {}) {
  const asked: string[] = []
  async function answer<Value>(what: string, said: Value): Promise<Value> {
    asked.push(what)
    if (answers === 'never') await new Promise(() => {})
    if (answers === 'with an error') throw new TypeError('busy')
    return said
  }
  const data = nonceAccountLayout.encode({ ...state, ...nonce })
  const chain = {
    rpc: { isBlockhashValid: (hash: string) => ({ send: () => answer(hash, { value: hash === 'valid' }) }) },
    readAccounts: ([address]: readonly Address[]) =>
      answer(String(address), new Map([[address, address === account ? { owner: systemProgram, data } : null]])),
  }
  let time = 0
  const lifetimes = createLifetimes({
    chain: chain as unknown as Pick<Chain, 'rpc' | 'readAccounts'>,
    isRecent: hash => hash === 'published',
    now: () => time,
  })
  const isAlive = (lifetime: string, use?: NonceUse) => lifetimes.isAlive(lifetime, use)
  const pass = (ms: number) => {
    time += ms
  }
  return { isAlive, asked, pass }
}

it('a blockhash that this server published is alive, without asking a node', async () => {
  const { isAlive, asked } = node('never')
  expect(await isAlive('published')).toBe(true)
  expect(asked).toEqual([])
})

it('another blockhash is alive if a node accepts it, and the node is asked once for all variants of a trade', async () => {
  const { isAlive, asked, pass } = node()
  expect(await Promise.all(['valid', 'valid', 'made up', 'valid'].map(hash => isAlive(hash)))).toEqual([
    ...[true, true, false, true],
  ])
  expect(asked).toEqual(['valid', 'made up'])
  pass(10_000)
  await isAlive('valid')
  expect(asked).toEqual(['valid', 'made up', 'valid'])
})

it.each([
  ['it is', {}, { account, authority }, true],
  ['it has another value', { blockhash: other }, { account, authority }, false],
  ['somebody else may advance it', { authority: other }, { account, authority }, false],
  ['it is not initialized', { state: 0 }, { account, authority }, false],
  ['there is no such account', {}, { account: other, authority }, false],
  ['its account is in a lookup table', {}, { account: 'looked up x' as Address, authority }, false],
])('a nonce: %s', async (_, nonce, use, alive) => {
  expect(await node('at once', nonce).isAlive(value, use)).toBe(alive)
})

it('a lifetime without an answer in time counts as alive, and is asked again', async () => {
  vi.useFakeTimers()
  try {
    const hanging = node('never').isAlive('valid')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await hanging).toBe(true)
    const { isAlive, asked } = node('with an error')
    expect([await isAlive('valid'), await isAlive('valid')]).toEqual([true, true])
    expect(asked).toEqual(['valid', 'valid'])
  } finally {
    vi.useRealTimers()
  }
})
