import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair } from '@solana/kit'
import { advanceNonce, createClient, execute, openNonce, planWrap } from '@tern/client'
import { associatedTokenAddress, keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { TokenRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'

const faults: unknown[] = []
let server: RunningServer

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-prices-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, PRACTICE_TRADES_PER_SECOND: '0', PRACTICE_HISTORY_HOURS: '0' }
  server = await startServer(readConfig(settings), { onFault: error => faults.push(error) })
})
afterAll(async () => {
  await server.close()
  expect(faults).toEqual([])
})

interface Reported {
  readonly prices?: readonly (readonly [string, string])[]
  readonly nonces?: readonly (readonly [string, string | null])[]
  readonly id?: number
  readonly owners?: readonly (readonly [string, string | null])[]
}

/** A client whose wallet holds 1 SOL. */
async function fundedClient() {
  const owner = await keyPairOwner(await generateKeyPair())
  const client = createClient({ rpc: `http://127.0.0.1:${server.port}/rpc`, owner })
  const airdrop = client.chain.rpc.requestAirdrop(owner.address, 1_000_000_000n as never, { commitment: 'confirmed' })
  await airdrop.send()
  const balance = async () => (await client.chain.readAccounts([owner.address], { maxAgeMs: 0 })).get(owner.address)
  await vi.waitUntil(async () => (await balance()) !== null, { timeout: 30_000 })
  return { client, owner }
}

/** A vault's socket. */
function listen(onReport: (reported: Reported) => void): WebSocket {
  const headers = { host: `vault.tern.localhost:${server.port}` }
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/prices`, { headers })
  socket.on('message', data => onReport(JSON.parse(String(data))))
  return socket
}

describe('a vault', () => {
  it('receives the price of each token whose curve trades or whose pool holds 10 SOL', async () => {
    const known = new Map<string, bigint>()
    const socket = listen(({ prices = [] }) => {
      for (const [mint, price] of prices) known.set(mint, BigInt(price))
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
      const more = (known.get(mint) ?? 0n) - shown
      expect([mint, more]).toEqual([mint, expect.toSatisfy(lamports => lamports === 0n || lamports === 1n)])
    }
    socket.close()
  })

  it('receives the value of a nonce account at each change', async () => {
    const { client, owner } = await fundedClient()
    const { address, nonce } = await openNonce(client)
    const values: unknown[] = []
    const socket = listen(({ nonces = [] }) => {
      for (const [account, value] of nonces) values.push([account, value])
    })
    await vi.waitUntil(() => socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ nonces: [address, owner.address] }))
    await expect.poll(() => values).toContainEqual([address, nonce])
    // A wallet is not a nonce account.
    await expect.poll(() => values).toContainEqual([owner.address, null])
    const next = await advanceNonce(client)
    expect(next.nonce).not.toBe(nonce)
    await expect.poll(() => values.at(-1), { timeout: 10_000 }).toEqual([address, next.nonce])
    socket.close()
    client.chain.close()
  })

  it('receives the owner of each account that it names: a wallet, or none for an account that holds no tokens', async () => {
    const { client, owner } = await fundedClient()
    const { steps } = await execute(client, await planWrap(client, { amount: 1_000_000n }))
    expect(steps).toMatchObject([{ status: 'confirmed' }])
    const wrapped = await associatedTokenAddress(owner.address, wrappedNativeMint, tokenProgram)
    const missing = await associatedTokenAddress(wrapped, wrappedNativeMint, tokenProgram)
    const answers: Reported[] = []
    const socket = listen(reported => {
      if (reported.owners) answers.push(reported)
    })
    await vi.waitUntil(() => socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ id: 7, owners: [wrapped, owner.address, missing] }))
    const owners = [
      [wrapped, owner.address],
      [owner.address, null],
      [missing, null],
    ]
    await expect.poll(() => answers, { timeout: 3_000 }).toEqual([{ id: 7, owners }])
    socket.close()
    client.chain.close()
  })
})
