import { encodeBase64 } from '@tern/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fault } from '../../test/fault.ts'
import { transactionOf } from '../../test/providerServer.ts'
import { type Answer, type ScriptedNode, silence, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createChain } from '../chain.ts'
import { createEndpoint } from '../rpc/endpoint.ts'
import { normalProvider } from './normal.ts'

const nodes: ScriptedNode[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

async function providerOf(...answers: readonly Answer[]) {
  for (const answer of answers) nodes.push(await startScriptedNode(() => answer))
  return normalProvider(createChain({ rpc: nodes.map(({ url }) => `${url}/?api-key=secret`) }))
}

const transaction = transactionOf(3)
const { signal } = new AbortController()

/** The provider at a node, with this timeout. */
async function providerAt(answer: Answer, timeoutMs = 5_000) {
  const node = await startScriptedNode(() => answer)
  nodes.push(node)
  return normalProvider({ nodes: [createEndpoint(`${node.url}/?api-key=secret`, timeoutMs).rpc] })
}

const refusal = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } })
const page = '<!doctype html><title>502 Bad Gateway</title>'
const half = '{"jsonrpc":"2.0","re'
/** Begins an answer and never ends it. */
const stalls: Answer = response => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(half)
}
/** Promises more bytes than it sends, then disconnects. */
const breaksOff: Answer = response => {
  response.writeHead(200, { 'content-length': '100' }).write(half, () => response.destroy())
}
const hangsUp: Answer = response => response.destroy()
const ofCall = 'The node gave no proper answer to sendTransaction'

describe('the cluster’s own nodes', () => {
  it('accept a transaction when one node does, and are endpoints that can be measured separately', async () => {
    const provider = await providerOf(text('', 503), { result: transaction.signature })
    await provider.send(transaction, { signal })
    const [down, up] = provider.endpoints ?? []
    expect([down?.name, up?.name]).toEqual(['node 1', 'node 2'])
    await up?.send(transaction, { signal })
    await up?.probe(signal)
    expect(nodes[1]?.calls.map(({ method }) => method)).toEqual(['sendTransaction', 'sendTransaction', 'getHealth'])
    await expect(down?.probe(signal)).rejects.toThrow('The node gave no proper answer to getHealth')
  })

  it('send with the parameters that a cluster wants', async () => {
    const provider = await providerAt({ result: transaction.signature })
    await provider.send(transaction, { signal })
    const options = { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 }
    expect(nodes[0]?.calls).toMatchObject([
      { jsonrpc: '2.0', method: 'sendTransaction', params: [encodeBase64(transaction.bytes), options] },
    ])
  })

  it.each([
    ['a page with an error', text(page, 502), 'rpc/badAnswer', `${ofCall}: HTTP 502 Bad Gateway`, 'Bad Gateway'],
    ['a page without one', text(page), 'rpc/badAnswer', `${ofCall}: no JSON`, 'no JSON'],
    ['half an answer', text(half), 'rpc/badAnswer', `${ofCall}: no JSON`, 'no JSON'],
    ['nothing', text('{}'), 'rpc/badAnswer', `${ofCall}: neither result nor error`, 'neither result nor error'],
    ['a refusal', text(refusal(-32602, 'bad')), 'rpc/refused', 'sendTransaction: bad (-32602)', 'bad'],
    ['no admission', text('', 403), 'rpc/badAnswer', `${ofCall}: HTTP 403 Forbidden`, 'Forbidden'],
    ['too often', text(page, 429), 'rpc/tooManyRequests', 'Too many requests to the node', undefined],
    ['half an answer, hanging up', breaksOff, 'rpc/unreachable', 'The node cannot be reached', undefined],
    ['hanging up', hangsUp, 'rpc/unreachable', 'The node cannot be reached', undefined],
  ] as const)('turn %s into an error', async (_, answer, code, message, why) => {
    const provider = await providerAt(answer)
    const alone = await fault(provider.endpoints[0]?.send(transaction, { signal }) ?? Promise.resolve())
    expect([alone.code, alone.message]).toEqual([code, message])
    const whole = await fault(provider.send(transaction, { signal }))
    expect([whole.code, whole.message]).toEqual(['send/failed', `Failed to send transaction: ${why ?? message}`])
    for (const { message, facts } of [alone, whole]) expect(message + JSON.stringify(facts)).not.toContain('secret')
  })

  it.each([
    ['silence', silence],
    ['half an answer and silence', stalls],
  ])('time out on %s', async (_, answer) => {
    const provider = await providerAt(answer, 500)
    const alone = await fault(provider.endpoints[0]?.send(transaction, { signal }) ?? Promise.resolve())
    expect([alone.code, alone.message]).toEqual(['rpc/timedOut', 'The node did not answer sendTransaction in 500 ms'])
    const whole = await fault(provider.send(transaction, { signal }))
    expect([whole.code, whole.message]).toEqual(['send/timedOut', 'Transaction sending timed out'])
  })

  it.each([
    ['7', 7_000],
    ['600', 60_000],
    [undefined, 1_000],
  ])('report Retry-After (%s)', async (header, retryAfterMs) => {
    const provider = await providerAt(text(page, 429, header === undefined ? {} : { 'retry-after': header }))
    const alone = await fault(provider.endpoints[0]?.send(transaction, { signal }) ?? Promise.resolve())
    expect(alone.facts).toMatchObject({ retryAfterMs })
  })

  it('F05 skip a rate-limited node for as long as it asks', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const provider = await providerOf(text(page, 429, { 'retry-after': '20' }), { result: transaction.signature })
    await fault(provider.endpoints[0]?.send(transaction, { signal }) ?? Promise.resolve())
    await provider.send(transaction, { signal })
    vi.advanceTimersByTime(19_000)
    await provider.send(transaction, { signal })
    expect(nodes.map(({ calls }) => calls.length)).toEqual([1, 2])
    vi.advanceTimersByTime(1_000)
    await provider.send(transaction, { signal })
    await expect.poll(() => nodes.map(({ calls }) => calls.length)).toEqual([2, 3])
  })

  it('F05 send once if every node is rate-limited, and again when a node is free', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const provider = await providerAt(text(page, 429, { 'retry-after': '20' }))
    const other = transactionOf(5)
    const after: (readonly [number | undefined, string])[] = []
    for (const one of [transaction, transaction, other, other]) {
      const { message } = await fault(provider.send(one, { signal }))
      after.push([nodes[0]?.calls.length, message])
    }
    expect(after).toEqual([
      [1, 'Failed to send transaction: Too many requests to the node'],
      [1, 'Failed to send transaction: too many requests'],
      [2, 'Failed to send transaction: Too many requests to the node'],
      [2, 'Failed to send transaction: too many requests'],
    ])
    vi.advanceTimersByTime(20_000)
    await fault(provider.send(transaction, { signal }))
    expect(nodes[0]?.calls).toHaveLength(3)
  })

  it('stop when the caller aborts, with the caller’s reason', async () => {
    const provider = await providerAt(silence, 600_000)
    const abort = new AbortController()
    const sending = provider.send(transaction, { signal: abort.signal })
    abort.abort('enough')
    await expect(sending).rejects.toBe('enough')
  })

  it('F15 are not believed if they return another signature', async () => {
    const provider = await providerOf({ result: transactionOf(4).signature })
    await expect(provider.send(transaction, { signal })).rejects.toThrow(
      'Failed to send transaction: node 1 answered with another signature',
    )
  })
})
