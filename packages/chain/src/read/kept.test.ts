import { describe, expect, it } from 'vitest'
import { kept } from './kept.ts'

/** Caches for 30 ms and counts the readings. */
function countedReads(now: () => number) {
  let reads = 0
  return kept(30, now, async () => ++reads)
}

describe('a kept value', () => {
  it('is read once within its age, and shared by simultaneous callers', async () => {
    let time = 0
    const read = countedReads(() => time)
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    time = 29
    expect(await read()).toBe(1)
    time = 30
    expect(await read()).toBe(2)
  })

  it('is read early for a caller that wants a younger value', async () => {
    let time = 0
    const read = countedReads(() => time)
    await read()
    time = 10
    expect([await read(11), await read(10), await read()]).toEqual([1, 2, 2])
  })

  it('is never a failure', async () => {
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
