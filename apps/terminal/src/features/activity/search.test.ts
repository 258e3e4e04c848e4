import { expect, it } from 'vitest'
import { parseActivitySearch } from './search.ts'

it('takes the known parameters from a URL', () => {
  const whole = { kind: 'failed', find: 'KITE', tx: '5xQm' }
  expect(parseActivitySearch({ ...whole, page: '2' })).toEqual(whole)
  expect(parseActivitySearch({ kind: 'all', find: ' ', tx: {} })).toEqual({})
  expect(parseActivitySearch({ kind: 'lost', find: 12 })).toEqual({ find: '12' })
})
