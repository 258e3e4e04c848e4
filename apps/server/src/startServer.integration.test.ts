import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKeyPair, lamports } from '@solana/kit'
import { buy, type Client, createClient, planBuy, planSell, sell } from '@tern/client'
import { type Address, keyPairOwner } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Asking, askAs } from '../test/askAs.ts'
import { sampleBundle } from '../test/sampleBundle.ts'
import type { TokenRow, TradeRow } from './appRouter.ts'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './startServer.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

let server: RunningServer
let base: string
const faults: unknown[] = []

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tern-server-'))
  const terminalDir = join(directory, 'terminal')
  mkdirSync(terminalDir)
  writeFileSync(join(terminalDir, 'index.html'), '<title>Tern</title>')
  const vaultDir = join(directory, 'vault')
  mkdirSync(vaultDir)
  writeFileSync(join(vaultDir, 'index.html'), '<title>Vault</title>')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    PRACTICE_TRADES_PER_SECOND: '4',
    PRACTICE_HISTORY_HOURS: '0',
  })
  server = await startServer(config, { onFault: error => faults.push(error), terminalDir, vaultDir })
  base = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.close()
  expect(faults).toEqual([])
})

const json = { 'content-type': 'application/json' }
const query = async (name: string, input?: unknown) => {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const response = await fetch(`${base}/api/trpc/${name}${search}`)
  const body = await response.json()
  return { status: response.status, data: body.result?.data, code: body.error?.data?.code }
}
const tokens = async (): Promise<TokenRow[]> => (await query('tokens.list')).data
const send = (path: string, method: string, body: unknown, headers: Record<string, string> = json) =>
  fetch(`${base}${path}`, { method, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

/** Retries until the answer is there. */
async function until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  for (let i = 0; i < 100; i++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await wait(200)
  }
  throw new Error('it did not happen within 20 s')
}

/** Sends a Host header, as a browser does for that name. */
const getAs = (host: string, path: string, asked?: Asking) => askAs(server.port, host, path, asked)

describe('procedures', () => {
  it('names the network', async () => {
    expect((await query('network')).data).toMatchObject({
      kind: 'practice',
      name: 'Practice',
      feeWallet: null,
      disabledFeatures: [],
      slotMs: 400,
    })
  })

  it.each(['network', 'tokens.list', 'tokens.get'])('forbid caches to store answers and errors: %s', async name => {
    expect((await fetch(`${base}/api/trpc/${name}`)).headers.get('cache-control')).toBe('no-store')
  })

  it('lists at least forty tokens, with prices and pictures, and serves their metadata', async () => {
    const list = await until(async () => {
      const found = await tokens()
      return found.every(({ price, curve }) => price !== null || curve?.stage === 'complete') ? found : undefined
    })
    expect(list.length).toBeGreaterThanOrEqual(40)
    const scale = { kind: 'scaled', multiplier: '10' }
    expect(list.filter(token => token.scale !== null)).toMatchObject([{ symbol: 'GULL', scale }])
    for (const token of list) {
      expect(BigInt(token.liquidityLamports ?? 0)).toBeGreaterThan(0n)
      expect(token.createdAtSeconds).toBeGreaterThan(1_600_000_000)
      expect(token.createdAtSeconds).toBeLessThan(Date.now() / 1000)
      const picture = await fetch(`${base}${token.picture}`)
      expect(picture.headers.get('content-type')).toContain('image/svg+xml')
      expect(picture.headers.get('content-security-policy')).toContain('sandbox')
      expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await picture.text()).toMatch(/^<svg/)
      const { mint, name, symbol, description } = token
      const metadata = await fetch(`${base}/metadata/${mint}.json`)
      const image = `https://practice.tern.invalid/pictures/${mint}.svg`
      expect(await metadata.json()).toEqual({ name, symbol, description, image })
    }
  })

  it('returns more about a token, and NOT_FOUND for one that is not listed', async () => {
    const [token] = await tokens()
    expect((await query('tokens.get', { mint: token?.mint })).data).toMatchObject({
      symbol: token?.symbol,
      mintAuthority: null,
      freezeAuthority: null,
    })
    const stranger = 'So11111111111111111111111111111111111111112'
    expect(await query('tokens.get', { mint: stranger })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await query('markets.trades', { mint: stranger })).data).toEqual([])
  })

  it.each([
    ['tokens.get', undefined],
    ['tokens.get', { mint: 'x' }],
    ['tokens.get', { mint: 5 }],
    ['tokens.get', { mint: 'So11111111111111111111111111111111111111112', more: 1 }],
    ['pools.get', { address: 'x' }],
    ['pools.ofToken', { mint: 'x' }],
    ['pools.ofLpMints', { mints: Array(201).fill('So11111111111111111111111111111111111111112') }],
    ['markets.trades', { mint: 'So11111111111111111111111111111111111111112', limit: 201 }],
    ['markets.trades', { mint: 'So11111111111111111111111111111111111111112', limit: 0 }],
    ['markets.trades', { mint: 'So11111111111111111111111111111111111111112', by: 'dev' }],
    ['markets.candles', { mint: 'So11111111111111111111111111111111111111112', intervalSeconds: 7 }],
    ['markets.candles', { mint: 'So11111111111111111111111111111111111111112', intervalSeconds: 60, limit: 1001 }],
    ['markets.candles', { mint: 'So11111111111111111111111111111111111111112', intervalSeconds: 60, limit: 1e30 }],
  ])('refuses %s of %o', async (name, input) => {
    expect(await query(name, input)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  it('runs a batch of 20 procedures, and refuses a larger one', async () => {
    const batch = (count: number) => fetch(`${base}/api/trpc/${Array(count).fill('tokens.list').join(',')}?batch=1`)
    expect((await batch(20)).status).toBe(200)
    expect((await batch(21)).status).toBe(400)
  })

  it('has trades and candles of the makers, and they agree', async () => {
    const traded = await until(async () => (await tokens()).find(token => token.buys5m + token.sells5m >= 2))
    const { mint } = traded
    const { data: trades } = await query('markets.trades', { mint, limit: 200 })
    const { data: candles } = await query('markets.candles', { mint, intervalSeconds: 3600 })
    expect(trades.length).toBeGreaterThanOrEqual(2)
    const sum = (rows: { lamports?: string; volumeLamports?: string }[]) =>
      rows.reduce((total, row) => total + BigInt(row.lamports ?? row.volumeLamports ?? 0), 0n)
    expect(sum(candles)).toBeGreaterThanOrEqual(sum(trades))
    expect(Number(candles.at(-1).high)).toBeGreaterThanOrEqual(Number(candles.at(-1).low))
    const [{ owner }] = trades
    expect(owner).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    const { data: theirs } = await query('markets.trades', { mint, by: owner })
    expect(theirs.length).toBeGreaterThan(0)
    expect(new Set(theirs.map((row: { owner: string }) => row.owner))).toEqual(new Set([owner]))
  })

  it('streams blockhashes as server-sent events', async () => {
    const ending = new AbortController()
    const response = await fetch(`${base}/api/trpc/markets.onBlockhash`, { signal: ending.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      if ([...text.matchAll(/^data: \{"blockhash"/gm)].length >= 3) break
    }
    ending.abort()
    expect(text).toContain('event: connected')
    const [, event = '{}'] = /^data: (\{"blockhash".*)$/m.exec(text) ?? []
    expect(Object.keys(JSON.parse(event))).toEqual(['blockhash', 'blockheight', 'lastValidBlockHeight', 'slot'])
  })
})

describe('subscriptions', () => {
  it('are limited for a client, and free their seats when they end', { timeout: 30_000 }, async () => {
    const ending = new AbortController()
    const open = () => fetch(`${base}/api/trpc/markets.onBlockhash`, { signal: ending.signal })
    const answers = await Promise.all(Array.from({ length: 70 }, open))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(6)
    for (const answer of refused) expect((await answer.json()).code).toBe('http/tooManyRequests')
    ending.abort()
    await until(async () => ((await query('network')).status === 200 ? true : undefined))
  })
})

describe('a trade through the gateway and the relayer', () => {
  let client: Client
  let owner: Address
  beforeAll(async () => {
    const keys = await keyPairOwner(await generateKeyPair())
    owner = keys.address
    client = createClient({ rpc: `${base}/rpc`, owner: keys, relayer: `${base}/api/spot/relayer` })
  })
  afterAll(() => client.chain.close())

  it.each(['raydium_cpmm', 'pumpfun'] as const)('buys and sells on %s, and appears on the tape', async protocol => {
    await client.chain.rpc.requestAirdrop(owner, lamports(5_000_000_000n)).send()
    await until(async () => ((await client.chain.rpc.getBalance(owner).send()).value > 0n ? true : undefined))
    const token = (await tokens()).find(
      row => row.protocol === protocol && (row.curve?.stage ?? 'trading') === 'trading',
    )
    const pool = { protocol, address: token?.pool as Address } as const
    // The makers trade there too, and a single buy of theirs can move a young curve by more than 10%.
    const settings = { mint: token?.mint as Address, pool, slippageBps: 4_000, priorityFeeLamports: 1_000n }
    const bought = await buy(client, await planBuy(client, { ...settings, amountIn: 100_000_000n }))
    expect(bought.status).toBe('confirmed')
    const mine = async () => {
      const { data } = await query('markets.trades', { mint: token?.mint, limit: 200 })
      const found = (data as TradeRow[]).filter(trade => trade.owner === owner)
      return found.length > 0 ? found : undefined
    }
    const [trade] = await until(mine)
    expect(trade).toMatchObject({ signature: bought.signature, side: 'buy', lamports: String(bought.amountIn) })
    const sold = await sell(client, await planSell(client, { ...settings, amountIn: BigInt(trade?.tokens ?? 0) / 2n }))
    expect(sold.status).toBe('confirmed')
    const both = await until(async () => {
      const found = await mine()
      return found !== undefined && found.length === 2 ? found : undefined
    })
    expect(both[0]).toMatchObject({ signature: sold.signature, side: 'sell' })
  })

  it('refuses, at the relayer, anything but a whole, signed transaction of known programs', async () => {
    const relay = async (encodedTx: string, provider = 'normal') => {
      const body = { txs: [{ encodedTx, provider }], routeConfig: { mevProtection: false, tipAmount: 0 } }
      const response = await send('/api/spot/relayer', 'POST', body)
      return [response.status, (await response.json()).code]
    }
    expect(await relay('AAAA')).toEqual([400, 'relayer/badTransaction'])
    expect(await relay('A'.repeat(1645))).toEqual([400, 'http/badRequest'])
    expect(await relay('AAAA', 'jito')).toEqual([400, 'relayer/unknownProvider'])
    const huge = await send('/api/spot/relayer', 'POST', `{"txs":"${'A'.repeat(40_000)}"}`)
    expect([huge.status, (await huge.json()).code]).toEqual([413, 'http/bodyTooLarge'])
  })
})

describe('/api/bundle', () => {
  const put = (rev: number, headers: Record<string, string> = {}) =>
    send('/api/bundle', 'PUT', sampleBundle(rev), { ...json, ...headers })
  const outcome = async (response: Response) => [response.status, (await response.json()).code]

  it('creates a session for a stored bundle, and returns the bundle to that session', async () => {
    expect((await fetch(`${base}/api/bundle`)).status).toBe(204)
    const first = await put(7)
    expect(first.status).toBe(200)
    const cookie = first.headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const session = { cookie: cookie.split(';')[0] ?? '' }
    const read = await fetch(`${base}/api/bundle`, { headers: session })
    expect(await read.json()).toEqual(sampleBundle(7))
    expect(read.headers.get('tern-session')).toBe((await first.json()).session)
    expect(await outcome(await put(8, session))).toEqual([403, 'bundle/notProved'])
    const stranger = await fetch(`${base}/api/bundle`, { headers: { cookie: `tern_session=${'A'.repeat(43)}` } })
    expect(stranger.status).toBe(204)
  })

  it('does not accept a session that a stranger invented', async () => {
    const response = await put(1, { cookie: `tern_session=${'A'.repeat(43)}` })
    expect(response.headers.getSetCookie()[0]).not.toContain('AAAA')
  })

  it('refuses invalid, too large, non-JSON and cross-site bundles', async () => {
    expect(await outcome(await send('/api/bundle', 'PUT', { v: 1 }))).toEqual([400, 'bundle/notBundle'])
    expect(await outcome(await send('/api/bundle', 'PUT', '{'))).toEqual([400, 'http/badRequest'])
    expect(await outcome(await send('/api/bundle', 'PUT', `"${'x'.repeat(140_000)}"`))).toEqual([
      413,
      'http/bodyTooLarge',
    ])
    expect(await outcome(await put(1, { 'content-type': 'text/plain' }))).toEqual([415, 'http/notJson'])
    expect(await outcome(await put(1, { origin: 'http://evil.example' }))).toEqual([403, 'http/crossSite'])
    expect(await outcome(await put(1, { 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'http/crossSite'])
    expect(await outcome(await send('/api/bundle', 'DELETE', ''))).toEqual([405, 'http/methodNotAllowed'])
  })
})

describe('/rpc', () => {
  it('answers 413 to 10 MB, and stays up', async () => {
    const response = await send('/rpc', 'POST', ' '.repeat(10_000_000))
    expect([response.status, (await response.json()).code]).toEqual([413, 'http/bodyTooLarge'])
    const health = await fetch(`${base}/health`)
    expect(await health.json()).toMatchObject({ ok: true, db: 'ok', slot: expect.any(Number) })
  })

  it('refuses unknown methods', async () => {
    const response = await send('/rpc', 'POST', { jsonrpc: '2.0', id: 1, method: 'validatorExit' })
    expect((await response.json()).error.code).toBe(-32601)
  })

  it('answers all methods of the practice chain, and reports their subscriptions', async () => {
    const ask = async (method: string, ...params: unknown[]) =>
      (await (await send('/rpc', 'POST', { jsonrpc: '2.0', id: 1, method, params })).json()).result
    const commitment = 'confirmed'
    const slot = await until(async () => (await ask('getSlot', { commitment })) || undefined)
    expect(await ask('getBlock', slot, { commitment, maxSupportedTransactionVersion: 0 })).toHaveProperty('blockhash')
    expect(await ask('getBlocks', slot, slot, { commitment })).toEqual([slot])
    expect(await ask('getTokenLargestAccounts', (await tokens())[0]?.mint)).toHaveProperty('value')
    for (const method of ['getFirstAvailableBlock', 'getSlotLeader']) expect(await ask(method)).toBeDefined()
    const socket = await open()
    const received = messages(socket, 3)
    const asked = ['blockSubscribe', 'programSubscribe', 'slotsUpdatesSubscribe']
    const everything = [['all'], ['11111111111111111111111111111111'], []]
    for (const [id, method] of asked.entries())
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: everything[id] }))
    expect((await received).filter(({ error }) => error !== undefined)).toEqual([])
    socket.terminate()
  })

  const open = (path = '/rpc', headers: Record<string, string> = {}) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers })
      socket.on('open', () => resolve(socket))
      socket.on('error', reject)
    })
  const messages = (socket: WebSocket, count: number) =>
    new Promise<{ id?: number; result?: number; method?: string; error?: { code: number } }[]>(resolve => {
      const received: { id?: number }[] = []
      socket.on('message', data => {
        received.push(JSON.parse(String(data)))
        if (received.length === count) resolve(received)
      })
    })

  it('forwards a limited number of subscriptions, and no other calls', async () => {
    const socket = await open()
    const received = messages(socket, 104)
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping' }))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'voteSubscribe', params: [] }))
    socket.send('not json')
    const wallet = 'So11111111111111111111111111111111111111112'
    for (let id = 10; id < 112; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'accountSubscribe', params: [wallet] }))
    const answers = (await received).filter(({ method }) => method === undefined)
    expect(answers.find(({ id }) => id === 1)?.error?.code).toBe(-32601)
    expect(answers.filter(({ result }) => typeof result === 'number')).toHaveLength(100)
    expect(answers.filter(({ error }) => error?.code === -32602)).toHaveLength(2)
    socket.terminate()
  })

  it('refuses pages of other sites', async () => {
    await expect(open('/rpc', { origin: 'http://evil.example' })).rejects.toThrow('403')
    await expect(open('/api/stream', { host: `vault.tern.localhost:${server.port}` })).rejects.toThrow('403')
    await expect(open('/other')).rejects.toThrow('404')
    const socket = await open('/rpc', { origin: `http://127.0.0.1:${server.port}` })
    socket.terminate()
  })
})

