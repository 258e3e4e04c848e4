import type { Chain } from '@tern/chain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settleTrades } from './settleTrades.ts'
import type { Transaction } from './transaction.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Status {
  readonly slot: bigint
  readonly err: object | null
  readonly confirmationStatus: 'confirmed' | 'finalized'
}
const landed = (slot: bigint, of: Partial<Status> = {}): Status => ({
  ...{ slot, err: null, confirmationStatus: 'finalized' },
  ...of,
})

/** Trades of the slots from 10 on, ten unless `count` says otherwise, with the node’s answers in `statuses`. */
function settle(
  statuses: ReadonlyMap<string, Status>,
  node: { slot: bigint; finalSlot: bigint; firstBlock: bigint },
  read: (signature: string) => Promise<Transaction | 'unreadable' | undefined> = async signature =>
    ({ signature }) as Transaction,
  others: readonly (ReadonlyMap<string, Status> | 'silent')[] = [],
  count = 10,
) {
  const open = new Map(Array.from({ length: count }, (_, i) => [`s${i}`, 10 + i]))
  const final: string[] = []
  const forked: (readonly string[])[] = []
  const answer = <Value>(value: Value) => ({ send: async () => value })
  const rpc = {
    getSlot: () => answer(node.finalSlot),
    getFirstAvailableBlock: () => answer(node.firstBlock),
    getSignatureStatuses: (asked: readonly string[]) =>
      answer({ context: { slot: node.slot }, value: asked.map(one => statuses.get(one) ?? null) }),
  }
  const second = others.map(known => ({
    ...rpc,
    getSignatureStatuses: (asked: readonly string[]) => {
      if (known === 'silent') throw new TypeError('no answer')
      return answer({ context: { slot: node.slot }, value: asked.map(one => known.get(one) ?? null) })
    },
  }))
  const ending = new AbortController()
  const ended = settleTrades({
    chain: { rpc, nodes: [rpc, ...second] } as unknown as Pick<Chain, 'rpc' | 'nodes'>,
    everyMs: 1_000,
    signal: ending.signal,
    store: {
      readOpen: async (upToSlot, limit) =>
        [...open].flatMap(([signature, slot]) => (slot <= upToSlot ? [{ signature, slot }] : [])).slice(0, limit),
      async setFinal(signatures) {
        final.push(...signatures)
        for (const one of signatures) open.delete(one)
      },
    },
    read,
    async onForked(signatures, landed) {
      forked.push(
        signatures,
        landed.map(({ signature }) => signature),
      )
      for (const one of signatures) open.delete(one)
    },
  })
  return {
    ...{ final, forked, node },
    pass: () => vi.advanceTimersByTimeAsync(1_000),
    async stop() {
      ending.abort()
      await ended
    },
  }
}

describe('trades that were confirmed', () => {
  it('become final in their slot, and are deleted if a fork left out, failed or moved the transaction', async () => {
    const statuses = new Map([
      ['s0', landed(10n)],
      ['s1', landed(11n, { err: {} })],
      ['s2', landed(99n)],
      ['s3', landed(99n, { confirmationStatus: 'confirmed' })],
    ])
    const { final, forked, pass, stop } = settle(statuses, { slot: 40n, finalSlot: 14n, firstBlock: 0n })
    await vi.advanceTimersByTimeAsync(0)
    expect([final, forked]).toEqual([['s0'], [['s1', 's2'], ['s2']]])
    // After a first denial, the node is asked again.
    await pass()
    expect(forked.slice(2)).toEqual([['s4'], []])
    await stop()
  })

  it('become final without a pause while more of them wait than a request holds', async () => {
    const statuses = new Map(Array.from({ length: 700 }, (_, i) => [`s${i}`, landed(10n + BigInt(i))]))
    const node = { slot: 999n, finalSlot: 999n, firstBlock: 0n }
    const { final, stop } = settle(statuses, node, undefined, [], 700)
    await vi.advanceTimersByTimeAsync(0)
    expect(final).toHaveLength(700)
    await stop()
  })

  it('stay if a fork moved the transaction, until it can be read in its new slot', async () => {
    const statuses = new Map([0, 1, 2, 3].map(i => [`s${i}`, landed(i < 3 ? 20n : 13n)]))
    const answers = new Map<string, 'unreadable' | Error | undefined>([
      ['s0', undefined],
      ['s1', new Error('busy')],
      ['s2', 'unreadable'],
    ])
    const read = async (signature: string) => {
      const answer = answers.get(signature)
      if (answer instanceof Error) throw answer
      return answers.has(signature) ? answer : ({ signature } as Transaction)
    }
    const { final, forked, pass, stop } = settle(statuses, { slot: 40n, finalSlot: 13n, firstBlock: 0n }, read)
    await vi.advanceTimersByTimeAsync(0)
    expect([final, forked]).toEqual([['s3'], [['s2'], []]])
    answers.clear()
    await pass()
    expect(forked.slice(2)).toEqual([
      ['s0', 's1'],
      ['s0', 's1'],
    ])
    await stop()
  })

  it('stay if a node is behind, or has deleted their blocks', async () => {
    const { final, forked, node, pass, stop } = settle(new Map(), { slot: 13n, finalSlot: 14n, firstBlock: 12n })
    for (let i = 0; i < 5; i++) await pass()
    expect([final, forked]).toEqual([[], []])
    node.slot = 40n
    await pass()
    await pass()
    expect([final, forked]).toEqual([
      ['s0', 's1'],
      [['s2', 's3', 's4'], []],
    ])
    await stop()
  })

  it.each([
    ['knows them', new Map(Array.from({ length: 10 }, (_, i) => [`s${i}`, landed(10n + BigInt(i))])), 'stay'],
    ['does not know them either', new Map<string, Status>(), 'go'],
    ['does not answer', 'silent' as const, 'wait'],
  ])('are missing at one node: another node %s', async (_, other, what) => {
    const read = async (signature: string) => ({ signature }) as Transaction
    const clock = { slot: 40n, finalSlot: 11n, firstBlock: 0n }
    const { final, forked, pass, stop } = settle(new Map(), clock, read, [other])
    for (let i = 0; i < 3; i++) await pass()
    expect(final).toEqual(what === 'stay' ? ['s0', 's1'] : [])
    expect(forked).toEqual(what === 'go' ? [['s0', 's1'], []] : [])
    await stop()
  })
})
