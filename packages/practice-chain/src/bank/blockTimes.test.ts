import { describe, expect, it } from 'vitest'
import { createBlockTimes } from './blockTimes.ts'

const timesOf = (times: ReturnType<typeof createBlockTimes>) => [...times.entries()].map(([, time]) => Number(time))

describe('the times of slots without an entry', () => {
  it('follow the pace, for any time of the next slot with an entry', () => {
    const times = createBlockTimes()
    times.add(10n, 100n)
    times.setPace({ slot: 10n, unixMs: 100_700n, msOfSlot: 400n })
    times.fill(15n, 500n)
    expect(timesOf(times)).toEqual([100, 101, 101, 101, 102])
  })

  it('never go back', () => {
    const times = createBlockTimes()
    times.add(10n, 100n)
    times.setPace({ slot: 10n, unixMs: 98_500n, msOfSlot: 1_000n })
    times.fill(14n, 102n)
    expect(timesOf(times)).toEqual([100, 100, 100, 101])
  })

  it('are spread evenly without a pace', () => {
    const times = createBlockTimes()
    times.add(10n, 100n)
    times.fill(14n, 108n)
    expect(timesOf(times)).toEqual([100, 102, 104, 106])
  })
})