describe('names and pages', () => {
  it('redirects pages, and only pages, to tern.localhost', async () => {
    const page = await fetch(`${base}/t/x?y=1`, { redirect: 'manual' })
    expect(page.status).toBe(307)
    expect(page.headers.get('location')).toBe(`http://tern.localhost:${server.port}/t/x?y=1`)
    expect((await fetch(`${base}/health`, { redirect: 'manual' })).status).toBe(200)
  })

  it('serves the terminal at its host with strict headers', async () => {
    const { status, headers, text } = await getAs(`tern.localhost:${server.port}`, '/discover')
    expect(status).toBe(200)
    expect(text).toContain('<title>Tern</title>')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://tern.localhost:${server.port}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  it('answers unknown API paths with JSON in any spelling, never with a page', async () => {
    const paths = ['/api/x', '/API/x', '//api/x', '/api%2fx', '/trpc/x', '/health/x', '/metadata/x', '/pictures/x']
    for (const path of paths) {
      const { status, headers } = await getAs(`tern.localhost:${server.port}`, path)
      expect([status, headers['content-type']], path).toEqual([404, 'application/json; charset=utf-8'])
    }
  })

  it('serves the vault at its own host, and nothing else there', async () => {
    const vault = `vault.tern.localhost:${server.port}`
    const { headers, text } = await getAs(vault, '/')
    expect(text + (await getAs(vault, '/api/network')).text).toMatch(/^<title>Vault<.title>{"kind":"practice"/)
    expect(headers['content-security-policy']).toContain(`frame-ancestors http://tern.localhost:${server.port}`)
    for (const path of ['/health', '/api/trpc/network', '/api/spot/relayer', '/rpc', '/discover', '/pictures/x.svg'])
      expect((await getAs(vault, path)).status, path).toBe(404)
  })

  it('answers balances to the vault, and not at the app’s host', async () => {
    const addresses = ['11111111111111111111111111111111', 'FeeWa11et1111111111111111111111111111111111']
    const ask = (host: string) =>
      getAs(`${host}:${server.port}`, '/api/balances', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ addresses }),
      })
    const { status, text } = await ask('vault.tern.localhost')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ lamports: ['1', '0'] })
    expect((await ask('tern.localhost')).status).toBe(404)
  })

  it('refuses bundles at the app’s host, and gives the vault an earlier session of the app', async () => {
    const [app, vault] = [`tern.localhost:${server.port}`, `vault.tern.localhost:${server.port}`]
    const ask = (host: string, path: string, method: string, headers: Record<string, string> = {}, body?: unknown) =>
      getAs(host, path, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) })
    const stored = await send('/api/bundle', 'PUT', sampleBundle(1))
    const cookie = (stored.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    for (const method of ['GET', 'PUT'])
      expect((await ask(app, '/api/bundle', method, { cookie }, sampleBundle(2))).status).toBe(404)

    const fromVault = { origin: `http://${vault}`, 'sec-fetch-site': 'same-site' }
    for (const origin of [`http://${app}`, 'http://evil.example', `https://${vault}`, ''])
      expect((await ask(app, '/api/session', 'POST', { ...fromVault, cookie, origin })).status).toBe(403)
    expect((await ask(app, '/api/session', 'POST', fromVault)).status).toBe(204)
    const reported = await ask(app, '/api/session', 'POST', { ...fromVault, cookie })
    expect(reported.headers).toMatchObject({
      'access-control-allow-origin': `http://${vault}`,
      'access-control-allow-credentials': 'true',
    })
    const session = JSON.parse(reported.text)

    const own = { origin: `http://${vault}`, 'sec-fetch-site': 'same-origin' }
    expect((await ask(vault, '/api/session', 'PUT', fromVault, session)).status).toBe(403)
    for (const token of [{ token: 'A'.repeat(43) }, { token: 'x' }, { token: 7 }, {}, null])
      expect((await ask(vault, '/api/session', 'PUT', own, token)).status).toBe(400)
    const taken = await ask(vault, '/api/session', 'PUT', own, session)
    expect([taken.status, String(taken.headers['set-cookie'])]).toEqual([204, expect.stringContaining('HttpOnly')])
    expect(JSON.parse((await ask(vault, '/api/bundle', 'GET', { ...own, cookie })).text)).toEqual(sampleBundle(1))
  })

  it('refuses unknown host names', async () => {
    const { status, text } = await getAs('rebound.evil.example', '/api/bundle')
    expect(status).toBe(421)
    expect(JSON.parse(text).code).toBe('http/unknownHost')
  })

  it.each([
    ['GET', '/api/none', 404],
    ['GET', '/pictures/none.svg', 404],
    ['GET', '/metadata/none.json', 404],
    ['GET', '/metadata/So11111111111111111111111111111111111111112.json', 404],
    ['POST', '/metadata/none.json', 405],
    ['GET', '/rpc', 405],
    ['GET', '/api/spot/relayer', 405],
    ['POST', '/api/trpc/network', 405],
    ['POST', '/', 405],
    ['POST', '/health', 405],
  ])('answers %s %s with %d', async (method, path, status) => {
    const response = await fetch(`${base}${path}`, { method, redirect: 'manual' })
    expect(response.status).toBe(status)
    expect((await response.json()).code).toMatch(/^http\//)
    if (status === 405) expect(response.headers.get('allow')).toBeTruthy()
  })
})

