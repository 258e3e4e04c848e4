import { expect, it, vi } from 'vitest'
import { followBlockhashes } from './blockhashFeed.ts'
import type { Rpc } from './network.ts'

/** A node that makes a block at each request, until it is stopped. */
function node() {
  let height = 900n
  let isStill = false
  let lastValid: bigint | undefined = 1_050n
  const answer = (of: () => unknown) => (options: { readonly minContextSlot: bigint }) => ({
    send: async () => {
      if (options.minContextSlot > height) throw new TypeError('Minimum context slot has not been reached')
      return of()
    },
  })
  const rpc = {
    getLatestBlockhash: answer(() => ({
      context: { slot: height },
      value: { blockhash: `Hash ${isStill ? height : ++height}`, lastValidBlockHeight: lastValid },
    })),
    getBlockHeight: answer(() => height),
  }
  return {
    rpc: rpc as unknown as Rpc,
    standStill: () => {
      isStill = true
    },
    goBack: (slots: bigint) => {
      height -= slots
    },
    leaveOut: () => {
      lastValid = undefined
    },
  }
}

it('F45 a blockhash without its last valid height is never published', async () => {
  vi.useFakeTimers()
  const { rpc, leaveOut } = node()
  const feed = followBlockhashes(rpc, 400, () => 0)
  await vi.advanceTimersByTimeAsync(10)
  const reported = vi.fn()
  feed.listen(reported)
  await vi.advanceTimersByTimeAsync(10)
  expect(reported).toHaveBeenCalledTimes(1)
  leaveOut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reported).toHaveBeenCalledTimes(1)
  expect(feed.latest?.lastValidBlockHeight).toBe(1_050)
  feed.stop()
  vi.useRealTimers()
})

it('F30 the last blockhash of a stopped chain is not given to later listeners', async () => {
  vi.useFakeTimers()
  const { rpc, standStill } = node()
  const feed = followBlockhashes(rpc, 400, () => 0)
  await vi.advanceTimersByTimeAsync(10)
  standStill()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(feed.latest).toBeDefined()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([feed.latest, feed.slot()]).toEqual([undefined, null])
  feed.stop()
  vi.useRealTimers()
})

it('F08 no blockhash is accepted from a node below the min slot', async () => {
  vi.useFakeTimers()
  const { rpc } = node()
  let min = 903
  const feed = followBlockhashes(rpc, 400, () => min)
  const reported = vi.fn()
  feed.listen(reported)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reported).not.toHaveBeenCalled()
  min = 900
  await vi.advanceTimersByTimeAsync(2_000)
  expect(feed.slot()).toBeGreaterThan(900)
  feed.stop()
  vi.useRealTimers()
})

it('F08 a blockhash of an earlier slot is published only once the last is no longer new', async () => {
  vi.useFakeTimers()
  const { rpc, goBack } = node()
  const feed = followBlockhashes(rpc, 400, () => 0)
  const slots: number[] = []
  feed.listen(({ slot }) => slots.push(slot))
  await vi.advanceTimersByTimeAsync(2_000)
  const before = slots.at(-1) ?? expect.fail('no slot was reported')
  goBack(60n)
  await vi.advanceTimersByTimeAsync(14_000)
  expect([slots.at(-1), feed.slot()]).toEqual([before, before])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(feed.slot()).toBeLessThan(before)
  expect(feed.slot()).toBe(slots.at(-1))
  feed.stop()
  vi.useRealTimers()
})

it.each([-1, 1])('F35 setting the wall clock by %i h changes nothing', async hours => {
  vi.useFakeTimers()
  const { rpc, standStill } = node()
  const feed = followBlockhashes(rpc, 400, () => 0)
  feed.listen(() => {})
  await vi.advanceTimersByTimeAsync(2_000)
  const before = feed.slot() ?? expect.fail('no slot was reported')
  const set = () => vi.setSystemTime(Date.now() + hours * 3_600_000)
  set()
  expect([feed.latest?.slot, feed.slot()]).toEqual([before, before])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(feed.slot()).toBeGreaterThan(before)
  standStill()
  set()
  await vi.advanceTimersByTimeAsync(14_000)
  expect(feed.latest).toBeDefined()
  set()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([feed.latest, feed.slot()]).toEqual([undefined, null])
  feed.stop()
  vi.useRealTimers()
})
