import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Blockhash, generateKeyPair, lamports } from '@solana/kit'
import {
  compileMessage,
  computeBudgetInstructions,
  relayedProvider,
  sendTransaction,
  transferInstruction,
} from '@tern/chain'
import { createClient } from '@tern/client'
import { encodeBase58, encodeBase64, keyPairOwner, systemProgram } from '@tern/core'
import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProviderRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'

const key = 'a-key-that-nobody-may-see'
/** Transactions that the provider accepts and then loses. */
let losses = 0
const seen: { readonly url: string; readonly body: string }[] = []
let practice: Awaited<ReturnType<typeof startPracticeChain>>
let nozomi: Server
/** A proxy between the server and the chain. The test can make it report another chain. */
let node: Server
let otherChain: string | undefined
let server: RunningServer
let base: string

/** Forwards requests with the right key to the practice chain. */
async function takeTransaction(request: IncomingMessage): Promise<readonly [number, string]> {
  const url = request.url ?? ''
  if (url === '/ping') return [200, 'ok']
  let body = ''
  for await (const chunk of request) body += chunk
  seen.push({ url, body })
  if (url !== `/?c=${key}`) return [401, `no such key: ${url}`]
  if (losses > 0) {
    losses--
    const bytes = Buffer.from(JSON.parse(body).params[0], 'base64')
    return [200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: encodeBase58(bytes.subarray(1, 65)) })]
  }
  const answer = await fetch(practice.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return [200, await answer.text()]
}

async function answerAsNode(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { id, method } = JSON.parse(body)
  if (method === 'getGenesisHash' && otherChain !== undefined)
    return JSON.stringify({ jsonrpc: '2.0', id, result: otherChain })
  const answer = await fetch(practice.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return answer.text()
}

const listening = async (server: Server) => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  practice = await startPracticeChain({ world: 'empty', slotMs: 100 })
  nozomi = createServer(async (request, response) => {
    const [status, text] = await takeTransaction(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  node = createServer(async (request, response) => response.end(await answerAsNode(request)))
  const directory = mkdtempSync(join(tmpdir(), 'tern-relayer-'))
  const pages = ['terminal', 'vault'].map(name => join(directory, name))
  for (const page of pages) {
    mkdirSync(page)
    writeFileSync(join(page, 'index.html'), '<meta name="tip-accounts" content="">')
  }
  const [terminalDir = '', vaultDir = ''] = pages
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    RPC_URL: await listening(node),
    RPC_WS_URL: practice.wsUrl,
    PROVIDERS: 'temporal,jito',
    JITO_TIP_ACCOUNTS: `${jitoTipAccounts[0]},${systemProgram}`,
    JITO_ENDPOINTS: 'http://127.0.0.1:1',
    TEMPORAL_KEY: key,
    TEMPORAL_ENDPOINTS: `${await listening(nozomi)},http://127.0.0.1:1`,
  })
  server = await startServer(config, { onFault: error => expect.fail(String(error)), terminalDir, vaultDir })
  base = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server?.close()
  for (const one of [nozomi, node]) {
    one?.closeAllConnections()
    one?.close()
  }
  await practice?.close()
})

const providerRows = async (): Promise<readonly ProviderRow[]> => {
  const response = await fetch(`${base}/api/trpc/providers`)
  return (await response.json()).result.data
}

/** A wallet with 1 SOL and its transaction with a tip, with a blockhash of the chain or an invented one. */
async function signedTip({ lamports: tip = 1_000_000n, madeUp }: { lamports?: bigint; madeUp?: string } = {}) {
  const owner = await keyPairOwner(await generateKeyPair())
  const { chain } = createClient({ rpc: practice.rpcUrl })
  await chain.rpc.requestAirdrop(owner.address, lamports(1_000_000_000n)).send()
  await expect.poll(async () => (await chain.rpc.getBalance(owner.address).send()).value).toBe(1_000_000_000n)
  const row = (await providerRows()).find(({ name }) => name === 'temporal') ?? expect.fail()
  const message = compileMessage({
    feePayer: owner.address,
    lifetime: { ...(await chain.readBlockhash()), ...(madeUp && { blockhash: madeUp as Blockhash }) },
    instructions: [
      ...computeBudgetInstructions({ unitLimit: 1_000, priorityFeeLamports: 1_000n }),
      transferInstruction(owner.address, (row.tipAccounts[0] ?? '') as typeof owner.address, tip),
    ],
  })
  const [signed = expect.fail()] = await owner.signTransactions([message])
  return { chain, owner, signed }
}

