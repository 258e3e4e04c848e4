import { createSolanaRpcFromTransport } from '@solana/kit'
import { afterEach, describe, expect, it } from 'vitest'
import { fault } from '../../test/fault.ts'
import { type Answer, type ScriptedNode, silence, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createEndpoint } from './endpoint.ts'
import { createFailover } from './failover.ts'

const nodes: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

async function node(answer: Answer) {
  const started = await startScriptedNode(() => answer)
  nodes.push(started)
  return started
}

/** Begins an answer and stops. */
const partial: Answer = response => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"jsonrpc"')
}

const hangUp: Answer = response => response.destroy()

const height = (url: string) => createEndpoint(url, 300).rpc.getBlockHeight().send()
const rpcError = (code: number) => text(JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code, message: 'behind' } }))

describe('a node', () => {
  it('answers with exact integers beyond 2^53', async () => {
    const { url } = await node({ result: 7 })
    expect(await height(url)).toBe(7n)
    const large = await node(text('{"jsonrpc":"2.0","id":0,"result":18446744073709551615}'))
    expect(await height(large.url)).toBe(18446744073709551615n)
  })

  it.each([
    ['hangs', silence, 'rpc/timedOut', 'The node did not answer getBlockHeight in 300 ms'],
    ['stops in the middle', partial, 'rpc/timedOut', 'The node did not answer getBlockHeight in 300 ms'],
    ['breaks off', hangUp, 'rpc/unreachable', 'The node cannot be reached'],
    ['gets too many requests', text('', 429), 'rpc/tooManyRequests', 'Too many requests to the node'],
    [
      'fails',
      text('', 503),
      'rpc/badAnswer',
      'The node gave no proper answer to getBlockHeight: HTTP 503 Service Unavailable',
    ],
    ['answers a page', text('<html>'), 'rpc/badAnswer', 'The node gave no proper answer to getBlockHeight: no JSON'],
    [
      'answers half',
      text('{"jsonrpc":"2.0","re'),
      'rpc/badAnswer',
      'The node gave no proper answer to getBlockHeight: no JSON',
    ],
    [
      'answers a number',
      text('1'),
      'rpc/badAnswer',
      'The node gave no proper answer to getBlockHeight: no JSON-RPC answer',
    ],
    [
      'answers nothing',
      text('{}'),
      'rpc/badAnswer',
      'The node gave no proper answer to getBlockHeight: neither result nor error',
    ],
    ['refuses', rpcError(-32602), 'rpc/refused', 'getBlockHeight: behind (-32602)'],
  ] as const)('that %s', async (_, answer, code, message) => {
    const { url } = await node(answer)
    const error = await fault(height(url))
    expect([error.code, error.message]).toEqual([code, message])
  })

  it('is unreachable if it does not exist', async () => {
    const { url, close } = await node({ result: 1 })
    await close()
    expect((await fault(height(url))).code).toBe('rpc/unreachable')
  })

  it('reports its Retry-After', async () => {
    const { url } = await node(text('', 429, { 'retry-after': '7' }))
    expect((await fault(height(url))).facts).toEqual({ method: 'getBlockHeight', retryAfterMs: 7000 })
  })

  it('is released when the caller aborts', async () => {
    const { url } = await node(silence)
    const abort = new AbortController()
    const asked = createEndpoint(url).rpc.getBlockHeight().send({ abortSignal: abort.signal })
    abort.abort('enough')
    await expect(asked).rejects.toBe('enough')
  })

  it('never shows its address, which may hold a key', async () => {
    const { url } = await node(text('', 503))
    const error = await fault(height(`${url}/?api-key=secret`))
    expect(JSON.stringify(error.facts) + error.message).not.toContain('secret')
  })
})

describe('several nodes', () => {
  let time = 0
  const rpcOf = (...of: readonly ScriptedNode[]) =>
    createSolanaRpcFromTransport(
      createFailover(
        of.map(({ url }) => createEndpoint(url, 300)),
        () => time,
      ),
    )

  it('are asked in turn until one answers; a failed node is asked last for 5 s', async () => {
    const first = await node(text('', 500))
    const second = await node({ result: 2 })
    const rpc = rpcOf(first, second)
    expect(await rpc.getBlockHeight().send()).toBe(2n)
    expect(await rpc.getBlockHeight().send()).toBe(2n)
    expect([first.calls.length, second.calls.length]).toEqual([1, 2])
    time += 5000
    await rpc.getBlockHeight().send()
    expect([first.calls.length, second.calls.length]).toEqual([2, 3])
  })

  it('let a rate-limited node rest for as long as it asks', async () => {
    const first = await node(text('', 429, { 'retry-after': '20' }))
    const second = await node({ result: 2 })
    const rpc = rpcOf(first, second)
    for (let i = 0; i < 3; i++) {
      await rpc.getBlockHeight().send()
      time += 6000
    }
    expect(first.calls.length).toBe(1)
  })

  it('do not each get a request that is wrong', async () => {
    const first = await node(rpcError(-32602))
    const second = await node({ result: 2 })
    const error = await fault(rpcOf(first, second).getBlockHeight().send())
    expect([error.code, second.calls.length]).toEqual(['rpc/refused', 0])
  })

  it('replace a node that is behind', async () => {
    const rpc = rpcOf(await node(rpcError(-32016)), await node({ result: 2 }))
    expect(await rpc.getBlockHeight().send()).toBe(2n)
  })

  it('all failing, report the last fault', async () => {
    const error = await fault(
      rpcOf(await node(text('', 500)), await node(silence))
        .getBlockHeight()
        .send(),
    )
    expect(error.code).toBe('rpc/timedOut')
  })

  it('all failing, report the fault that passes soonest', async () => {
    const [slow, soon] = [text('', 429, { 'retry-after': '20' }), text('', 503, { 'retry-after': '2' })]
    for (const answers of [
      [slow, soon, text('', 500)],
      [soon, slow, silence],
    ]) {
      const error = await fault(
        rpcOf(...(await Promise.all(answers.map(node))))
          .getBlockHeight()
          .send(),
      )
      expect(error.facts).toMatchObject({ retryAfterMs: 2000 })
    }
  })

  it('need at least one URL', () => {
    expect(() => createFailover([], () => 0)).toThrow('No node to connect to')
  })
})
