import { isTernError } from '@tern/core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Upstream } from '../gateway/upstream.ts'
import { guardedRelayer } from '../relayer/guardedRelayer.ts'
import { assertAnySame, type ChainGuard, guardChain, guardedUpstream } from './chainGuard.ts'

let open: ChainGuard | undefined
afterEach(() => open?.stop())

/** A node with answers and a clock that the test sets. */
function scripted(atFirst: string | null = 'ours') {
  let answering = Promise.resolve()
  const node = {
    says: 'ours' as string | undefined,
    asked: 0,
    time: 0,
    turns: [] as (string | undefined)[],
    /** @returns lets it answer again. */
    hang(): () => void {
      let answer = () => {}
      answering = new Promise(resolve => {
        answer = resolve
      })
      return answer
    },
  }
  const guard: ChainGuard = guardChain({
    read: async () => {
      node.asked++
      await answering
      if (node.says === undefined) throw new TypeError('gone')
      return { genesisHash: node.says, slot: node.asked }
    },
    expected: 'ours',
    first: atFirst === null ? undefined : { genesisHash: atFirst, slot: 0 },
    onTurn: () => node.turns.push(guard.last?.genesisHash),
    now: () => node.time,
  })
  open = guard
  const verdict = () =>
    guard.assertSame().then(
      () => 'same',
      (error: unknown) => (isTernError(error, 'gateway/otherChain') ? error.facts.actual : String(error)),
    )
  return { node, verdict, guard }
}

describe('the chain that the node is of', () => {
  it('is read once in ten seconds', async () => {
    const { node, verdict } = scripted()
    expect([await verdict(), await verdict(), node.asked]).toEqual(['same', 'same', 0])
    node.time = 10_001
    expect([await verdict(), await verdict(), node.asked]).toEqual(['same', 'same', 1])
  })

  it('is found to be another before a send, and to be the same again at once', async () => {
    const { node, verdict } = scripted()
    node.time = 10_001
    node.says = 'other'
    expect(await verdict()).toBe('other')
    node.says = 'ours'
    expect(await verdict()).toBe('same')
    expect(node.turns).toEqual(['other', 'ours'])
  })

  it('is read each time while the node is down, and as soon as it is back', async () => {
    const { node, verdict, guard } = scripted()
    node.time = 10_001
    node.says = undefined
    expect([await verdict(), guard.isAwake]).toEqual(['same', false])
    node.says = 'other'
    expect([await verdict(), guard.isAwake]).toEqual(['other', true])
    node.says = undefined
    expect(await verdict()).toBe('other')
  })

  it('is unknown until the node answers, and reported then', async () => {
    const { node, verdict, guard } = scripted('never')
    expect(guard.isSame).toBe(false)
    open?.stop()
    const silent = scripted(null)
    silent.node.says = undefined
    expect([await silent.verdict(), silent.guard.isSame]).toEqual(['TernError: The node cannot be reached', false])
    silent.node.says = 'ours'
    expect([await silent.verdict(), silent.guard.isSame, silent.node.turns]).toEqual(['same', true, ['ours']])
    expect([await verdict(), node.turns]).toEqual(['same', ['ours']])
  })

  it('is read once for all concurrent callers', async () => {
    const { node, verdict } = scripted()
    node.time = 10_001
    await Promise.all([verdict(), verdict(), verdict()])
    expect(node.asked).toBe(1)
  })

  it('guards the relayer, and the node behind the gateway', async () => {
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
    const behind: Upstream = {
      subscriptionsUrl: 'ws://node',
      ask: async ({ method }) => {
        done.push(method)
        return '{}'
      },
    }
    const upstream = guardedUpstream(behind, guard)
    const call = (method: string) => upstream.ask({ method, params: [], id: 1 })
    node.time = 10_001
    node.says = 'other'
    await expect(relayer.relay({}, 'client')).rejects.toThrow('The node is now on another chain (genesis hash other)')
    await expect(call('sendTransaction')).rejects.toThrow('nothing is sent')
    await expect(call('getSignatureStatuses')).rejects.toThrow('another chain')
    expect(upstream.subscriptionsUrl).toBe(undefined)
    // It may still report its own chain.
    await call('getGenesisHash')
    expect(done).toEqual(['getGenesisHash'])
    node.says = 'ours'
    await relayer.relay({}, 'client')
    await call('sendTransaction')
    await call('getSlot')
    expect(upstream.subscriptionsUrl).toBe('ws://node')
    expect(done).toEqual(['getGenesisHash', 'relayed', 'sendTransaction', 'getSlot'])
  })

  it('F07 F17 does not wait for a node that hangs, if its last report named this chain', async () => {
    const { node, guard } = scripted()
    const relayer = guardedRelayer(
      { relay: async () => ({ allFailed: false }) },
      { assertSame: () => assertAnySame([guard]) },
    )
    node.time = 10_001
    const answer = node.hang()
    // The request is under way, without an answer yet.
    expect([await relayer.relay({}, 'client'), node.asked]).toEqual([{ allFailed: false }, 1])
    node.says = 'other'
    answer()
    await expect.poll(() => guard.isSame).toBe(false)
    await expect(relayer.relay({}, 'client')).rejects.toThrow('another chain')
    node.says = 'ours'
    expect(await relayer.relay({}, 'client')).toEqual({ allFailed: false })
  })

  it('counts as the same while any node reports it, and as another if no node does', async () => {
    const [one, two] = [scripted('other'), scripted(null)]
    const both = () => assertAnySame([one.guard, two.guard])
    one.node.says = 'other'
    two.node.says = undefined
    await expect(both()).rejects.toThrow('another chain')
    two.node.says = 'ours'
    await both()
    one.guard.stop()
  })
})
