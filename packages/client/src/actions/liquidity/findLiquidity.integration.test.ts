import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, associatedTokenAddress, keyPairOwner, systemProgram, tokenProgram } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { type ProxiedCall, startProxy } from '@tern/practice-chain/proxy'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { authority } from '@tern/venues/raydiumCpmm/internal'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import { recordTokens } from '../../../test/ownPools.ts'
import { createClient } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import { buy, planBuy } from '../trade/buy.ts'
import { findLiquidity } from './findLiquidity.ts'
import { planCreatePool } from './planCreatePool.ts'
import { planDeposit } from './planDeposit.ts'
import { planWithdrawLiquidity } from './planWithdrawLiquidity.ts'
import { readLiquidity } from './readLiquidity.ts'

const maker = await deriveKey('a test of positions', 'maker')
const [plain = expect.fail(), taxed = expect.fail(), stray = expect.fail()] = await Promise.all(
  ['plain', 'taxed', 'stray'].map(async name => (await deriveKey('a test of positions', name)).address),
)
const snapshotsDir = await recordTokens([plain], maker.address, new Map([[taxed, 250]]))

/** Records LP tokens of the program without a pool on the chain. */
async function recordStrayLpTokens() {
  const nobody = { delegateOption: 0, delegate: systemProgram, closeAuthorityOption: 0, closeAuthority: systemProgram }
  const mint = {
    mintAuthorityOption: 1,
    mintAuthority: authority,
    freezeAuthorityOption: 0,
    freezeAuthority: systemProgram,
  }
  const held = {
    mint: stray,
    owner: maker.address,
    amount: 77n,
    state: 1,
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
  }
  const place = (pubkey: Address, data: Uint8Array) => {
    const account = {
      owner: tokenProgram,
      lamports: 10_000_000,
      data: [Buffer.from(data).toString('base64'), 'base64'],
    }
    writeFileSync(join(snapshotsDir, `${pubkey}.json`), JSON.stringify({ pubkey, account }))
  }
  place(stray, mintLayout.encode({ ...mint, supply: 177n, decimals: 9, isInitialized: true }))
  place(
    await associatedTokenAddress(maker.address, stray, tokenProgram),
    tokenAccountLayout.encode({ ...nobody, ...held }),
  )
}
await recordStrayLpTokens()

const calls: ProxiedCall[] = []
const market = await openMarket({ snapshotsDir })
const proxy = await startProxy({ upstream: market.practice.rpcUrl, onCall: call => calls.push(call) })
afterAll(async () => {
  await proxy.close()
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})

/** Reads through the proxy with empty caches. */
async function fresh<T>(act: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  calls.splice(0)
  const client = createClient({ rpc: proxy.rpcUrl })
  try {
    return await act(client)
  } finally {
    client.chain.close()
  }
}
const askedFor = (method: string) => calls.filter(call => call.method === method).length

const worldPools = market.practice.world.filter(({ protocol }) => protocol === 'raydium_cpmm')

