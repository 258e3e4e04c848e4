import { describe, expect, it, vi } from 'vitest'
import { keepTrading } from './keepTrading.ts'

const never = new Promise<never>(() => {})

describe('keepTrading', () => {
  it('retries after each failure, and reports it', async () => {
    const faults: unknown[] = []
    const waits: number[] = []
    let tries = 0
    const end = vi.fn(async () => {})
    const isTrading = Promise.withResolvers<void>()
    const stop = keepTrading(
      async () => {
        tries++
        if (tries < 4) throw new RangeError(`try ${tries}`)
        isTrading.resolve()
        return end
      },
      {
        onFault: error => faults.push(error),
        wait: async ms => {
          waits.push(ms)
        },
      },
    )
    await isTrading.promise
    expect(faults).toEqual([new RangeError('try 1'), new RangeError('try 2'), new RangeError('try 3')])
    expect(waits).toEqual([1_000, 2_000, 4_000])
    await stop()
    expect(end).toHaveBeenCalledOnce()
  })

  it('ends during its start, without an error', async () => {
    const onFault = vi.fn()
    const stop = keepTrading(
      signal =>
        Promise.race([
          never,
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
        ]),
      { onFault },
    )
    await stop()
    expect(onFault).not.toHaveBeenCalled()
  })
})
