import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type PracticeChain, startPracticeChain } from '../src/index.ts'
import { post } from './rpcClients.ts'

/** A port that nobody listened on a moment ago. */
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
  it('answers calls and batches, in order, notifications not at all', async () => {
    expect(await post(chain, call('getHealth'))).toEqual({ jsonrpc: '2.0', result: 'ok', id: 1 })
    expect(await post(chain, { jsonrpc: '2.0', id: 'a', method: 'getHealth' })).toMatchObject({ id: 'a', result: 'ok' })
    const batch = [call('getHealth', [], 7), call('nothing', [], 'x'), { jsonrpc: '2.0', method: 'getHealth' }, 5]
    expect(await post(chain, batch)).toEqual([
      { jsonrpc: '2.0', result: 'ok', id: 7 },
      failure(-32601, 'x'),
      failure(-32600, null),
    ])
    const silent = await postRaw('/', { headers: json, body: '{"jsonrpc":"2.0","method":"getHealth"}' })
    expect([silent.status, await silent.text()]).toEqual([200, ''])
  })

  it('refuses what is no request with the codes of JSON-RPC', async () => {
    expect(await post(chain, '{')).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error' },
      id: null,
    })
    for (const wrong of [
      '[]',
      '5',
      'null',
      '{}',
      '{"jsonrpc":"1.0","method":"getHealth","id":1}',
      '{"jsonrpc":"2.0","id":1}',
    ])
      expect(await post(chain, wrong)).toEqual(failure(-32600, null))
    expect(await post(chain, call('getSlot', { commitment: 'confirmed' }))).toEqual(failure(-32602))
    for (const unknown of ['getNothing', 'constructor', '__proto__', 'toString', 'accountSubscribe'])
      expect(await post(chain, call(unknown))).toEqual({
        jsonrpc: '2.0',
        error: { code: -32601, message: 'Method not found' },
        id: 1,
      })
  })

  it('is at / and /rpc, nowhere else, and only for JSON', async () => {
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

  it('takes bodies as large as a validator does and answers larger ones with 413', async () => {
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

  it('is at / and /rpc of the same port', async () => {
    for (const path of ['', '/', '/rpc']) {
      const { socket, ask } = await open(`${chain.wsUrl}${path}`)
      expect(await ask(JSON.stringify(call('slotSubscribe')))).toMatchObject({ result: 1 })
      socket.close()
    }
    await expect(open(`${chain.wsUrl}/elsewhere`)).rejects.toThrow('404')
  })

  it('is also at a second port, where old clients look for it', async () => {
    const subscriptionPort = await freePort()
    const other = await startPracticeChain({ world: 'empty', slotMs: 50, subscriptionPort })
    const { socket, ask } = await open(`ws://127.0.0.1:${subscriptionPort}`)
    expect(await ask(JSON.stringify(call('rootSubscribe')))).toMatchObject({ result: 1 })
    socket.close()
    await other.close()
    await expect(open(`ws://127.0.0.1:${subscriptionPort}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('refuses what it does not know, and survives it', async () => {
    const { socket, ask } = await open(chain.wsUrl)
    expect(await ask('{')).toEqual(failure(-32700, null))
    expect(await ask(JSON.stringify(call('getSlot')))).toEqual(failure(-32601))
    expect(await ask(JSON.stringify(call('blockSubscribe', ['all'])))).toEqual(failure(-32601))
    expect(await ask(JSON.stringify(call('accountSubscribe', ['not an address'])))).toEqual(failure(-32602))
    expect(await ask(JSON.stringify(call('logsSubscribe', [{ mentions: [] }])))).toEqual(failure(-32602))
    expect(await ask(JSON.stringify(call('slotUnsubscribe', [99])))).toEqual(failure(-32602))
    socket.close()
  })
})
