import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { firstToAnswer } from './firstToAnswer.ts'
import type { Upstream } from './upstream.ts'

const call = { method: 'getSlot', params: [], id: 1 }
const refusal = (code: number) => JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } })

/** Nodes that answer with these texts or throw these errors. The test sets the time. */
function nodes(...says: (string | TernError)[]) {
  const at = { time: 0, asked: [] as number[], order: says.map((_, i) => i) }
  const upstreams = says.map(
    (_, i): Upstream => ({
      subscriptionsUrl: says[i] instanceof TernError ? undefined : `ws://${i}`,
      async ask() {
        at.asked.push(i)
        const said = says[i]
        if (said instanceof TernError) throw said
        return said ?? ''
      },
    }),
  )
  const first = firstToAnswer(
    upstreams,
    () => at.order,
    () => at.time,
  )
  const ask = async () => {
    at.asked = []
    const answer = await first.ask(call).catch((error: TernError) => error.code)
    return [answer, at.asked]
  }
  return { at, says, ask, first }
}

const gone = new TernError('gateway/unreachable', { method: 'getSlot' })
const limited = (retryAfterSeconds: number) => new TernError('http/tooManyRequests', { retryAfterSeconds })

describe('several nodes behind one path', () => {
  it('are asked in the given order, until one answers', async () => {
    const { at, ask } = nodes('a', 'b')
    expect(await ask()).toEqual(['a', [0]])
    at.order = [1, 0]
    expect(await ask()).toEqual(['b', [1]])
  })

  it('rest for 5 s after a failure, or as long as `Retry-After` says', async () => {
    const { at, says, ask } = nodes(gone, 'b')
    expect(await ask()).toEqual(['b', [0, 1]])
    expect(await ask()).toEqual(['b', [1]])
    at.time = 5_000
    says[0] = limited(20)
    expect(await ask()).toEqual(['b', [0, 1]])
    at.time = 24_999
    expect(await ask()).toEqual(['b', [1]])
    at.time = 25_000
    says[0] = 'a'
    expect(await ask()).toEqual(['a', [0]])
  })

  it('replace a node that is behind, but do not repeat a wrong call', async () => {
    expect(await nodes(refusal(-32016), 'b').ask()).toEqual(['b', [0, 1]])
    expect(await nodes(refusal(-32602), 'b').ask()).toEqual([refusal(-32602), [0]])
    expect(await nodes(gone, refusal(-32005)).ask()).toEqual([refusal(-32005), [0, 1]])
  })

  it('report the last error if all fail', async () => {
    expect(await nodes(gone, limited(3)).ask()).toEqual(['http/tooManyRequests', [0, 1]])
  })

  it('offer subscriptions at the first node that has them', () => {
    expect(nodes(gone, 'b').first.subscriptionsUrl).toBe('ws://1')
    expect(nodes(gone).first.subscriptionsUrl).toBe(undefined)
  })

  it('are not asked for a client that has left', async () => {
    const { at, first } = nodes(gone, 'b')
    await expect(first.ask(call, AbortSignal.abort())).rejects.toThrow('cannot be reached')
    expect(at.asked).toEqual([0])
  })
})
