import { type Address, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { solWords, tokenUnit } from './amount.ts'

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
