import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsToCheck, isMistyped, writingLeft } from './writtenDown.ts'

const code = 'K7QW2-9MXHT-4RVCB-PD3NE-X6LFA-8YZU5-QG2JS-TW94K'

describe('the check that a recovery code is written down', () => {
  it('asks for two different groups in ascending order', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), chances => {
        const [first, second] = groupsToCheck(() => chances.next().value)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(second).toBeGreaterThan(first)
        expect(second).toBeLessThan(8)
      }),
    )
    expect(groupsToCheck(() => 0)).toEqual([0, 1])
    expect(groupsToCheck(() => 0.999)).toEqual([6, 7])
  })

  it('reports a wrong group once it has its full length', () => {
    expect(isMistyped('QG2', 'QG2JS')).toBe(false)
    expect(isMistyped(' qg2js ', 'QG2JS')).toBe(false)
    expect(isMistyped('QG2J5', 'QG2JS')).toBe(true)
  })

  it('names the next thing to do', () => {
    const asked = [2, 6] as const
    expect(writingLeft(code, asked, { typed: ['', ''], isKept: false })).toBe('Type group 3 to continue')
    expect(writingLeft(code, asked, { typed: [' 4rvcb', 'QG2'], isKept: true })).toBe('Type group 7 to continue')
    const typed = ['4RVCB', 'qg2js '] as const
    expect(writingLeft(code, asked, { typed, isKept: false })).toBe('Tick that you have it to continue')
    expect(writingLeft(code, asked, { typed, isKept: true })).toBeUndefined()
  })
})
