import { expect, it, vi } from 'vitest'
import { keptFor } from './keptFor.ts'

it('reads once for all calls within a while, and again after a failure', async () => {
  let nowMs = 0
  const read = vi.fn(async (key: string) => {
    if (key === 'bad') throw new RangeError('no')
    return `${key} at ${nowMs}`
  })
  const get = keptFor(1_000, read, () => nowMs)
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a at 0', 'a at 0', 'b at 0'])
  nowMs = 999
  expect(await get('a')).toBe('a at 0')
  nowMs = 1_000
  expect(await get('a')).toBe('a at 1000')
  expect(read).toHaveBeenCalledTimes(3)
  await expect(get('bad')).rejects.toThrow('no')
  await expect(get('bad')).rejects.toThrow('no')
  expect(read).toHaveBeenCalledTimes(5)
})

it('drops the key that was not read for longest', async () => {
  const read = vi.fn(async (key: number) => key)
  const get = keptFor(1_000, read, () => 0)
  for (let key = 0; key <= 1_000; key++) await get(key)
  await get(1)
  expect(read).toHaveBeenCalledTimes(1_001)
  await get(0)
  expect(read).toHaveBeenCalledTimes(1_002)
})
