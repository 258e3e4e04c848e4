import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type PracticeChain, startPracticeChain } from '../src/index.ts'
import { post } from './rpcClients.ts'

/** Finds a port that is free at the moment. */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

let chain: PracticeChain
beforeAll(async () => {
  chain = await startPracticeChain({ world: 'empty', slotMs: 50 })
})
afterAll(() => chain.close())

const call = (method: string, params: unknown = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const failure = (code: number, id: unknown = 1) => ({
  jsonrpc: '2.0',
  error: { code, message: expect.any(String) },
  id,
})
const postRaw = (path: string, init: RequestInit) => fetch(`${chain.rpcUrl}${path}`, { method: 'POST', ...init })
const json = { 'content-type': 'application/json' }

describe('JSON-RPC over HTTP', () => {
  it('answers calls and batches, in order, and ids of every kind', async () => {
    expect(await post(chain, call('getHealth'))).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 })
    expect(await post(chain, { jsonrpc: '2.0', id: 'a', method: 'getHealth' })).toMatchObject({ id: 'a', result: 'ok' })
    expect(await post(chain, call('getHealth', [], null))).toEqual({ jsonrpc: '2.0', result: 'ok', id: null })
    const batch = [call('getHealth', [], 7), call('nothing', [], 'x'), { jsonrpc: '2.0', method: 'getHealth' }, {}]
    expect(await post(chain, batch)).toEqual([
      { jsonrpc: '2.0', result: 'ok', id: 7 },
      failure(-32601, 'x'),
      failure(-32600, null),
    ])
    const many = Array.from({ length: 500 }, (_, i) => call('getHealth', [], i))
    expect(((await post(chain, many)) as { id: number }[]).map(({ id }) => id)).toEqual(many.map(({ id }) => id))
  })

  it('neither answers nor carries out a call without an id', async () => {
    const silent = async (body: unknown) => {
      const answer = await postRaw('/', { headers: json, body: JSON.stringify(body) })
      return [answer.status, await answer.text()]
    }
    const receiver = 'Nobody1111111111111111111111111111111111112'
    const airdrop = { jsonrpc: '2.0', method: 'requestAirdrop', params: [receiver, 1e9] }
    expect(await silent(airdrop)).toEqual([200, ''])
    expect(await silent([airdrop, airdrop])).toEqual([200, ''])
    expect(await silent([])).toEqual([200, ''])
    expect(await post(chain, call('getBalance', [receiver, { commitment: 'processed' }]))).toMatchObject({
      result: { value: 0 },
    })
  })

  it('refuses invalid requests with the codes of JSON-RPC', async () => {
    const parseError = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }
    for (const wrong of ['', '{', '5', 'null', '"x"', '[5]', '{"id":1.5}', '{"id":-1}', '{"id":{}}'])
      expect([wrong, await post(chain, wrong)]).toEqual([wrong, parseError])
    for (const [wrong, id] of [
      ['{}', null],
      ['{"jsonrpc":"1.0","method":"getHealth","id":1}', 1],
      ['{"jsonrpc":"2.0","id":"a"}', 'a'],
      ['{"jsonrpc":"2.0","id":2,"method":5}', 2],
      ['{"jsonrpc":"2.0","id":3,"method":"getHealth","params":5}', 3],
      ['{"jsonrpc":"2.0","id":4,"method":"getHealth","more":0}', 4],
    ])
      expect([wrong, await post(chain, wrong)]).toEqual([
        wrong,
        { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id },
      ])
    expect(await post(chain, { id: 1, method: 'getHealth' })).toMatchObject({
      error: { code: -32600, message: 'Unsupported JSON-RPC protocol version' },
      id: 1,
    })
    for (const unknown of ['getNothing', 'constructor', '__proto__', 'toString', 'accountSubscribe'])
      expect(await post(chain, call(unknown, {}))).toEqual({
        jsonrpc: '2.0',
        error: { code: -32601, message: 'Method not found' },
        id: 1,
      })
  })

  it('counts parameters before it reads any, with a cluster’s texts', async () => {
    for (const [method, params, message] of [
      ['getSlot', { commitment: 'confirmed' }, '`params` should be an array'],
      ['getSlot', [null, null], 'Invalid parameters: Expected from 0 to 1 parameters.'],
      ['getBalance', [], '`params` should have at least 1 argument(s)'],
      ['getHealth', [1], 'Invalid parameters: No parameters were expected'],
      ['getBlockTime', [], 'Invalid params: invalid length 0, expected a tuple of size 1.'],
      ['getBlockTime', { slot: 1 }, 'Invalid params: invalid type: map, expected a tuple of size 1.'],
      ['getBalance', [5], 'Invalid params: invalid type: integer `5`, expected a string.'],
      ['getBlockTime', [-1], 'Invalid params: invalid value: integer `-1`, expected u64.'],
      ['getBlockTime', [1.5], 'Invalid params: invalid type: floating point `1.5`, expected u64.'],
      [
        'getSlot',
        [{ commitment: 'soon' }],
        'Invalid params: unknown variant `soon`, expected one of `processed`, `confirmed`, `finalized`.',
      ],
      ['getBalance', ['1', 'x'], 'Invalid params: invalid type: string "x", expected struct RpcContextConfig.'],
    ] as const)
      expect([method, params, await post(chain, call(method, params))]).toMatchObject([
        method,
        params,
        { error: { code: -32602, message } },
      ])
  })

  it('works only at / and /rpc, and only for JSON', async () => {
    const body = JSON.stringify(call('getHealth'))
    expect((await postRaw('/rpc', { headers: json, body })).status).toBe(200)
    expect((await postRaw('/rpc?key=1', { headers: json, body })).status).toBe(200)
    expect((await postRaw('/elsewhere', { headers: json, body })).status).toBe(404)
    expect((await postRaw('/', { headers: { 'content-type': 'text/plain' }, body })).status).toBe(415)
    expect((await fetch(chain.rpcUrl)).status).toBe(405)
    expect(await (await fetch(`${chain.rpcUrl}/health`)).text()).toBe('ok')
    expect((await fetch(chain.rpcUrl, { method: 'OPTIONS' })).headers.get('access-control-allow-methods')).toContain(
      'POST',
    )
  })

  it('accepts bodies up to a validator’s limit and answers larger bodies with 413', async () => {
    const padded = (length: number) => JSON.stringify(call('getHealth')).padEnd(length)
    expect((await postRaw('/', { headers: json, body: padded(50 * 1024) })).status).toBe(200)
    expect((await postRaw('/', { headers: json, body: padded(50 * 1024 + 1) })).status).toBe(413)
    expect((await postRaw('/', { headers: json, body: padded(10 * 1024 * 1024) })).status).toBe(413)
    expect(await post(chain, call('getHealth'))).toMatchObject({ result: 'ok' })
  })
})

