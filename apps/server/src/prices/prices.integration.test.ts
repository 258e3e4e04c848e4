import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TokenRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../startServer.ts'

it('reach the vault by themselves: of each token whose curve trades or whose pool holds 10 SOL', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-prices-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, PRACTICE_TRADES_PER_SECOND: '0', PRACTICE_HISTORY_HOURS: '0' }
  const faults: unknown[] = []
  const server = await startServer(readConfig(settings), { onFault: error => faults.push(error) })
  const known = new Map<string, bigint>()
  const headers = { host: `vault.tern.localhost:${server.port}` }
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/prices`, { headers })
  socket.on('message', data => {
    const told = JSON.parse(String(data)) as { readonly prices: readonly (readonly [string, string])[] }
    for (const [mint, price] of told.prices) known.set(mint, BigInt(price))
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/api/trpc/tokens.list`)
  const tokens: readonly TokenRow[] = (await response.json()).result.data
  const deep = tokens.filter(({ liquidityLamports, curve, price }) => {
    const isDeep = BigInt(liquidityLamports ?? 0) >= 20_000_000_000n
    return price !== null && (curve === null ? isDeep : curve.stage === 'trading')
  })
  expect(deep.length).toBeGreaterThan(10)
  await vi.waitUntil(() => deep.every(({ mint }) => known.has(mint)), { timeout: 30_000 })
  for (const { mint, price } of deep) {
    const shown = (BigInt(price?.numerator ?? 0) * 10n ** 18n) / BigInt(price?.denominator ?? 1)
    expect([mint, (known.get(mint) ?? 0n) - shown]).toEqual([
      mint,
      expect.toSatisfy(more => more === 0n || more === 1n),
    ])
  }
  socket.close()
  await server.close()
  expect(faults).toEqual([])
})
