import { expect, it } from 'vitest'
import { maxStarred } from './standardSettings.ts'
import { withStar } from './stars.ts'

it('a star is added last and removed again; beyond the max, the oldest star goes', () => {
  expect(withStar(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(withStar(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
  const full = Array.from({ length: maxStarred }, (_, i) => `${i}`)
  const more = withStar(full, 'x')
  expect(more).toHaveLength(maxStarred)
  expect([more[0], more.at(-1)]).toEqual(['1', 'x'])
})
