import { isTernError } from '@tern/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type ChainGuard, guardChain, guardedRelayer, guardedUpstream } from './chainGuard.ts'

let open: ChainGuard | undefined
afterEach(() => open?.stop())

/** A node that says what it is told to; the time is the test's. */
function scripted() {
  const node = { says: 'ours' as string | undefined, asked: 0, time: 0 }
  const guard = guardChain(
    async () => {
      node.asked++
      if (node.says === undefined) throw new TypeError('gone')
      return node.says
    },
    'ours',
    () => node.time,
  )
  open = guard
  const verdict = () =>
    guard.assertSame().then(
      () => 'same',
      (error: unknown) => (isTernError(error, 'gateway/otherChain') ? error.facts.actual : String(error)),
    )
  return { node, verdict, guard }
}

describe('the chain that the node is of', () => {
  it('is asked for once in ten seconds', async () => {
    const { node, verdict } = scripted()
    expect([await verdict(), await verdict(), node.asked]).toEqual(['same', 'same', 0])
    node.time = 10_001
    expect([await verdict(), await verdict(), node.asked]).toEqual(['same', 'same', 1])
  })

  it('is found to be another before anything is sent, and to be the same again at once', async () => {
    const { node, verdict } = scripted()
    node.time = 10_001
    node.says = 'other'
    expect(await verdict()).toBe('other')
    node.says = 'ours'
    expect(await verdict()).toBe('same')
  })

  it('is asked for each time while the node is away, and as soon as it is back', async () => {
    const { node, verdict } = scripted()
    node.time = 10_001
    node.says = undefined
    expect(await verdict()).toBe('same')
    node.says = 'other'
    expect(await verdict()).toBe('other')
    node.says = undefined
    expect(await verdict()).toBe('other')
  })

  it('is asked for once by all who wait for it', async () => {
    const { node, verdict } = scripted()
    node.time = 10_001
    await Promise.all([verdict(), verdict(), verdict()])
    expect(node.asked).toBe(1)
  })

  it('stands before the relayer, and before transactions through the gateway', async () => {
    const { node, guard } = scripted()
    const done: string[] = []
    const relayer = guardedRelayer(
      {
        relay: async () => {
          done.push('relayed')
          return { allFailed: false }
        },
      },
      guard,
    )
    const upstream = guardedUpstream(
      {
        subscriptionsUrl: '',
        ask: async ({ method }) => {
          done.push(method)
          return '{}'
        },
      },
      guard,
    )
    const call = (method: string) => upstream.ask({ method, params: [], id: 1 })
    node.time = 10_001
    node.says = 'other'
    await expect(relayer.relay({})).rejects.toThrow('The node is of another chain now (genesis hash other)')
    await expect(call('sendTransaction')).rejects.toThrow('nothing is sent')
    await call('getSlot')
    expect(done).toEqual(['getSlot'])
    node.says = 'ours'
    await relayer.relay({})
    await call('sendTransaction')
    expect(done).toEqual(['getSlot', 'relayed', 'sendTransaction'])
  })
})