describe('JSON-RPC over WebSocket', () => {
  const open = async (url: string) => {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    const ask = (body: string) =>
      new Promise<unknown>(resolve => {
        socket.once('message', data => resolve(JSON.parse(String(data))))
        socket.send(body)
      })
    return { socket, ask }
  }

  it('works at / and /rpc of the same port', async () => {
    for (const path of ['', '/', '/rpc']) {
      const { socket, ask } = await open(`${chain.wsUrl}${path}`)
      expect(await ask(JSON.stringify(call('slotSubscribe')))).toMatchObject({ result: expect.any(Number) })
      socket.close()
    }
    await expect(open(`${chain.wsUrl}/elsewhere`)).rejects.toThrow('404')
  })

  it('also works at a second port, for old clients', async () => {
    const subscriptionPort = await freePort()
    const other = await startPracticeChain({ world: 'empty', slotMs: 50, subscriptionPort })
    const { socket, ask } = await open(`ws://127.0.0.1:${subscriptionPort}`)
    expect(await ask(JSON.stringify(call('rootSubscribe')))).toMatchObject({ result: 1 })
    socket.close()
    await other.close()
    await expect(open(`ws://127.0.0.1:${subscriptionPort}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('identifies itself', async () => {
    const { socket, ask } = await open(chain.wsUrl)
    const { result } = (await post(chain, call('getVersion'))) as { result: Record<string, unknown> }
    expect(await ask(JSON.stringify(call('getVersion')))).toMatchObject({
      result: { 'solana-core': result['solana-core'], 'feature-set': result['feature-set'] },
    })
    socket.close()
  })

  it('refuses unknown requests, and goes on', async () => {
    const { socket, ask } = await open(chain.wsUrl)
    expect(await ask('{')).toEqual(failure(-32700, null))
    expect(await ask('{}')).toEqual(failure(-32600, null))
    for (const unknown of ['getSlot', 'voteSubscribe', 'Subscribe', 'toStringSubscribe', 'accountsSubscribe'])
      expect([unknown, await ask(JSON.stringify(call(unknown)))]).toEqual([unknown, failure(-32601)])
    for (const [method, params] of [
      ['accountSubscribe', ['not an address']],
      ['accountSubscribe', []],
      ['accountSubscribe', [chain.genesisHash, { encoding: 'hex' }]],
      ['programSubscribe', [chain.genesisHash, { filters: [{ memcmp: { offset: 0, bytes: '0' } }] }]],
      ['logsSubscribe', [{ mentions: [] }]],
      ['logsSubscribe', [{ mentions: ['1', '1'] }]],
      ['logsSubscribe', ['some']],
      ['logsSubscribe', ['mentions']],
      ['signatureSubscribe', ['1']],
      ['blockSubscribe', ['all', { commitment: 'processed' }]],
      ['blockSubscribe', [{ mentionsAccountOrProgram: 'x' }]],
      ['slotSubscribe', [1]],
      ['slotUnsubscribe', [99]],
      ['slotUnsubscribe', []],
      ['slotUnsubscribe', ['1']],
    ] as const)
      expect([method, params, await ask(JSON.stringify(call(method, params)))]).toEqual([
        method,
        params,
        failure(-32602),
      ])
    socket.close()
  })

  it('hangs up on messages larger than a validator’s limit', async () => {
    const { socket } = await open(chain.wsUrl)
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.send(JSON.stringify(call('slotSubscribe')).padEnd(4097))
    expect(await closed).toBe(1009)
  })
})
