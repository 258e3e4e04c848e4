import { describe, expect, it } from 'vitest'
import { withFilterSet } from './filterSets.ts'
import { maxFilterSets } from './standardSettings.ts'

const named = (name: string, filter = 'mint') => ({ name, filter })

describe('a saved filter set', () => {
  it('comes last, and replaces the set of its name', () => {
    const sets = withFilterSet([named('a'), named('b')], named('c'))
    expect(sets.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(withFilterSet(sets, named('b', 'freeze'))).toEqual([named('a'), named('b', 'freeze'), named('c')])
  })

  it('is not added beyond the max, unless it replaces a set', () => {
    const full = Array.from({ length: maxFilterSets }, (_, i) => named(`${i}`))
    expect(withFilterSet(full, named('x'))).toEqual(full)
    expect(withFilterSet(full, named('3', 'freeze'))[3]).toEqual(named('3', 'freeze'))
  })
})
