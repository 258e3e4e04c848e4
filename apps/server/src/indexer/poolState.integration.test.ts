import { type Chain, createChain } from '@tern/chain'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import type { Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPoolState } from './poolState.ts'

let practice: PracticeChain
let chain: Chain

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  chain = createChain({ rpc: practice.rpcUrl })
})
afterAll(async () => {
  chain.close()
  await practice.close()
})

it('reads the price and the SOL of every pool that trades', async () => {
  for (const { symbol, protocol, pool: address, mint } of practice.world) {
    const venue: Venue = venues[protocol]
    const pool = await chain.read(venue, address, { mint })
    const { price, finalPrice, nativeLamports } = await readPoolState(chain, pool)
    expect(finalPrice !== undefined, symbol).toBe(pool.curve?.stage === 'complete')
    if (pool.curve?.stage === 'migrated') continue
    expect(nativeLamports, symbol).toBeGreaterThan(0n)
    expect(price === undefined, symbol).toBe(pool.curve?.stage === 'complete')
    // Pools share a vault of DAMM v1. Each counts its own part of the SOL only.
    if (protocol === 'meteora_damm_v1') expect(nativeLamports, symbol).toBe(pool.reserves?.(await chain.readClock())[1])
  }
})
