import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateLimit } from '../http/rateLimit.ts'
import { followAddress } from './follower.ts'
import { createTransactionReader } from './transaction.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer = <Value>(value: Value) => ({ send: async () => value })
const shown = {
  slot: 7n,
  blockTime: 9n,
  meta: { logMessages: [] },
  transaction: { message: { accountKeys: [], instructions: [] } },
}

/** Follows an address whose node lists `signatures`, newest first, and fails for some of them. */
function follow(signatures: readonly string[], failures: ReadonlyMap<string, TernError>) {
  const listed = signatures.map((signature, i) => ({ signature, slot: BigInt(100 - i), err: null }))
  let report: (told: unknown) => void = () => {}
  const chain = {
    rpc: {
      getSignaturesForAddress: (_: string, { until }: { readonly until?: string }) =>
        answer(until === undefined ? listed : []),
      getTransaction: (signature: string) => ({
        async send() {
          const failure = failures.get(signature)
          if (failure !== undefined) throw failure
          return shown
        },
      }),
    },
    sockets: [
      {
        subscribe: (_: string, __: unknown, { signal, onValue }: { signal: AbortSignal; onValue: typeof report }) => {
          report = onValue
          return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
        },
      },
    ],
  } as unknown as Chain
  const notices: string[] = []
  const taken: string[] = []
  const followed: string[] = []
  const ending = new AbortController()
  const transactions = createTransactionReader(chain, notice => notices.push(notice))
  const ended = followAddress({
    ...{ chain, transactions, address: 'pool' as Address, mostBack: 1_000, reads: 4, signal: ending.signal },
    details: createRateLimit({ burst: 100, perSecond: 100 }),
    store: {
      readKnown: async () => new Set(),
      readFollowed: async () => followed.at(-1),
      setFollowed: async (_, signature) => void followed.push(signature),
    },
    take: async landed => void taken.push(...landed.map(({ signature }) => signature)),
  })
  return {
    ...{ transactions, notices, taken, followed },
    report: (signature: string) =>
      report({ context: { slot: 101n }, value: { signature, err: null, logs: ['Program log'] } }),
    async stop() {
      ending.abort()
      await vi.advanceTimersByTimeAsync(60_000)
      await ended
    },
  }
}

const method = 'getTransaction'
const ofVersion1 = new TernError('rpc/refused', {
  method,
  code: -32015,
  message: 'Transaction version (1) is not supported',
})
const away = new TernError('rpc/unreachable', { method })

it('goes on past a transaction of a version that the node does not show, counts it and says so once', async () => {
  const { transactions, notices, taken, followed, stop } = follow(['c', 'b', 'a'], new Map([['b', ofVersion1]]))
  await vi.advanceTimersByTimeAsync(0)
  expect([taken, followed]).toEqual([['a', 'c'], []])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([taken, followed, transactions.skipped]).toEqual([['a', 'c'], ['c'], 1])
  expect(notices).toEqual([expect.stringMatching(/^Transaction b cannot be read and is skipped: .*-32015.* start: 1$/)])
  await stop()
})

it('takes in what is reported while one transaction fails again and again, and gives none up while no other is read', async () => {
  const failures = new Map([['b', away]])
  const { transactions, taken, followed, report, stop } = follow(['b'], failures)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([taken, followed, transactions.skipped]).toEqual([[], [], 0])
  report('d')
  await vi.advanceTimersByTimeAsync(0)
  expect(taken).toEqual(['d'])
  failures.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([taken, followed, transactions.skipped]).toEqual([['d', 'b'], ['b'], 0])
  await stop()
})

it('gives up what fails ten times while others are read in between', async () => {
  const { transactions, taken, followed, report, stop } = follow(['b'], new Map([['b', away]]))
  for (let i = 0; i < 15; i++) {
    await vi.advanceTimersByTimeAsync(30_000)
    report(`d${i}`)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect([followed, transactions.skipped, taken.length]).toEqual([['b'], 1, 15])
  await stop()
})
