import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableText, walletName } from './readableText.ts'

/** A family of three, England's flag, a hand of one colour, a key: each is one emoji of several characters. */
const [family, england, hand, key] = ['👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '✌🏽', '1️⃣']

describe('readableText', () => {
  it.each([
    ['Kite', 'Kite'],
    ['  two   words\n', 'two words'],
    ['nul\0s pad\0\0', 'nuls pad'],
    ['\u202Eevil\u202C', 'evil'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['🪁'.repeat(20), '🪁'.repeat(10)],
    ['x'.repeat(10_000), 'x'.repeat(10)],
    ['one \u200B two', 'one two'],
    ['half \ud800 pair', 'half pair'],
  ])('shows %j as %j', (text, shown) => {
    expect(readableText(text, 10)).toBe(shown)
  })

  it.each([
    ['Hangul fillers', '\u3164\u115F\u1160\uFFA0'],
    ['a braille blank', '\u2800'],
    ['a musical note without a head', '\u{1D159}'],
    ['default ignorable characters', '\u00AD\u034F\u061C\u17B4\u180E\u2060\uFE0F\uFEFF\u{E0041}'],
    ['control characters', '\u0007\u200B'],
    ['accents of no letter', '\u0301\u0301'],
    ['blanks', ' \u00A0\u3000\t'],
    ['nothing', ''],
  ])('leaves nothing of a name of %s', (_, text) => {
    expect(readableText(text, 10)).toBe('')
    expect(readableText(`${text}Kite`, 10)).toBe('Kite')
  })

  it('keeps emoji whole, also at the end', () => {
    const all = [family, england, hand, key].join('')
    expect(readableText(all, 10)).toBe(all)
    expect(readableText(`${all}${family}`, 4)).toBe(all)
    expect(readableText(`Kite ${family}`, 5)).toBe('Kite')
  })

  it('keeps accents, but at most four on a letter', () => {
    expect(readableText('Crème bru\u0302le\u0301e', 12)).toBe('Crème bru\u0302le\u0301e')
    expect(readableText(`a${'\u0301'.repeat(50)}b`, 10)).toBe(`a${'\u0301'.repeat(4)}b`)
  })

  it('does not change its own output', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, max) => {
        const shown = readableText(text, max)
        expect(readableText(shown, max)).toBe(shown)
      }),
    )
  })
})

it('names a wallet program by the visible part of its name, or says that it has no name', () => {
  expect(['Kes\u202Etrel', '\u3164\u200B', 'K'.repeat(70)].map(walletName)).toEqual([
    'Kestrel',
    'Wallet without a name',
    'K'.repeat(64),
  ])
})
