import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, lamports } from '@solana/kit'
import { buy, createClient, planBuy } from '@tern/client'
import { type Address, isTernError, keyPairOwner } from '@tern/core'
import { expect, it } from 'vitest'
import type { TokenRow } from './appRouter.ts'
import { readConfig } from './config.ts'
import { startServer } from './startServer.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const patience = { timeout: 60_000, interval: 200 }

/** A server on its practice chain, and a trader with 5 SOL. */
async function open(worker: 'mortalWorker' | 'fullDiskWorker') {
  const directory = mkdtempSync(join(tmpdir(), 'tern-away-'))
  const dataDir = join(directory, 'data')
  const page = join(directory, 'page')
  mkdirSync(page)
  writeFileSync(join(page, 'index.html'), '<title>Tern</title>')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    PRACTICE_TRADES_PER_SECOND: '0',
    PRACTICE_HISTORY_HOURS: '0',
  })
  const faults: unknown[] = []
  const databaseScript = new URL(`../test/${worker}.ts`, import.meta.url)
  const server = await startServer(config, {
    onFault: error => faults.push(error),
    terminalDir: page,
    vaultDir: page,
    databaseScript,
  })
  const base = `http://127.0.0.1:${server.port}`
  const ask = async (name: string, input?: object) => {
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
    const response = await fetch(`${base}/api/trpc/${name}${search}`)
    const { result, error } = await response.json()
    return { status: response.status, data: result?.data, message: error?.message }
  }
  const health = async () => {
    const response = await fetch(`${base}/health`)
    return [response.status, (await response.json()).db]
  }
  const owner = await keyPairOwner(await generateKeyPair())
  const client = createClient({ rpc: `${base}/rpc`, owner, relayer: `${base}/api/spot/relayer` })
  const close = async () => {
    client.chain.close()
    await server.close()
  }
  try {
    await client.chain.rpc.requestAirdrop(owner.address, lamports(5_000_000_000n)).send()
    const balance = async () => (await client.chain.rpc.getBalance(owner.address).send()).value
    await expect.poll(balance, patience).toBe(5_000_000_000n)
    const listed: readonly TokenRow[] = (await ask('tokens.list')).data
    const { mint, pool } = listed.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no such token')
    const tape = () => ask('markets.trades', { mint, limit: 10 })
    const buyOne = async () => {
      const wish = { mint: mint as Address, pool: { protocol: 'raydium_cpmm', address: pool as Address } } as const
      const priced = { amountIn: 100_000_000n, slippageBps: 500, priorityFeeLamports: 1_000n }
      const { status, signature } = await buy(client, await planBuy(client, { ...wish, ...priced }))
      expect(status).toBe('confirmed')
      return signature
    }
    const signatures = async () => (await tape()).data?.map(({ signature }: { signature: string }) => signature)
    expect(await health()).toEqual([200, 'ok'])
    return { dataDir, faults, ask, health, listed, tape, buyOne, signatures, close }
  } catch (error) {
    await close()
    throw error
  }
}

it('F41 while the database is down, tokens are listed and traded, its own data is refused as unavailable, and no trade is missed', async () => {
  const { dataDir, faults, ask, health, listed, tape, buyOne, signatures, close } = await open('mortalWorker')
  try {
    const sign = join(dataDir, 'database is away')
    writeFileSync(sign, '')
    await expect.poll(async () => (await tape()).status, patience).toBe(503)
    expect((await tape()).message).toMatch(/^The database does not answer: /)
    expect(await health()).toEqual([503, 'down'])
    expect((await ask('tokens.list')).data).toHaveLength(listed.length)
    const bought = await buyOne()

    rmSync(sign)
    await expect.poll(health, patience).toEqual([200, 'ok'])
    await expect.poll(signatures, patience).toEqual([bought])
    expect(faults.every(error => isTernError(error, 'database/unavailable'))).toBe(true)
  } finally {
    await close()
  }
})

it.runIf(isProof)(
  'F41 while the database’s disk is full, tokens are listed and traded, its own data is answered or refused, and no trade is missed',
  async () => {
    const { dataDir, faults, ask, health, listed, tape, buyOne, signatures, close } = await open('fullDiskWorker')
    try {
      const sign = join(dataDir, 'disk is full')
      writeFileSync(sign, '')
      expect((await ask('tokens.list')).data).toHaveLength(listed.length)
      const bought = await buyOne()
      await expect.poll(() => existsSync(join(dataDir, 'disk was full')), patience).toBe(true)
      // Reads work until PostgreSQL itself gives up. Neither case hangs.
      expect([200, 503]).toContain((await tape()).status)

      rmSync(sign)
      await expect.poll(health, patience).toEqual([200, 'ok'])
      await expect.poll(signatures, patience).toEqual([bought])
      expect(faults.every(error => isTernError(error, 'database/unavailable'))).toBe(true)
    } finally {
      await close()
    }
  },
)

it.runIf(isProof)(
  'F41 while the database takes 5 s for each query, tokens are listed and traded at once, its own data is refused in time, and no trade is missed',
  async () => {
    const { dataDir, faults, ask, listed, tape, buyOne, signatures, close } = await open('mortalWorker')
    try {
      const sign = join(dataDir, 'database is slow')
      writeFileSync(sign, '')
      const late = tape()
      const list = ask('tokens.list')
      expect(await Promise.race([late.then(() => 'tape'), list.then(() => 'list')])).toBe('list')
      expect((await list).data).toHaveLength(listed.length)
      const bought = await buyOne()
      expect(await late).toMatchObject({ status: 503, message: 'The database does not answer: it takes too long' })

      rmSync(sign)
      await expect.poll(signatures, patience).toEqual([bought])
      expect(faults).toEqual([])
    } finally {
      await close()
    }
  },
)
