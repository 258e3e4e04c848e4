import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPacedTransport } from './pacedTransport.ts'

let server: Server
let url: string
/** The server's next answers: status, body and `Retry-After`. If the list is empty, it sends a result. */
const answers: [status: number, body?: string, retryAfter?: string][] = []
/** The time of each request, by a clock that only waiting moves. */
const asked: number[] = []
let time = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    asked.push(time)
    const [status, body = '{"jsonrpc":"2.0","id":1,"result":5}', retryAfter] = answers.shift() ?? [200]
    if (status === 0) return request.socket.destroy()
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?api-key=secret`
})
beforeEach(() => {
  answers.length = 0
  asked.length = 0
  time = 0
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const now = () => time
const wait = async (ms: number) => {
  time += ms
}
const transport = (requestsPerSecond = 10) => createPacedTransport(url, { requestsPerSecond, now, wait })
const ask = (send: ReturnType<typeof transport>) => send({ payload: { jsonrpc: '2.0', id: 1, method: 'getSlot' } })

describe('a paced transport', () => {
  it('spaces requests evenly, even simultaneous requests', async () => {
    const send = transport()
    await Promise.all(Array.from({ length: 4 }, () => ask(send)))
    expect(time).toBe(345)
  })

  it('waits as long as the node asks, for all requests, and is slower afterwards', async () => {
    answers.push([429, '', '7'], [200, '{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"slow"}}'])
    const send = transport()
    expect(await ask(send)).toMatchObject({ result: 5 })
    expect(asked).toEqual([0, 7_000, 8_000])
    await ask(send)
    expect(asked.at(-1)).toBe(8_000 + Math.ceil(Math.ceil(115 * 1.2) * 1.2))
  })

  it('retries failures of the node or the network, with growing pauses', async () => {
    answers.push([503], [0], [200, 'no JSON'])
    expect(await ask(transport())).toMatchObject({ result: 5 })
    expect(asked).toEqual([0, 250, 750, 1_750])
  })

  it.each([
    [429, 'rpc/tooManyRequests', 7],
    [500, 'rpc/badAnswer', 7],
    [0, 'rpc/unreachable', 2],
    [403, 'rpc/refused', 1],
  ] as const)('gives up on HTTP %d with %s, without the URL', async (status, code, tries) => {
    for (let i = 0; i < 10; i++) answers.push([status])
    const error = await ask(transport()).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code })
    expect(JSON.stringify(error) + String(error)).not.toContain('secret')
    expect(asked.length).toBe(tries)
  })

  it('is more patient with a node that has answered before', async () => {
    const send = transport()
    await ask(send)
    for (let i = 0; i < 10; i++) answers.push([0])
    await expect(ask(send)).rejects.toThrow('The node cannot be reached')
    expect(asked.length).toBe(8)
  })

  it('stops at once', async () => {
    const stop = new AbortController()
    const send = createPacedTransport(url, { requestsPerSecond: 10, signal: stop.signal })
    answers.push([429, '', '60'])
    const sent = ask(send)
    await expect.poll(() => asked.length).toBe(1)
    stop.abort()
    await expect(sent).rejects.toThrow(/abort/i)
  })
})