describe('the liquidity of a wallet', () => {
  it('is nothing for a wallet without LP tokens, and for a wallet that does not exist', async () => {
    const [token = expect.fail()] = worldPools
    const owner = await market.newWallet(3n * sol)
    const client = market.clientFor(owner)
    expect((await buy(client, await planBuy(client, requestFor(token, sol)))).status).toBe('confirmed')
    expect(await fresh(reader => findLiquidity(reader, owner.address))).toEqual({ positions: [], unresolved: [] })
    expect(askedFor('getProgramAccounts')).toBe(0)
    expect(await findLiquidity(client, plain)).toEqual({ positions: [], unresolved: [] })
    await expect(findLiquidity(client, 'no address' as Address)).rejects.toMatchObject({ code: 'address/invalid' })
  })

  it('is every pool of the wallet, with the share and the amounts that a withdrawal then pays', async () => {
    const owner = await market.newWallet(30n * sol)
    const client = market.clientFor(owner)
    expect(worldPools.length).toBeGreaterThan(2)
    for (const token of worldPools) {
      expect((await buy(client, await planBuy(client, requestFor(token, sol)))).status).toBe('confirmed')
      const pool = { protocol: token.protocol, address: token.pool }
      const planned = await planDeposit(client, { pool, mint: token.mint, amount: 50_000_000n, slippageBps: 500 })
      expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    }
    const { positions, unresolved } = await fresh(reader => findLiquidity(reader, owner.address))
    expect(unresolved).toEqual([])
    expect(positions.map(({ pool }) => pool.address).toSorted()).toEqual(worldPools.map(({ pool }) => pool).toSorted())
    // The number of accounts decides the number of requests, not the number of pools.
    expect(askedFor('getTokenAccountsByOwner')).toBe(2)
    expect(askedFor('getMultipleAccounts')).toBeLessThanOrEqual(5)
    for (const { pool, lpAmount, sharePpm, amounts } of positions) {
      expect(lpAmount).toBe(await market.tokensOf(owner.address, pool.lpToken.mint))
      expect(sharePpm).toBe(Number((lpAmount * 1_000_000n) / pool.lpSupply))
      const back = await planWithdrawLiquidity(client, { pool, lpAmount: 'all', slippageBps: 0 })
      expect(back.quote?.amounts).toMatchObject(amounts)
    }
  })

  it('searches for a pool once, then reads it as it is now', async () => {
    const owner = await market.newWallet(10n * sol)
    const client = market.clientFor(owner)
    const [token = expect.fail()] = worldPools
    const pool = { protocol: token.protocol, address: token.pool }
    expect((await buy(client, await planBuy(client, requestFor(token, sol)))).status).toBe('confirmed')
    const deposit = () => planDeposit(client, { pool, mint: token.mint, amount: 50_000_000n, slippageBps: 500 })
    await execute(client, await deposit())
    await fresh(async reader => {
      const [first = expect.fail()] = (await findLiquidity(reader, owner.address)).positions
      expect(askedFor('getProgramAccounts')).toBe(1)
      await execute(client, await deposit())
      const [second = expect.fail()] = (await findLiquidity(reader, owner.address, { maxAgeMs: 0 })).positions
      expect(askedFor('getProgramAccounts')).toBe(1)
      expect(second.lpAmount).toBeGreaterThan(first.lpAmount)
      expect(second.pool.lpSupply - first.pool.lpSupply).toBe(second.lpAmount - first.lpAmount)
    })
  })

  it('counts transfer fees, and lists LP tokens without a known pool', async () => {
    const client = market.clientFor(await keyPairOwner(maker.keyPair))
    const tokens = [
      { mint: taxed, amount: 10n ** 9n },
      { mint: plain, amount: 4n * 10n ** 9n },
    ] as const
    const config = await configAddress(0)
    const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens })
    expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    const found = await fresh(reader => findLiquidity(reader, maker.address))
    expect(found.unresolved).toEqual([{ lpMint: stray, lpAmount: 77n }])
    const [position = expect.fail()] = found.positions
    // The creator holds everything but 100 of some 2 · 10⁹ LP tokens.
    expect([found.positions.length, position.sharePpm]).toEqual([1, 999_999])
    const side = (mint: Address) => position.amounts.find(one => one.mint === mint)
    expect(side(plain)?.transferFee).toBe(0n)
    // 975,000,000 arrived in the vault. The LP tokens pay 974,999,950 of these, and 2.5% of that is withheld again.
    expect(side(taxed)).toEqual({ mint: taxed, received: 950_624_951n, transferFee: 24_374_999n })
    const held = await market.tokensOf(maker.address, taxed)
    const { protocol, address } = position.pool
    const back = await planWithdrawLiquidity(client, { pool: { protocol, address }, lpAmount: 'all', slippageBps: 0 })
    expect((await execute(client, back)).steps).toMatchObject([{ status: 'confirmed' }])
    expect((await market.tokensOf(maker.address, taxed)) - held).toBe(side(taxed)?.received)
    expect((await fresh(reader => findLiquidity(reader, maker.address))).positions).toEqual([])
  })

  it('is found by the LP tokens’ transactions if the node scans no accounts', async () => {
    const owner = await market.newWallet(10n * sol)
    const client = market.clientFor(owner)
    const [token = expect.fail()] = worldPools
    const pool = { protocol: token.protocol, address: token.pool }
    expect((await buy(client, await planBuy(client, requestFor(token, sol)))).status).toBe('confirmed')
    await execute(client, await planDeposit(client, { pool, mint: token.mint, amount: 50_000_000n, slippageBps: 500 }))
    for (const refuseStatus of [200, 403]) {
      proxy.set({ refuseMethods: ['getProgramAccounts'], refuseStatus })
      const { positions, unresolved } = await fresh(reader => findLiquidity(reader, owner.address))
      expect(askedFor('getProgramAccounts')).toBeGreaterThan(0)
      expect([positions.map(one => one.pool.address), unresolved]).toEqual([[token.pool], []])
    }
    proxy.set({ refuseMethods: ['getProgramAccounts', 'getSignaturesForAddress'] })
    await expect(fresh(reader => findLiquidity(reader, owner.address))).rejects.toMatchObject({
      code: expect.stringMatching(/^rpc\//),
    })
    proxy.set({ refuseMethods: [] })
  })

  it('is read for a known amount and a single pool, too', async () => {
    const [token = expect.fail()] = worldPools
    const client = market.clientFor(undefined)
    const { pool, clock } = await readLiquidity(client, { protocol: token.protocol, address: token.pool })
    const { positionIn } = await import('./positionIn.ts')
    const tenth = pool.lpSupply / 10n
    const position = positionIn(pool, tenth, clock)
    expect(position).toMatchObject({ lpAmount: tenth, sharePpm: 100_000 - (pool.lpSupply % 10n === 0n ? 0 : 1) })
    expect(position.amounts.map(({ received }) => received)).toEqual(
      pool.reserves.map(reserve => (reserve * tenth) / pool.lpSupply),
    )
  })
})
