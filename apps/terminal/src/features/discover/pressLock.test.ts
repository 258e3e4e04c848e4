import { expect, it } from 'vitest'
import { clickMeans } from './pressLock.ts'

const kite = { mint: 'kite', kind: 'open' } as const
const moss = { mint: 'moss', kind: 'open' } as const

it('counts for what was pressed, wherever the click arrives', () => {
  expect(clickMeans(kite, kite)).toBe('pass')
  expect(clickMeans(kite, moss)).toBe(kite)
  expect(clickMeans(kite, undefined)).toBe(kite)
  expect(clickMeans({ ...kite, kind: 'quickBuy' }, kite)).toEqual({ mint: 'kite', kind: 'quickBuy' })
  expect(clickMeans(undefined, moss)).toBe('pass')
})
