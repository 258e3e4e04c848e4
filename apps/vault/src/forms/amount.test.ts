import { type Address, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { solWords, tokenText, tokenUnit } from './amount.ts'

const mint = '5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe' as Address

it('writes SOL with all digits, at least five after the point', () => {
  expect(solWords(2_000_000_000n)).toBe('2.00000 SOL')
  expect(solWords(1n)).toBe('0.000000001 SOL')
})

it('uses the page’s symbol as a unit, unless it imitates SOL or is invisible', () => {
  expect(tokenUnit('KITE', mint)).toBe('KITE')
  expect(tokenUnit('SOL', wrappedNativeMint)).toBe('SOL')
  for (const lie of ['SOL', 'ЅО\u200BL', '\u3164', '\u202E']) expect(tokenUnit(lie, mint)).toBe('5xQm…9aTe')
  expect(tokenUnit('\u202EETIK', mint)).toBe('ETIK')
})

it('shows a token’s amount by the server’s decimals and scale, not by the page’s', () => {
  const words = { mint, symbol: 'KITE', decimals: 2 }
  const scale = { kind: 'scaled', multiplier: 10 } as const
  const text = (unit?: { decimals: number; scale?: typeof scale }) => tokenText(1_500_000n, mint, { words, unit })
  expect(text({ decimals: 6 })).toBe('1.5 KITE (1,500,000 of its smallest units)')
  expect(text({ decimals: 6, scale })).toBe('15 KITE (1,500,000 of its smallest units, multiplied by 10)')
  expect(tokenText(5n, mint, { words: undefined, unit: { decimals: 0 } })).toBe('5 5xQm…9aTe (5 of its smallest units)')
})

it('shows the page’s amount with the signed units if the server does not know the token', () => {
  const words = { mint, symbol: 'KITE', decimals: 6 }
  const scale = { kind: 'interest', multiplier: 2 } as const
  const units = '1,500,000 of its smallest units'
  const text = (known: typeof words | undefined) => tokenText(1_500_000n, mint, { words: known, unit: undefined })
  expect(text(undefined)).toBe(units)
  expect(text(words)).toBe(`${units}: 1.5 KITE according to the page`)
  expect(text({ ...words, scale } as typeof words)).toBe(`${units}: 3 KITE according to the page, with interest`)
})
