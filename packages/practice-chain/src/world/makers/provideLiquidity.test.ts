import { wrappedNativeMint } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { decideChange, type ProviderActions, provideLiquidity } from './provideLiquidity.ts'

const depth = 1_000e9

describe('the change that a provider wants', () => {
  const changes = (provided: number, count = 4_000) => {
    const random = seededRandom('provider')
    return Array.from({ length: count }, () => decideChange(depth, provided, random))
  }
  const withdrawn = (provided: number) => {
    const made = changes(provided)
    return made.filter(({ kind }) => kind === 'withdraw').length / made.length
  }

  it('is a deposit of 0.2% to 4% while it has provided nothing', () => {
    for (const change of changes(0)) {
      if (change.kind !== 'deposit') expect.fail('withdrew nothing')
      expect(change.lamports).toBeGreaterThanOrEqual(0.002 * depth)
      expect(change.lamports).toBeLessThanOrEqual(0.04 * depth)
    }
  })

  it('is a withdrawal more often, the more it has provided', () => {
    expect(withdrawn(0.01 * depth)).toBeLessThan(0.2)
    expect(Math.abs(withdrawn((0.08 / 1.08) * depth) - 0.5)).toBeLessThan(0.03)
    expect(withdrawn(0.5 * depth)).toBeGreaterThan(0.9)
    const quarters = changes(0.5 * depth).flatMap(change => (change.kind === 'withdraw' ? [change.quarters] : []))
    expect([...new Set(quarters)].sort()).toEqual([1, 2, 3, 4])
  })
})

describe('a provider', () => {
  /** A pool of 1,000 SOL and 4,000,000 raw units of a token. */
  const pool = {
    tokens: [{ mint: 'token' }, { mint: wrappedNativeMint }],
    reserves: [4_000_000n, 1_000n * 10n ** 9n],
    lpSupply: 10n ** 9n,
  } as unknown as LiquidityPool

  async function acting(start: { tokens: bigint; lpTokens: bigint; canBuy?: boolean; bought?: bigint }) {
    const done: [string, bigint][] = []
    let { tokens } = start
    const noted = (name: string) => async (amount: bigint) => {
      done.push([name, amount])
      return true
    }
    const actions: ProviderActions = {
      read: async () => ({ pool, tokens, lpTokens: start.lpTokens }),
      async buy(lamports) {
        done.push(['buy', lamports])
        tokens += start.bought ?? 0n
        return start.canBuy ?? true
      },
      deposit: noted('deposit'),
      withdraw: noted('withdraw'),
    }
    const isChanged = await provideLiquidity(actions, seededRandom('one'))
    return { done, isChanged }
  }

  it('deposits tokens that it holds', async () => {
    const { done, isChanged } = await acting({ tokens: 10n ** 9n, lpTokens: 0n })
    expect([done.length, done[0]?.[0], isChanged]).toEqual([1, 'deposit', true])
    expect(done[0]?.[1]).toBeGreaterThanOrEqual(8_000n)
    expect(done[0]?.[1]).toBeLessThanOrEqual(160_000n)
  })

  it('buys the missing tokens, and deposits no more than it then holds', async () => {
    const { done } = await acting({ tokens: 100n, lpTokens: 0n, bought: 1_000n })
    expect(done.map(([name]) => name)).toEqual(['buy', 'deposit'])
    expect(done[1]).toEqual(['deposit', (1_100n * 99n) / 100n])
    expect((await acting({ tokens: 100n, lpTokens: 0n, canBuy: false })).done.map(([name]) => name)).toEqual(['buy'])
  })

  it('withdraws quarters of its own LP tokens', async () => {
    const { done } = await acting({ tokens: 0n, lpTokens: 10n ** 9n })
    expect(done[0]?.[0]).toBe('withdraw')
    expect((done[0]?.[1] ?? 1n) % 250_000_000n).toBe(0n)
  })
})
