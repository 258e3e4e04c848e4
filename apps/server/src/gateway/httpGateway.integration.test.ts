import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { answerRpc, type Gateway } from './httpGateway.ts'
import { methodRules } from './methods.ts'
import { createUpstream } from './upstream.ts'

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

let node: Server
let url: string
let asked: string[] = []
let answer: (body: string) => Answer | 'hang up'
const secret = 's3cret-api-key'

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    asked.push(body)
    const reply = answer(body)
    if (reply === 'hang up') request.socket.destroy()
    else
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}/?api-key=${secret}`
})
afterAll(() => node.close())
beforeEach(() => {
  asked = []
  answer = () => ({ body: '{"jsonrpc":"2.0","id":1,"result":42}' })
})

const gateway = (kind: 'practice' | 'cluster' = 'cluster', burst = 1000, rpcUrl = url): Gateway => ({
  upstream: createUpstream(rpcUrl),
  rules: methodRules(kind),
  limit: createClientRateLimit({ burst, perSecond: 1 }),
  faucet: createClientRateLimit({ burst: 50, perSecond: 0.1, now: () => time }),
})
let time = 0
const post = (body: unknown, to = gateway(), headers: Record<string, string> = {}) =>
  answerRpc(
    new Request('http://tern.localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    'client',
    to,
  )
const call = (method: string, params: unknown = []) => ({ jsonrpc: '2.0', id: 7, method, params })
const codeOf = async (response: Response) => (await response.json()).error?.code

describe('practice SOL', () => {
  const airdrop = (sol: number) => call('requestAirdrop', ['somebody', sol * 1e9])

  it('is limited for each client, and refills with time', async () => {
    const to = gateway('practice')
    const statusOf = async (body: unknown) => (await post(body, to)).status
    expect([await statusOf(airdrop(30)), await statusOf([airdrop(9.5), airdrop(9.5)])]).toEqual([200, 200])
    const refused = await post(airdrop(1), to)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    // The client's other calls are not delayed.
    expect(await statusOf(call('getSlot'))).toBe(200)
    time += 10_000
    expect([await statusOf(airdrop(1)), await statusOf(airdrop(1))]).toEqual([200, 429])
  })
})

describe('POST /rpc', () => {
  it('forwards an allowed call and its answer', async () => {
    const response = await post(call('getSlot'))
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 42 })
    expect(JSON.parse(asked[0] ?? '')).toEqual(call('getSlot'))
  })

  it('keeps all digits of numbers above 2^53', async () => {
    const max = '18446744073709551615'
    await post(`{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["x",{"minContextSlot":${max}}]}`)
    expect(asked[0]).toContain(`"minContextSlot":${max}`)
  })

  it('forwards only the four fields of a call', async () => {
    await post('{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","method":"getSlot","params":[],"more":1}')
    expect(asked).toEqual(['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}'])
  })

  it.each(['getProgramAccounts', 'requestAirdrop', 'getBlock', 'setLogFilter', 'validatorExit', '__proto__', ''])(
    'refuses %s on a cluster',
    async method => {
      const response = await post(call(method))
      expect(response.status).toBe(200)
      expect(await codeOf(response)).toBe(-32601)
      expect(asked).toEqual([])
    },
  )

  it('answers a token’s largest holders on a cluster, at the cost of fifty simple calls', async () => {
    const slow = gateway('cluster', 99)
    expect((await post(call('getTokenLargestAccounts'), slow)).status).toBe(200)
    expect((await post(call('getTokenLargestAccounts'), slow)).status).toBe(429)
    expect(asked).toHaveLength(1)
  })

  it('gives practice money on the practice chain only', async () => {
    await post(call('requestAirdrop'), gateway('practice'))
    expect(asked).toHaveLength(1)
  })

  it('answers each call of a batch', async () => {
    const response = await post([call('getSlot'), call('getBlock'), 5])
    const answers = await response.json()
    expect(answers.map((one: { result?: number; error?: { code: number } }) => one.result ?? one.error?.code)).toEqual([
      42, -32601, -32600,
    ])
  })

  it.each([
    ['[]', -32600],
    [JSON.stringify(Array(51).fill(call('getSlot'))), -32600],
    ['{', -32700],
    ['"text"', -32600],
    ['null', -32600],
    ['{"method":"getSlot"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"getSlot"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{"a":1}}', -32600],
  ])('refuses %s', async (body, code) => {
    expect(await codeOf(await post(body))).toBe(code)
    expect(asked).toEqual([])
  })

  it('refuses a body of 10 MB, with or without a stated length, without reading it', async () => {
    let read = 0
    const body = new ReadableStream({
      pull(controller) {
        read += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
        if (read >= 10_000_000) controller.close()
      },
    })
    const request = new Request('http://tern.localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
    await expect(answerRpc(request, 'client', gateway())).rejects.toMatchObject({ code: 'http/bodyTooLarge' })
    expect(read).toBeLessThan(600_000)
    await expect(post(' ', gateway(), { 'content-length': '10000000' })).rejects.toMatchObject({
      code: 'http/bodyTooLarge',
    })
  })

  it('charges a body by its bytes, with any content', async () => {
    const slow = gateway('cluster', 8)
    expect(await codeOf(await post('{'.padEnd(28 * 1024), slow))).toBe(-32700)
    expect((await post(call('getSlot'), slow)).status).toBe(200)
    expect((await post(call('getSlot'), slow)).status).toBe(429)
    const said = gateway('cluster', 8)
    await post(call('getSlot'), said, { 'content-length': '4' })
    const large = new Request('http://tern.localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(32 * 1024) },
      body: ' '.repeat(32 * 1024),
    })
    expect((await answerRpc(large, 'client', said)).status).toBe(429)
    expect(large.bodyUsed).toBe(false)
  })

  it('accepts 32 kB, and more only for sends and simulations', async () => {
    const padding = 'x'.repeat(40_000)
    await expect(post(call('getSlot', [padding]))).rejects.toMatchObject({ code: 'http/bodyTooLarge' })
    for (const method of ['sendTransaction', 'simulateTransaction'])
      expect((await post(call(method, [padding]))).status).toBe(200)
  })

  it.each([
    ['nested deeply', '['.repeat(250)],
    ['of very many values', `[${'0,'.repeat(5_000)}0]`],
  ])('does not parse a body %s', async (_, body) => {
    await expect(post(body)).rejects.toMatchObject({ code: 'http/badRequest' })
  })

  it('refuses a body that is not sent as JSON', async () => {
    await expect(post('{}', gateway(), { 'content-type': 'text/plain' })).rejects.toMatchObject({
      code: 'http/notJson',
    })
  })

  it('limits the rate of a client', async () => {
    const slow = gateway('cluster', 3)
    for (let i = 0; i < 3; i++) expect((await post(call('getSlot'), slow)).status).toBe(200)
    const response = await post(call('getSlot'), slow)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await response.json()).error.data.code).toBe('http/tooManyRequests')
  })
})

describe('a node that fails', () => {
  it.each([
    ['truncated', { body: '{"jsonrpc":"2.0","id":1,"resu' }, 'gateway/answer'],
    ['HTML', { status: 502, body: '<html>Bad gateway</html>' }, 'gateway/answer'],
    ['an empty body', { body: '' }, 'gateway/answer'],
    ['JSON that is no answer', { body: '{"hello":1}' }, 'gateway/answer'],
    ['a refused key', { status: 401, body: `{"message":"invalid api key ${secret}"}` }, 'gateway/answer'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'gateway/unreachable'],
    ['no answer', 'hang up' as const, 'gateway/unreachable'],
  ])('answers %s with a typed error', async (_, reply, code) => {
    answer = () => reply
    const response = await post(call('getSlot'))
    expect(response.status).toBe(200)
    const { id, error } = await response.json()
    expect(id).toBe(7)
    expect(error.data.code).toBe(code)
    expect(JSON.stringify(error)).not.toContain(secret)
  })

  it('hides the key in the node’s own answer', async () => {
    answer = () => ({
      body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"quota of ${secret} is used up"}}`,
    })
    expect(await (await post(call('getSlot'))).text()).not.toContain(secret)
  })

  it('forwards the node’s rate limit', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '3' }, body: '' })
    const response = await post(call('getSlot'))
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('3')
  })

  it('does not name a node that cannot be reached', async () => {
    const response = await post(call('getSlot'), gateway('cluster', 10, `http://127.0.0.1:1/${secret}`))
    const text = await response.text()
    expect(text).toContain('The node cannot be reached')
    expect(text).not.toContain('127.0.0.1')
  })
})
