import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, lamports } from '@solana/kit'
import {
  compileMessage,
  computeBudgetInstructions,
  confirmTransaction,
  createChain,
  transferInstruction,
} from '@tern/chain'
import { keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'
import { openNodes } from './nodes.ts'

const key = 's3cret-api-key'
const foreignHash = 'OtherChain1111111111111111111111111111111111'

/** A chain with three nodes, the first slow, and a node of another chain. */
let practice: PracticeChain
let proxies: readonly RpcProxy[]
let foreign: Server
/** Delays the second node. */
let recorder: Server
let server: RunningServer
let base: string
const notices: string[] = []
/** Calls that the foreign node received. */
const messages: string[] = []
/** The `minContextSlot` of each blockhash request to the second node. */
const minSlots: number[] = []

const authorityOf = (of: Server) => `127.0.0.1:${(of.address() as AddressInfo).port}`

beforeAll(async () => {
  practice = await startPracticeChain({ world: 'empty', slotMs: 20 })
  await practice.travel({ slots: 400n, seconds: 160n })
  // A node can only be behind once more slots than the limit are confirmed.
  await practice.travel({ slots: 1n })
  recorder = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, params } = JSON.parse(body)
    if (method === 'getLatestBlockhash') minSlots.push(params[0].minContextSlot)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(practice.rpcUrl, { method: 'POST', headers, body })
    response.writeHead(200, headers).end(await answer.text())
  })
  await new Promise<void>(resolve => recorder.listen(0, '127.0.0.1', resolve))
  const upstream = { upstream: practice.rpcUrl, subscriptions: practice.wsUrl }
  const recorded = { ...upstream, upstream: `http://${authorityOf(recorder)}` }
  proxies = await Promise.all([startProxy({ ...upstream, lagSlots: 240 }), startProxy(recorded), startProxy(upstream)])
  foreign = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body)
    messages.push(method)
    const result = method === 'getGenesisHash' ? foreignHash : 1_000_000_000
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>(resolve => foreign.listen(0, '127.0.0.1', resolve))
  const directory = mkdtempSync(join(tmpdir(), 'tern-nodes-'))
  const pages = ['terminal', 'vault'].map(name => join(directory, name))
  for (const page of pages) {
    mkdirSync(page)
    writeFileSync(join(page, 'index.html'), '<title>Tern</title>')
  }
  const [terminalDir = '', vaultDir = ''] = pages
  const urls = [...proxies.map(({ rpcUrl }) => rpcUrl), `http://${authorityOf(foreign)}`]
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    RPC_URL: urls.map(url => `${url}/?api-key=${key}`).join(','),
  })
  server = await startServer(config, {
    onFault: error => expect.fail(String(error)),
    onNotice: notice => notices.push(notice),
    terminalDir,
    vaultDir,
  })
  base = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server?.close()
  await Promise.all((proxies ?? []).map(proxy => proxy.close()))
  for (const one of [foreign, recorder]) {
    one?.closeAllConnections()
    one?.close()
  }
  await practice?.close()
})

const ask = async (path: string, method: string, params: readonly unknown[] = []) => {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body = await response.json()
  return { status: response.status, result: body.result, code: body.error?.data?.code ?? body.error }
}
const slotAt = async (path: string) => (await ask(path, 'getSlot', [{ commitment: 'confirmed' }])).result
const health = async () => (await fetch(`${base}/health`)).json()

