import { expect, it } from 'vitest'
import { inSlices } from './inSlices.ts'

const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('converts rows in order, and lets other tasks run in between', async () => {
  let between = 0
  const timer = setInterval(() => between++, 0)
  const made = await inSlices([1, 2, 3, 4, 5, 6, 7, 8], n => {
    busy(5)
    return n * 2
  })
  clearInterval(timer)
  expect(made).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(between).toBeGreaterThan(2)
})

it('stops at the row that fails', async () => {
  const converted: number[] = []
  const failing = inSlices([1, 2, 3], n => {
    if (n === 2) throw new RangeError('the second')
    converted.push(n)
  })
  await expect(failing).rejects.toThrow('the second')
  expect(converted).toEqual([1])
})
