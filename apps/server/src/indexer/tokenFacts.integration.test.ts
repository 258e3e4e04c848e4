import { type Chain, createChain } from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  decodeMint,
  decodeTokenAccount,
  metadataAddress,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import type { Pool } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTokenFacts, type TokenFacts } from './tokenFacts.ts'

let practice: PracticeChain
let chain: Chain
let read: TokenFacts['facts']
let holders: TokenFacts['holders']
let nowMs = 0

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  chain = createChain({ rpc: practice.rpcUrl })
  ;({ facts: read, holders } = createTokenFacts(chain, () => nowMs))
  // Go past the slots that a new chain starts with: the facts name their slot.
  await vi.waitUntil(async () => (await chain.rpc.getSlot({ commitment: 'confirmed' }).send()) > 0n)
})
afterAll(async () => {
  chain.close()
  await practice.close()
})

const ofStage = (stage: string) => practice.world.filter(token => token.stage === stage)

describe('the facts of a token', () => {
  it('show the permissions of its mint, and its holders besides the pool', async () => {
    for (const token of practice.world) {
      if (token.stage === 'graduated') continue
      const facts = await read(token)
      expect(facts.isTransferable).toBe(true)
      expect(facts).toMatchObject({ scaleAuthority: null, laterMultiplier: null, interestBps: null })
      expect(facts.largestPpm).toBeGreaterThanOrEqual(0)
      expect(facts.largestPpm).toBeLessThanOrEqual(1_000_000)
      expect(facts.creatorPpm ?? 0).toBeLessThanOrEqual(1_000_000)
    }
  })

  it('leave out the pool’s own tokens: a young curve holds most of the supply', async () => {
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

  it('show the burned part of a pool’s liquidity', async () => {
    const [pool] = ofStage('pool')
    if (pool === undefined) expect.fail('no pool')
    expect((await read(pool)).liquidity).toMatchObject({ kind: 'pool' })
  })

  it('count liquidity tokens of Raydium’s lock program as locked, and no others', async () => {
    const cpmm = practice.world.find(({ stage, protocol }) => stage === 'pool' && protocol === 'raydium_cpmm')
    if (cpmm === undefined) expect.fail('no pool')
    // The hundred units that were never issued are less than a millionth.
    expect((await read(cpmm)).liquidity).toEqual({ kind: 'pool', burnedPpm: 0, lockedPpm: 0 })
    const { liquidityTokens } = await chain.read(venues.raydium_cpmm, cpmm.pool)
    const { mint, given, locker } = liquidityTokens ?? expect.fail('no liquidity tokens')
    expect(locker).toBe('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH')
    const locked = await associatedTokenAddress(locker as Address, mint, tokenProgram)
    const data = tokenAccountLayout.encode({
      ...{ mint, owner: locker as Address, amount: (given * 3n) / 4n, state: 1 },
      ...{ delegateOption: 0, delegate: systemProgram, isNativeOption: 0, isNative: 0n, delegatedAmount: 0n },
      ...{ closeAuthorityOption: 0, closeAuthority: systemProgram },
    })
    const readAccounts: Chain['readAccounts'] = async (addresses, options) => {
      const real = await chain.readAccounts(addresses, options)
      if (!addresses.includes(locked)) return real
      return new Map([...real, [locked, { owner: tokenProgram, data, lamports: 1n, executable: false, slot: 1n }]])
    }
    const { liquidity } = await createTokenFacts({ ...chain, readAccounts }).facts(cpmm)
    expect(liquidity).toMatchObject({
      kind: 'pool',
      lockedPpm: expect.toSatisfy(ppm => ppm >= 749_999 && ppm <= 750_000),
    })
  })

  it('show the locked part of a pool without liquidity tokens, as the pool counts it', async () => {
    const pool = practice.world.find(({ stage, protocol }) => stage === 'pool' && protocol === 'meteora_damm_v2')
    if (pool === undefined) expect.fail('no pool')
    const facts = await read(pool)
    expect(facts.liquidity).toEqual({ kind: 'positions', lockedPpm: 1_000_000 })
    expect(facts.sources.liquidity?.account).toBe(pool.pool)
    const readHalf: Chain['read'] = async (...asked) => {
      const real = await chain.read(...asked)
      const { whole = 0n } = (real as unknown as Pool).lockedLiquidity ?? {}
      return { ...real, lockedLiquidity: { locked: whole / 2n, whole } }
    }
    const half = await createTokenFacts({ ...chain, read: readHalf }).facts(pool)
    expect(half.liquidity).toMatchObject({
      kind: 'positions',
      lockedPpm: expect.toSatisfy(ppm => ppm >= 499_999 && ppm <= 500_000),
    })
  })

  it('name the account and the slot of each fact', async () => {
    const seen = new Set<string>()
    for (const token of practice.world) {
      if (token.stage === 'graduated') continue
      const facts = await read(token)
      const { mint, metadata, liquidity, largest, creator } = facts.sources
      const newest = Number(await chain.rpc.getSlot({ commitment: 'processed' }).send())
      for (const source of [mint, metadata, liquidity, largest, creator])
        if (source !== null && source.slot !== null) expect(source.slot).toSatisfy(slot => slot > 0 && slot <= newest)
      const accounts = await chain.readAccounts([token.mint])
      const { program, extensions } = decodeMint(token.mint, accounts.get(token.mint))
      expect(mint).toEqual({ account: token.mint, slot: facts.slot })
      const isInMint = extensions.tokenMetadata !== undefined
      if (facts.metadata === null) expect(metadata).toBeNull()
      else expect(metadata?.account).toBe(isInMint ? token.mint : await metadataAddress(token.mint))
      if (facts.liquidity === null) expect(liquidity).toBeNull()
      if (facts.liquidity?.kind === 'curve' || facts.liquidity?.kind === 'positions')
        expect(liquidity?.account).toBe(token.pool)
      if (facts.liquidity?.kind === 'pool') {
        const given = liquidity?.account as Address
        expect(given).not.toBe(token.mint)
        expect(decodeMint(given, (await chain.readAccounts([given])).get(given)).decimals).toBeGreaterThan(0)
      }
      expect(largest).toMatchObject({ account: null, slot: expect.any(Number) })
      if (facts.creatorPpm === null) expect(creator).toBeNull()
      else {
        const account = await associatedTokenAddress(facts.creator as Address, token.mint, program)
        const exists = (await chain.readAccounts([account])).get(account) !== null
        expect(creator).toEqual({ account, slot: exists ? expect.any(Number) : null })
        seen.add('dev')
      }
      seen.add(facts.liquidity?.kind ?? 'unread')
      seen.add(isInMint ? 'mint' : 'Metaplex')
    }
    expect([...seen]).toEqual(expect.arrayContaining(['dev', 'curve', 'pool', 'mint', 'Metaplex']))
  })

  it('name the missing account of a creator, and show nothing for one that cannot be read', async () => {
    const [token] = ofStage('curve')
    if (token === undefined) expect.fail('no curve')
    const own = (await read(token)).sources.creator?.account
    const without = (answer: () => null) => {
      const readAccounts: Chain['readAccounts'] = async (asked, options) =>
        new Map([...(await chain.readAccounts(asked, options))].map(([at, is]) => [at, at === own ? answer() : is]))
      return createTokenFacts({ ...chain, readAccounts }).facts(token)
    }
    expect(own).toBeDefined()
    const gone = await without(() => null)
    expect([gone.creatorPpm, gone.sources.creator]).toEqual([0, { account: own, slot: null }])
    const unread = await without(() => expect.fail('unread'))
    expect([unread.creatorPpm, unread.sources.creator]).toEqual([null, null])
  })

  it('are read once for all requests within ten seconds', async () => {
    const [token] = ofStage('curve')
    if (token === undefined) expect.fail('no curve')
    const first = await read(token)
    expect(await read(token)).toBe(first)
    nowMs += 10_000
    expect(await read(token)).not.toBe(first)
  })

  it('are read again at once after the token has moved', async () => {
    const [token] = ofStage('curve')
    const [moved] = ofStage('pool')
    if (token === undefined || moved === undefined) expect.fail('no curve, or no pool')
    expect((await read(token)).liquidity).toEqual({ kind: 'curve' })
    const { protocol, pool } = moved
    expect((await read({ mint: token.mint, protocol, pool })).liquidity).toMatchObject({ kind: 'pool' })
  })
})

describe('the largest holders of a token', () => {
  it('are listed with their shares, largest first, with the pool and the creator marked', async () => {
    const standings = new Set<string>()
    for (const token of practice.world) {
      if (token.stage === 'graduated') continue
      const listed = (await holders(token)) ?? expect.fail('not listed')
      const { value: supply } = await chain.rpc.getTokenSupply(token.mint, { commitment: 'confirmed' }).send()
      const { creator, largestPpm } = await read(token)
      expect(listed.length).toBeGreaterThan(0)
      expect(listed.map(one => BigInt(one.amount))).toEqual(
        listed.map(one => BigInt(one.amount)).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)),
      )
      for (const { account, owner, amount, sharePpm, standing, slot } of listed) {
        const info = (await chain.readAccounts([account as Address])).get(account as Address)
        expect(decodeTokenAccount(account as Address, info).owner).toBe(owner)
        expect(sharePpm).toBe(
          Number((BigInt(amount) * 1_000_000n + BigInt(supply.amount) - 1n) / BigInt(supply.amount)),
        )
        if (owner === creator) expect(standing).not.toBe('holder')
        if (standing === 'creator') expect(owner).toBe(creator)
        expect(slot).toBeGreaterThan(0)
        standings.add(standing)
      }
      const held = listed.filter(({ standing }) => standing !== 'pool').slice(0, 10)
      const shares = held.reduce((sum, { sharePpm }) => sum + sharePpm, 0)
      expect(Math.abs(shares - (largestPpm ?? 0)), token.symbol).toBeLessThanOrEqual(held.length)
    }
    expect([...standings].sort()).toEqual(['creator', 'holder', 'pool'])
  })

  it('are `null` if the node does not serve this', async () => {
    const [token] = ofStage('curve')
    if (token === undefined) expect.fail('no curve')
    const getTokenLargestAccounts = () => ({ send: () => Promise.reject(new TypeError('no such method')) })
    const rpc = new Proxy(chain.rpc, {
      get: (real, name) => (name === 'getTokenLargestAccounts' ? getTokenLargestAccounts : Reflect.get(real, name)),
    })
    const silent = createTokenFacts({ ...chain, rpc })
    expect(await silent.holders(token)).toBeNull()
    expect((await silent.facts(token)).largestPpm).toBeNull()
  })
})
