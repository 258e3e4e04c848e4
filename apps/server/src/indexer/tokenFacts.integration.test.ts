import { type Chain, createChain } from '@tern/chain'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenFacts, type ReadTokenFacts } from './tokenFacts.ts'

let practice: PracticeChain
let chain: Chain
let read: ReadTokenFacts
let nowMs = 0

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  chain = createChain({ rpc: practice.rpcUrl })
  read = createTokenFacts(chain, () => nowMs)
})
afterAll(async () => {
  chain.close()
  await practice.close()
})

const ofStage = (stage: string) => practice.world.filter(token => token.stage === stage)

describe('the facts of a token', () => {
  it('say what its mint allows, and who holds it beside the pool', async () => {
    for (const token of practice.world) {
      if (token.stage === 'graduated') continue
      const facts = await read(token)
      expect(facts.isTransferable).toBe(true)
      expect(facts.largestPpm).toBeGreaterThanOrEqual(0)
      expect(facts.largestPpm).toBeLessThanOrEqual(1_000_000)
      expect(facts.creatorPpm ?? 0).toBeLessThanOrEqual(1_000_000)
    }
  })

  it('leave the pool’s own tokens out: a young curve holds most of its coin, and nobody else does', async () => {
    const checked = new Set<string>()
    for (const curve of ofStage('curve')) {
      const { value } = await chain.rpc.getTokenLargestAccounts(curve.mint, { commitment: 'confirmed' }).send()
      const { value: supply } = await chain.rpc.getTokenSupply(curve.mint, { commitment: 'confirmed' }).send()
      const largest = BigInt(value[0]?.amount ?? 0)
      if (3n * largest < 2n * BigInt(supply.amount)) continue
      checked.add(curve.protocol)
      const facts = await read(curve)
      expect(facts.liquidity).toEqual({ kind: 'curve' })
      expect(facts.creator).not.toBeNull()
      const all = value.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      const beside = Number(((all - largest) * 1_000_000n) / BigInt(supply.amount))
      expect(facts.largestPpm, curve.symbol).toBeLessThanOrEqual(beside + 1)
    }
    for (const protocol of ['pumpfun', 'raydium_launchlab', 'meteora_dbc']) expect(checked).toContain(protocol)
  })

  it('tell what of a pool’s liquidity is burned', async () => {
    const [pool] = ofStage('pool')
    if (pool === undefined) expect.fail('no pool')
    expect((await read(pool)).liquidity).toMatchObject({ kind: 'pool' })
  })

  it('are read once for all who ask within ten seconds', async () => {
    const [token] = ofStage('curve')
    if (token === undefined) expect.fail('no curve')
    const first = await read(token)
    expect(await read(token)).toBe(first)
    nowMs += 10_000
    expect(await read(token)).not.toBe(first)
  })

  it('are read anew at once when the token has moved', async () => {
    const [token] = ofStage('curve')
    const [moved] = ofStage('pool')
    if (token === undefined || moved === undefined) expect.fail('no curve, or no pool')
    expect((await read(token)).liquidity).toEqual({ kind: 'curve' })
    const { protocol, pool } = moved
    expect((await read({ mint: token.mint, protocol, pool })).liquidity).toMatchObject({ kind: 'pool' })
  })
})
