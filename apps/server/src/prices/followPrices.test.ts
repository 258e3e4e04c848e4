import type { Chain } from '@tern/chain'
import { type Address, usdcMint, usdtMint } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPriceFollower } from './followPrices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Follows prices for 10 s. @returns the tokens that it searched pools for, in order. */
async function searched(kind: 'practice' | 'cluster'): Promise<readonly Address[]> {
  const mints: Address[] = []
  const candidatesOf = async (mint: Address) => {
    mints.push(mint)
    throw new Error('no node')
  }
  const follower = createPriceFollower({} as Chain, { candidatesOf, kind })
  follower.start(() => [])
  await vi.advanceTimersByTimeAsync(10_000)
  await follower.stop()
  return mints
}

it('follows USDC and USDT on a cluster, even if no token is listed', async () => {
  expect(await searched('cluster')).toEqual([usdcMint, usdtMint])
  expect(await searched('practice')).toEqual([])
})
