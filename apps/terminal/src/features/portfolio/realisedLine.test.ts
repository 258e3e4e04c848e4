import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { realisedLine, salesBetween, sumOf } from './realisedLine.ts'

const sale = (timestampSeconds: number | null, realised: bigint) => ({
  mint: 'kite' as Address,
  timestampSeconds,
  realised,
})

it('is level between sales and steps at each', () => {
  const drawn = realisedLine([sale(25, 100n), sale(75, -50n)], 0, 100)
  expect(drawn).toEqual({ line: 'M0 124H200V8H600V66H800', area: 'M0 124H200V8H600V66H800V132H0Z', zero: 124 })
})

it('has nothing above the line when all is lost', () => {
  expect(realisedLine([sale(50, -1n)], 0, 100)).toMatchObject({ line: 'M0 8H400V124H800', zero: 8 })
})

it('leaves out what is not in its time', () => {
  const sales = [sale(9, 1n), sale(10, 2n), sale(20, 4n), sale(21, 8n), sale(null, 16n)]
  expect(sumOf(salesBetween(sales, 10, 20))).toBe(6n)
  expect(realisedLine(sales, 30, 40)).toBeUndefined()
})
