import type { Chain } from '@tern/chain'
import { type Address, TernError } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

/**
 * Follows an address. Its node lists `signatures`, newest first, and fails for some of them.
 *
 * @param reads if reported transactions are read whole.
 */
function follow(
  signatures: readonly string[],
  failures: ReadonlyMap<string, TernError> = new Map(),
  reads: 'whole' | 'logs' = 'whole',
) {
  const listed = signatures.map((signature, i) => ({ signature, slot: BigInt(100 - i), err: null }))
  const blockTimes = new Map([[101, 55]])
  const seconds: number[] = []
  let report: (notification: unknown) => void = () => {}
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
    ...{ chain, transactions, address: 'pool' as Address, maxBack: 1_000, reads: 4, signal: ending.signal },
    details: { take: () => (reads === 'whole' ? 0 : 1) },
    blockTime: async slot => blockTimes.get(slot),
    store: {
      readKnown: async () => new Set(),
      readFollowed: async () => followed.at(-1),
      setFollowed: async (_, signature) => void followed.push(signature),
    },
    async take(landed) {
      taken.push(...landed.map(({ signature }) => signature))
      seconds.push(...landed.map(({ timestampSeconds }) => timestampSeconds))
    },
  })
  return {
    ...{ transactions, notices, taken, seconds, followed, listed, blockTimes },
    report: (signature: string, logs = ['Program log']) =>
      report({ context: { slot: 101n }, value: { signature, err: null, logs } }),
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

it('continues past a transaction of an unsupported version, counts it and reports it once', async () => {
  const { transactions, notices, taken, followed, stop } = follow(['c', 'b', 'a'], new Map([['b', ofVersion1]]))
  await vi.advanceTimersByTimeAsync(0)
  expect([taken, followed]).toEqual([['a', 'c'], []])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([taken, followed, transactions.skipped]).toEqual([['a', 'c'], ['c'], 1])
  expect(notices).toEqual([expect.stringMatching(/^Transaction b cannot be read and is skipped: .*-32015.* start: 1$/)])
  await stop()
})

it('stores reports while a transaction fails repeatedly, and skips no report while no other is read', async () => {
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

it('skips a transaction that fails ten times while others are read in between', async () => {
  const { transactions, taken, followed, report, stop } = follow(['b'], new Map([['b', away]]))
  for (let i = 0; i < 15; i++) {
    await vi.advanceTimersByTimeAsync(30_000)
    report(`d${i}`)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect([followed, transactions.skipped, taken.length]).toEqual([['b'], 1, 15])
  await stop()
})

it('dates a trade from the log by the time of its block, and leaves it to the next look if that is not known', async () => {
  const { taken, seconds, listed, blockTimes, report, stop } = follow([], undefined, 'logs')
  await vi.advanceTimersByTimeAsync(5_000)
  report('d')
  await vi.advanceTimersByTimeAsync(0)
  expect([taken, seconds]).toEqual([['d'], [55]])
  blockTimes.clear()
  listed.push({ signature: 'e', slot: 101n, err: null })
  report('e')
  await vi.advanceTimersByTimeAsync(0)
  expect([taken, seconds]).toEqual([
    ['d', 'e'],
    [55, 9],
  ])
  await stop()
})

it('does not take a log that was cut short for a complete one', async () => {
  const { taken, listed, seconds, report, stop } = follow([], undefined, 'logs')
  await vi.advanceTimersByTimeAsync(5_000)
  listed.push({ signature: 'd', slot: 101n, err: null })
  report('d', ['Program log', 'Log truncated'])
  await vi.advanceTimersByTimeAsync(0)
  // 9: the time of the whole transaction, which was read instead of the log.
  expect([taken, seconds]).toEqual([['d'], [9]])
  await stop()
})
