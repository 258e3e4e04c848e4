import { expect, it } from 'vitest'
import { clickMeans, isSettled } from './pressLock.ts'

const kite = { mint: 'kite', kind: 'open' } as const
const moss = { mint: 'moss', kind: 'open' } as const
const buyKite = { mint: 'kite', kind: 'quickBuy' } as const

it('counts for the pressed token, even if the list moved under the pointer', () => {
  expect(clickMeans(kite, kite, 0)).toBe('pass')
  expect(clickMeans(kite, moss, 0)).toBe(kite)
  expect(clickMeans(kite, undefined, 4)).toBe(kite)
  expect(clickMeans(buyKite, kite, 0)).toBe(buyKite)
  expect(clickMeans(undefined, moss, 0)).toBe('pass')
})

it('counts for nothing once the pointer slid off the pressed token', () => {
  for (const arrived of [kite, moss, { ...buyKite, mint: 'moss' }, undefined])
    expect(clickMeans(buyKite, arrived, 5)).toBe('nothing')
  expect(clickMeans(kite, moss, 84)).toBe('nothing')
  // A card is wide: the pointer may travel far and still be on it.
  expect(clickMeans(kite, kite, 200)).toBe('pass')
})

it('does not count for a row that arrived less than 400 ms before', () => {
  expect(isSettled(1_399, 1_000)).toBe(false)
  expect(isSettled(1_400, 1_000)).toBe(true)
  // Pressed before the list moved, but handled after.
  expect(isSettled(990, 1_000)).toBe(false)
  expect(isSettled(0, Number.NEGATIVE_INFINITY)).toBe(true)
})
