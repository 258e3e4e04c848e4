import { describe, expect, it } from 'vitest'
import { kept } from './kept.ts'

/** Kept for 30: how often it was read. */
function countedReads(now: () => number) {
  let reads = 0
  return kept(30, now, async () => ++reads)
}

describe('a kept value', () => {
  it('is read once in its time, and shared by those who ask meanwhile', async () => {
    let time = 0
    const read = countedReads(() => time)
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    time = 29
    expect(await read()).toBe(1)
    time = 30
    expect(await read()).toBe(2)
  })

  it('is read before its time for who wants a newer one', async () => {
    let time = 0
    const read = countedReads(() => time)
    await read()
    time = 10
    expect([await read(11), await read(10), await read()]).toEqual([1, 2, 2])
  })

  it('is not a failure', async () => {
    let reads = 0
    const read = kept(
      30,
      () => 0,
      () => (++reads === 1 ? Promise.reject('no') : Promise.resolve(reads)),
    )
    await expect(read()).rejects.toBe('no')
    expect(await read()).toBe(2)
  })
})
