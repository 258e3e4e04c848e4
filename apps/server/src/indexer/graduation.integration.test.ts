import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import { mulDiv } from '@tern/core/internal'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { curveVenues, deriveKey } from '@tern/practice-chain/internal/makers'
import { migratedPoolAddress } from '@tern/venues/pumpfun/internal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { TokenRow, TradeRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { landDeed } from '../practice/landDeed.ts'
import { type RunningServer, startServer } from '../startServer.ts'

const patience = { timeout: 60_000, interval: 100 }
const seed = 'tern'

let chain: PracticeChain
let client: Client
const running: RunningServer[] = []
const faults: unknown[] = []

beforeAll(async () => {
  chain = await startPracticeChain({ seed })
  client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(chain.marketMaker) })
})
afterAll(async () => {
  for (const server of running) await server.close()
  client.chain.close()
  await chain.close()
})

/** A server of a cluster with a single curve in its settings. */
async function start({ pool }: WorldToken): Promise<RunningServer> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tern-graduation-'))
  const server = await startServer(readConfig({ PORT: '0', DATA_DIR, RPC_URL: chain.rpcUrl, POOLS: pool }), {
    onFault: error => faults.push(error),
  })
  running.push(server)
  return server
}
const query = async ({ port }: RunningServer, name: string, input?: unknown) => {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await (await fetch(`http://127.0.0.1:${port}/api/trpc/${name}${search}`)).json()).result?.data
}
const rowIn = async (server: RunningServer): Promise<TokenRow | undefined> => (await query(server, 'tokens.list'))[0]

/** The prices of a token that a vault receives. `null`: not known any more. */
function pricesFor({ port }: RunningServer, { mint }: WorldToken) {
  const received: (string | null)[] = []
  const headers = { host: `vault.tern.localhost:${port}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/prices`, { headers })
  socket.on('message', data => {
    const { prices = [] }: { prices?: readonly (readonly [string, string | null])[] } = JSON.parse(String(data))
    for (const [about, price] of prices) if (about === mint) received.push(price)
  })
  return { received, close: () => socket.close() }
}

async function migrate(token: WorldToken) {
  const venue = curveVenues.find(({ seeds }) => seeds.some(({ protocol }) => protocol === token.protocol))
  const mover = await deriveKey('a test', 'mover')
  await client.chain.rpc.requestAirdrop(mover.address, 10_000_000_000n as never, { commitment: 'confirmed' }).send()
  const read = (addresses: Parameters<Client['chain']['readAccounts']>[0]) => client.chain.readAccounts(addresses)
  const arrived = async () => (await client.chain.readAccounts([mover.address], { maxAgeMs: 0 })).get(mover.address)
  await expect.poll(arrived, patience).toBeTruthy()
  for (const deed of (await venue?.migrate(token, { seed, mover, read })) ?? [])
    expect(await landDeed(client, deed, { priorityFeeLamports: 0n, signal: AbortSignal.timeout(20_000) })).toBe(true)
}

it('lists a cluster’s token in the pool that its curve moved to, and follows that pool: live, and after a later start', {
  timeout: 180_000,
}, async () => {
  const token = chain.world.find(({ stage, protocol }) => stage === 'graduated' && protocol === 'pumpfun')
  if (token === undefined) expect.fail('no complete curve')
  const early = await start(token)
  expect(await rowIn(early)).toMatchObject({ pool: token.pool, curve: { stage: 'complete' } })
  const prices = pricesFor(early, token)
  await expect.poll(() => prices.received.length, patience).toBe(1)
  await migrate(token)
  const late = await start(token)
  const pool = await migratedPoolAddress(token.mint)
  for (const server of [early, late])
    await expect.poll(() => rowIn(server), patience).toMatchObject({ pool, protocol: 'pumpamm', curve: null })

  const settings = { amountIn: 10_000_000n, slippageBps: 500, priorityFeeLamports: 0n }
  const planned = await planBuy(client, { mint: token.mint, pool: { protocol: 'pumpamm', address: pool }, ...settings })
  const { signature } = await buy(client, planned)
  for (const server of [early, late]) {
    const tape = async () =>
      (await query(server, 'markets.trades', { mint: token.mint, limit: 9 })).map((row: TradeRow) => row.signature)
    await expect.poll(tape, patience).toContain(signature)
  }
  // The price of the complete curve holds until that of the pool is known. Rounded up, in lamports for 10¹⁸ raw units.
  const shown = async () => {
    const { numerator, denominator } = (await rowIn(early))?.price ?? expect.fail('no price')
    return String(mulDiv(BigInt(numerator), 10n ** 18n, BigInt(denominator), 'ceil'))
  }
  await expect.poll(async () => prices.received.at(-1) === (await shown()), patience).toBe(true)
  expect(prices.received).not.toContain(null)
  prices.close()
  expect(faults).toEqual([])
})