it('a transaction that names a provider lands through it, with the key that only the server has', async () => {
  const { chain, owner, signed } = await signedTip()
  const encodedTx = encodeBase64(signed.bytes)
  const relay = async (provider: string) => {
    const response = await fetch(`${base}/api/spot/relayer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ txs: [{ encodedTx, provider }], routeConfig: { mevProtection: false, tipAmount: 0 } }),
    })
    return [response.status, await response.json()]
  }
  expect(await relay('helius')).toEqual([400, expect.objectContaining({ code: 'relayer/unknownProvider' })])
  expect(seen).toEqual([])
  expect(await relay('temporal')).toEqual([200, { allFailed: false }])
  expect(seen.map(({ url }) => url)).toEqual([`/?c=${key}`])
  expect(JSON.parse(seen[0]?.body ?? '').params[0]).toBe(encodedTx)
  const left = 1_000_000_000n - 1_000_000n - 5_000n - 1_000n
  await expect.poll(async () => (await chain.rpc.getBalance(owner.address).send()).value).toBe(left)
  chain.close()
})

it('a provider receives no transaction that tips too little, or has a blockhash that no node knows', async () => {
  const refused = async (transaction: Parameters<typeof signedTip>[0]) => {
    const { chain, signed } = await signedTip(transaction)
    chain.close()
    const txs = [{ encodedTx: encodeBase64(signed.bytes), provider: 'temporal' }]
    const response = await fetch(`${base}/api/spot/relayer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ txs, routeConfig: { mevProtection: false, tipAmount: 0 } }),
    })
    return [response.status, (await response.json()).message]
  }
  const before = seen.length
  const refusal = 'Transaction 0 is refused: it'
  expect(await refused({ lamports: 999_999n })).toEqual([400, `${refusal} tips temporal less than 1000000 lamports`])
  expect(await refused({ madeUp: systemProgram })).toEqual([400, `${refusal}s blockhash or nonce is not a recent one`])
  expect(seen).toHaveLength(before)
})

it('the state of each provider can be read, without keys', async () => {
  await expect.poll(async () => (await providerRows())[4]?.endpoints[0]?.latencyMs).toBeTypeOf('number')
  const rows = await providerRows()
  expect(
    rows.map(({ name, standing, minimumTip, tipAccounts }) => [name, standing, minimumTip, tipAccounts.length]),
  ).toEqual([
    ['jito', 'ready', '1000', 2],
    ['bloxroute', 'unset', '1000000', 0],
    ['helius', 'unset', '1000000', 0],
    ['0slot', 'unset', '1000000', 0],
    ['temporal', 'ready', '1000000', 17],
    ['normal', 'ready', '0', 0],
  ])
  const [works, gone] = rows[4]?.endpoints ?? []
  expect(works).toMatchObject({ circuit: 'closed', lastError: null })
  expect(gone).toMatchObject({
    endpoint: '127.0.0.1:1',
    circuit: 'closed',
    latencyMs: null,
    lastError: { code: 'send/endpointFailed', text: expect.stringMatching(/^127\.0\.0\.1:1 does not work: /) },
  })
  expect(rows[5]?.endpoints).toMatchObject([{ endpoint: 'node 1', circuit: 'closed' }])
  expect(JSON.stringify(rows)).not.toContain(key)
})

it('the vault’s page names the additional tip accounts, and the terminal’s does not', async () => {
  const pageOf = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const options = { port: server.port, host: '127.0.0.1', headers: { host: `${host}:${server.port}` } }
      get(options, answer => resolve(text(answer))).on('error', reject)
    })
  expect(await pageOf('vault.tern.localhost')).toBe(`<meta name="tip-accounts" content="${systemProgram}">`)
  expect(await pageOf('tern.localhost')).toBe('<meta name="tip-accounts" content="">')
})

it('F13 a provider that accepts a transaction and loses it gets it again each time that the page sends it', async () => {
  const { chain, signed } = await signedTip()
  const before = seen.length
  losses = 2
  const provider = relayedProvider(
    { name: 'temporal', minimumTip: 1_000_000n, tipAccounts: [] },
    `${base}/api/spot/relayer`,
  )
  const outcome = await sendTransaction(chain, signed, { providers: [provider], timeoutMs: 30_000 })
  expect(outcome.status).toBe('confirmed')
  const again = seen.slice(before).map(({ body }) => JSON.parse(body).params[0])
  expect(new Set(again)).toEqual(new Set([encodeBase64(signed.bytes)]))
  expect(again.length).toBeGreaterThanOrEqual(3)
  chain.close()
}, 40_000)

it('nothing is sent while the node is on another chain than at the start', async () => {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return [response.status, await response.json()] as const
  }
  const relay = async () => {
    const txs = [{ encodedTx: 'AAAA', provider: 'normal' }]
    const [status, { code }] = await post('/api/spot/relayer', {
      txs,
      routeConfig: { mevProtection: false, tipAmount: 0 },
    })
    return [status, code]
  }
  const sendByNode = async () => {
    const [, { error }] = await post('/rpc', { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: ['AAAA'] })
    return error.message
  }
  expect(await relay()).toEqual([400, 'relayer/badTransaction'])
  otherChain = 'OtherChain1111111111111111111111111111111111'
  await expect.poll(relay).toEqual([503, 'gateway/otherChain'])
  expect(await sendByNode()).toBe(`The node is now on another chain (genesis hash ${otherChain}): nothing is sent`)
  otherChain = undefined
  expect(await relay()).toEqual([400, 'relayer/badTransaction'])
  expect(await sendByNode()).not.toContain('another chain')
})