/** Resolves to a socket's first message, or to its close. */
const listen = (path: string) =>
  new Promise<unknown>((resolve, reject) => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`)
    socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe","params":[]}'))
    socket.on('message', data => {
      resolve(JSON.parse(String(data)))
      socket.close()
    })
    socket.on('close', code => resolve(code))
    socket.on('error', reject)
  })

it('reports the number and the state of the nodes, without their addresses', async () => {
  const network = await (await fetch(`${base}/api/trpc/network`)).json()
  expect(network.result.data).toMatchObject({ kind: 'cluster', nodes: 4, genesisHash: practice.genesisHash })
  const reported = await health()
  expect(reported.nodes.map(({ standing }: { standing: string }) => standing)).toEqual([
    'behind',
    'ok',
    'ok',
    'otherChain',
  ])
  const shown = JSON.stringify([network, reported, notices])
  expect(shown).not.toContain(key)
  expect(JSON.stringify([network, reported])).not.toContain('127.0.0.1')
  expect(notices).toEqual([
    `Node 4 of RPC_URL, ${authorityOf(foreign)}, is of another chain, genesis hash ${foreignHash}; it is left out`,
  ])
})

it('answers for each node separately, in the same way as the gateway', async () => {
  const slots = await Promise.all(['/rpc', '/rpc/1', '/rpc/2', '/rpc/3'].map(slotAt))
  expect(slots[2] - slots[1]).toBeGreaterThan(60)
  expect(slots[0] - slots[1]).toBeGreaterThan(60)
  expect(Math.abs(slots[3] - slots[2])).toBeLessThan(60)
  expect(await ask('/rpc/3', 'getProgramAccounts', [])).toMatchObject({ code: 'gateway/methodNotFound' })
  for (const path of ['/rpc/0', '/rpc/5', '/rpc/01', '/rpc/x']) expect((await ask(path, 'getSlot')).status).toBe(404)
  expect((await fetch(`${base}/rpc/1`)).status).toBe(405)
  for (const path of ['/rpc', '/rpc/1', '/rpc/3'])
    expect(await listen(path)).toMatchObject({ result: expect.anything() })
})

it('F08 takes no blockhash from a node that is more than 50 slots behind the others', async () => {
  expect(minSlots.at(-1)).toBeGreaterThan(0)
  const before = await slotAt('/rpc/3')
  const addresses = proxies.map(({ rpcUrl, wsUrl }) => ({ rpcUrl, subscriptionsUrl: wsUrl }))
  const nodes = await openNodes(addresses, () => {})
  nodes.stop()
  expect(nodes.minSlot()).toBeGreaterThanOrEqual(before - 50)
  expect(nodes.minSlot()).toBeLessThanOrEqual((await slotAt('/rpc/3')) - 50)
})

it('F11 leaves out the node of another chain: no reads, no sends, no subscriptions', async () => {
  expect(await ask('/rpc/4', 'getSlot')).toMatchObject({ code: 'gateway/otherChain' })
  expect(await ask('/rpc/4', 'sendTransaction', ['AA=='])).toMatchObject({ code: 'gateway/otherChain' })
  expect(await ask('/rpc/4', 'getGenesisHash')).toMatchObject({ result: foreignHash })
  expect((await ask('/rpc', 'getGenesisHash')).result).toBe(practice.genesisHash)
  expect(await listen('/rpc/4')).toBe(1013)
  expect(messages.filter(method => method !== 'getGenesisHash' && method !== 'getSlot')).toEqual([])
})

/** A transaction that no wallet has signed or sent. */
async function unsent() {
  const owner = await keyPairOwner(await generateKeyPair())
  const chain = createChain({ rpc: practice.rpcUrl, subscriptions: practice.wsUrl })
  await chain.rpc.requestAirdrop(owner.address, lamports(1_000_000_000n)).send()
  const lifetime = await chain.readBlockhash()
  const message = compileMessage({
    feePayer: owner.address,
    lifetime,
    instructions: [
      ...computeBudgetInstructions({ unitLimit: 1_000, priorityFeeLamports: 0n }),
      transferInstruction(owner.address, owner.address, 1n),
    ],
  })
  const [signed] = await owner.signTransactions([message])
  chain.close()
  return signed ?? expect.fail()
}

it('gives a page enough sources for two of them to prove that a transaction can never land', async () => {
  const transaction = await unsent()
  const chain = createChain({ rpc: [1, 2, 3, 4].map(node => `${base}/rpc/${node}`), reads: `${base}/rpc` })
  expect(await confirmTransaction(chain, transaction)).toEqual({ status: 'expired', sources: 2 })
  chain.close()
})

it('continues with the other nodes when the one that it reads from stops', async () => {
  await proxies[1]?.close()
  expect(await ask('/rpc/2', 'getSlot')).toMatchObject({ code: 'gateway/unreachable' })
  const before = await slotAt('/rpc')
  expect(before).toBeGreaterThan(await slotAt('/rpc/1'))
  await expect.poll(() => slotAt('/rpc')).toBeGreaterThan(before)
  // The server's own feeds continue too: no earlier block was read.
  await expect.poll(async () => (await health()).slot, { timeout: 12_000 }).toBeGreaterThan(before)
  expect((await health()).ok).toBe(true)
})
