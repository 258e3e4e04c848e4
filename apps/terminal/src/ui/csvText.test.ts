import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from './csvText.ts'

/** Parses a line of RFC 4180 CSV. */
function parse(text: string): readonly string[] {
  const found = `,${text.slice(0, -1)}`.match(/,(?:"(?:[^"]|"")*"|[^",]*)/g) ?? []
  return found.map(one => {
    const field = one.slice(1)
    return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
  })
}

describe('a table for a spreadsheet', () => {
  it.each([
    '=HYPERLINK("x")',
    "-2+3+cmd|' /C calc'!A0",
    '-1',
    '+1+1',
    '@SUM(1)',
    ' =1+1',
    '\t=1+1',
    '\r=1',
    '＝1+1',
    '%0A=1',
    '-',
    '-1.5.2',
    '- 5',
    '-0.5\n=1+1',
  ])('neutralises the formula %j', text => {
    const [cell] = parse(csvText([[text, 'x']]))
    expect(cell).toBe(text === '-1' ? text : `'${text}`)
  })

  it('keeps numbers as they are', () => {
    expect(csvText([['-0.00000002', '1.5', '0', '']])).toBe('-0.00000002,1.5,0,\n')
  })

  it('reads back as the input, for any text, and begins no field like a formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('=', '-', '+', '"', ',', '\n', '1', '.', ' ') }),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), line => {
        const cells = parse(csvText([line]))
        expect(cells.map((one, i) => (one === line[i] ? one : one.slice(1)))).toEqual(line)
        for (const one of cells) expect(/^-?\d+(\.\d+)?$/.test(one) || !/^\s*[=+\-@]/.test(one)).toBe(true)
      }),
    )
  })
})
