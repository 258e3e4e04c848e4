import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, lamports } from '@solana/kit'
import { buy, createClient, planBuy } from '@tern/client'
import { type Address, isTernError, keyPairOwner } from '@tern/core'
import { expect, it } from 'vitest'
import type { TokenRow } from './appRouter.ts'
import { readConfig } from './config.ts'
import { startServer } from './startServer.ts'

const patience = { timeout: 60_000, interval: 200 }

it('F41 while the database is away tokens are listed and traded, what only it knows is refused as such, and no trade is missed', async () => {
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
  const databaseScript = new URL('../test/mortalWorker.ts', import.meta.url)
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
  try {
    await client.chain.rpc.requestAirdrop(owner.address, lamports(5_000_000_000n)).send()
    const balance = async () => (await client.chain.rpc.getBalance(owner.address).send()).value
    await expect.poll(balance, patience).toBe(5_000_000_000n)
    const listed: readonly TokenRow[] = (await ask('tokens.list')).data
    const token = listed.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no such token')
    expect(await health()).toEqual([200, 'ok'])

    const away = join(dataDir, 'database is away')
    writeFileSync(away, '')
    const tape = { mint: token.mint, limit: 10 }
    await expect.poll(async () => (await ask('markets.trades', tape)).status, patience).toBe(503)
    expect((await ask('markets.trades', tape)).message).toMatch(/^The database does not answer: /)
    expect(await health()).toEqual([503, 'down'])
    expect((await ask('tokens.list')).data).toHaveLength(listed.length)

    const pool = { protocol: 'raydium_cpmm', address: token.pool as Address } as const
    const wish = { mint: token.mint as Address, pool, amountIn: 100_000_000n, slippageBps: 500 }
    const bought = await buy(client, await planBuy(client, { ...wish, priorityFeeLamports: 1_000n }))
    expect(bought.status).toBe('confirmed')

    rmSync(away)
    await expect.poll(health, patience).toEqual([200, 'ok'])
    await expect
      .poll(
        async () => (await ask('markets.trades', tape)).data?.map(({ signature }: { signature: string }) => signature),
        patience,
      )
      .toEqual([bought.signature])
    expect(faults.every(error => isTernError(error, 'database/unavailable'))).toBe(true)
  } finally {
    client.chain.close()
    await server.close()
  }
})