// This comes last, because it uses up a client's limits.
describe('a page of another site', () => {
  const limited = ['/api/bundle', '/api/trpc/network', '/metadata/So11111111111111111111111111111111111111112.json']
  it.each(limited.slice(0, isProof ? limited.length : 1))(
    'takes nothing from this machine’s rate limit with %s',
    async path => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
      const statuses = await Promise.all(
        Array.from({ length: 400 }, async () => (await fetch(`${base}${path}`, { headers })).status),
      )
      expect(new Set(statuses)).toEqual(new Set([403]))
      expect((await fetch(`${base}/api/trpc/network`)).status).toBe(200)
    },
  )

  it('may link to a page of this one', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await fetch(`${base}/discover`, { headers, redirect: 'manual' })).status).toBeLessThan(400)
  })
})

describe('a client’s rate limit', () => {
  it('counts procedures, not requests', async () => {
    const batch = Array(20).fill('network').join(',')
    const ask = (path: string) => async () => (await fetch(`${base}/api/trpc/${path}?batch=1&input=%7B%7D`)).status
    for (const path of [batch.replaceAll(',', '%2C'), batch]) {
      await until(async () => ((await ask('network')()) === 200 ? true : undefined))
      const statuses = await Promise.all(Array.from({ length: 60 }, ask(path)))
      expect(statuses.filter(status => status === 429).length).toBeGreaterThan(30)
    }
  })

  it('counts metadata, because it is read from the chain', async () => {
    const ask = () => fetch(`${base}/metadata/So11111111111111111111111111111111111111112.json`)
    const refused = await until(async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, ask))
      return answers.find(({ status }) => status === 429)
    })
    expect((await refused.json()).code).toBe('http/tooManyRequests')
  })
})
