import { mkdtempSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@tern/client'
import { type Address, tokenProgram, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { program } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCpmmPool, recordTokens } from '../../../../packages/client/test/ownPools.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'
import { mainnetGenesis } from './network.ts'

const holder = await deriveKey('a test', 'holder')
const mints = await Promise.all(['listed', 'slow', 'down', 'elsewhere'].map(name => deriveKey('a test', name)))
const [listed, slow, down, elsewhere] = mints.map(({ address }) => address) as [Address, Address, Address, Address]
/** For each token: the pool derived from its mint, and a deeper pool that an index lists. */
const pools = new Map<Address, { readonly derived: Address; readonly own: Address }>()

/** The index's keys of a pool. */
const keys = new Map<string, readonly unknown[]>()
let chain: PracticeChain
let client: Client
/** Reports mainnet's genesis hash. Its other answers come from the practice chain. */
let node: Server
let index: Server
const asked: URL[] = []
const servers: RunningServer[] = []

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function openPools(mint: Address): Promise<void> {
  const token = { mint, program: tokenProgram, amount: 10n ** 12n }
  const native = (amount: bigint) => ({ mint: wrappedNativeMint, program: tokenProgram, amount })
  // It is deep enough that the token's holders are not read.
  const derived = await openCpmmPool(client, holder, { sides: [token, native(8n * 10n ** 9n)] })
  const at = await deriveKey('a test', `pool of ${mint}`)
  pools.set(mint, { derived, own: await openCpmmPool(client, holder, { sides: [token, native(10n ** 10n)], at }) })
}

beforeAll(async () => {
  const tokens = mints.map(({ address }) => address)
  chain = await startPracticeChain({ slotMs: 100, snapshotsDir: await recordTokens(tokens, holder.address) })
  client = createClient({ rpc: chain.rpcUrl })
  for (const mint of tokens) await openPools(mint)
  // A new pool opens a second later. Until then the search does not count it as deeper.
  await chain.travel({ seconds: 2n })
  node = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body)
    if (method === 'getGenesisHash') return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: mainnetGenesis }))
    const headers = { 'content-type': 'application/json' }
    return response.end(await (await fetch(chain.rpcUrl, { method: 'POST', headers, body })).text())
  })
  index = await listen((request, response) => {
    const url = new URL(request.url ?? '', 'http://index')
    asked.push(url)
    if (url.pathname === '/pools/key/ids') {
      const tables = keys.get(url.searchParams.get('ids') ?? '')
      if (tables === undefined) response.writeHead(503)
      return response.end(JSON.stringify({ id: 'x', success: true, data: tables ?? [] }))
    }
    const of = [...pools].find(([mint]) => [...url.searchParams.values()].includes(mint))
    if (of?.[0] === slow) return
    if (of?.[0] === down) response.writeHead(503)
    const data = of === undefined ? [] : [{ id: of[1].own, programId: program }]
    response.end(JSON.stringify({ id: 'x', success: true, data: { count: 1, data } }))
  })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const server of [node, index]) {
    server?.closeAllConnections()
    server?.close()
  }
  client?.chain.close()
  await chain?.close()
})

async function start(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tern-cluster-'))
  const config = readConfig({ PORT: '0', DATA_DIR, RPC_WS_URL: chain.wsUrl, ...environment })
  const server = await startServer(config, { onFault: error => expect.fail(String(error)), poolIndex: urlOf(index) })
  servers.push(server)
  return server
}

async function poolOf(mint: Address, { port }: RunningServer): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify({ mint }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/trpc/tokens.get?input=${input}`)
  return (await answer.json()).result?.data.pool
}

async function tablesOf(pool: Address, { port }: RunningServer): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify({ pools: [{ protocol: 'raydium_cpmm', address: pool }] }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/trpc/markets.poolTables?input=${input}`)
  return (await answer.json()).result?.data
}

async function poolsOf(mint: Address, { port }: RunningServer): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify({ mint }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/trpc/pools.ofToken?input=${input}`)
  return (await answer.json()).result?.data
}

const isAskedFor = (mint: Address) => asked.some(({ searchParams }) => [...searchParams.values()].includes(mint))

describe('an index of mainnet’s pools', () => {
  it('is asked in addition to the chain, and its pools are read from the chain', async () => {
    const server = await start({ RPC_URL: urlOf(node), TERN_MAINNET: 'i-know' })
    expect(await poolOf(listed, server)).toBe(pools.get(listed)?.own)
    expect(isAskedFor(listed)).toBe(true)

    expect(await poolOf(down, server)).toBe(pools.get(down)?.derived)

    // This index never answers.
    expect(await poolOf(slow, server)).toBe(pools.get(slow)?.derived)
  })

  it('names a token’s pools against any other token, for routes', async () => {
    const server = await start({ RPC_URL: urlOf(node), TERN_MAINNET: 'i-know' })
    const before = asked.length
    expect(await poolsOf(listed, server)).toEqual([{ protocol: 'raydium_cpmm', address: pools.get(listed)?.own }])
    // The server itself asks for the price of SOL.
    const asks = asked.slice(before).filter(({ searchParams: of }) => of.get('mint1') === listed)
    expect(asks.map(({ searchParams: of }) => of.get('mint2'))).toEqual([null])
    expect(await poolsOf(down, server)).toEqual([])
  })

  it('names the lookup tables of pools', async () => {
    const server = await start({ RPC_URL: urlOf(node), TERN_MAINNET: 'i-know' })
    keys.set(listed, [{ lookupTableAccount: elsewhere }, null])
    expect(await tablesOf(listed, server)).toEqual([elsewhere])
    expect(await tablesOf(down, server)).toEqual([])
  })

  it('is not asked on another chain', async () => {
    expect(await poolOf(elsewhere, await start({ RPC_URL: chain.rpcUrl }))).toBe(pools.get(elsewhere)?.derived)
    expect(isAskedFor(elsewhere)).toBe(false)
    expect(await poolsOf(elsewhere, await start({ RPC_URL: chain.rpcUrl }))).toEqual([])
    keys.set(elsewhere, [{ lookupTableAccount: listed }])
    expect(await tablesOf(elsewhere, await start({ RPC_URL: chain.rpcUrl }))).toEqual([])
  })
})
