import { bool, struct, u16, u64 } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectOnlyTernErrors } from '../../core/test/fuzz.ts'
import { borsh, list, option, text } from './borsh.ts'

const pair = struct('Pair', 4, { a: u16, b: u16 })
const discriminator = [8, 7, 6, 5, 4, 3, 2, 1]
const grown = borsh(
  'Grown',
  { id: u64, name: text, pairs: list(pair), isNew: bool, note: text, more: list(pair), last: u64 },
  { discriminator, required: 2 },
)
const values = fc.record({
  id: fc.bigInt(0n, 2n ** 64n - 1n),
  name: fc.string({ unit: 'grapheme' }),
  pairs: fc.array(fc.record({ a: fc.nat(65_535), b: fc.nat(65_535) }), { maxLength: 5 }),
  isNew: fc.boolean(),
  note: fc.string(),
  more: fc.array(fc.record({ a: fc.nat(65_535), b: fc.nat(65_535) }), { maxLength: 3 }),
  last: fc.bigInt(0n, 2n ** 64n - 1n),
})

describe('a borsh record', () => {
  it('returns the value that it encoded, and ignores the bytes of a later version', () => {
    fc.assert(
      fc.property(values, fc.uint8Array({ maxLength: 9 }), (value, later) => {
        expect(grown.decode(grown.encode(value))).toEqual(value)
        expect(grown.decode(Uint8Array.of(...grown.encode(value), ...later))).toEqual(value)
      }),
    )
  })

  it('encodes lengths and texts like borsh', () => {
    const named = borsh('Named', { name: text, list: list(pair) }, { discriminator: [1, 2] })
    expect([...named.encode({ name: 'é', list: [{ a: 1, b: 258 }] })]).toEqual([
      1,
      2,
      ...[2, 0, 0, 0],
      0xc3,
      0xa9,
      ...[1, 0, 0, 0],
      ...[1, 0, 2, 1],
    ])
  })

  it('encodes a flag byte before an optional value', () => {
    const named = borsh('Maybe', { pair: option(pair), id: option(u64) }, { discriminator: [1], required: 1 })
    const value = { pair: { a: 1, b: 2 }, id: undefined }
    expect([...named.encode(value)]).toEqual([1, 1, 1, 0, 2, 0, 0])
    expect(named.decode(named.encode(value))).toEqual(value)
    expect(named.decode(Uint8Array.of(1, 0))).toEqual({ pair: undefined, id: undefined })
    expect(() => named.decode(Uint8Array.of(1, 2))).toThrow('Not a value of bool')
    expect(() => named.decode(Uint8Array.of(1, 1, 1))).toThrow(expect.objectContaining({ code: 'layout/truncated' }))
  })

  it('reads fields that an older version lacks as zero, empty and false', () => {
    const whole = grown.encode({ id: 5n, name: 'tern', pairs: [], isNew: true, note: 'n', more: [], last: 9n })
    const older = whole.subarray(0, 8 + 8 + 4 + 4)
    expect(grown.decode(older)).toEqual({ id: 5n, name: 'tern', pairs: [], isNew: false, note: '', more: [], last: 0n })
    expect(grown.decode(whole.subarray(0, older.length + 4 + 1))).toMatchObject({ isNew: true, note: '' })
  })

  it('refuses data that end within a field or before the last required field, and data of another record', () => {
    const bytes = grown.encode({ id: 5n, name: 'tern', pairs: [], isNew: true, note: 'n', more: [], last: 9n })
    const code = (data: Uint8Array) => expect(() => grown.decode(data), String(data.length))
    for (const length of [8, 15, 16, 19, 23, 25, bytes.length - 1])
      code(bytes.subarray(0, length)).toThrow(expect.objectContaining({ code: 'layout/truncated' }))
    code(bytes.with(7, 0)).toThrow(expect.objectContaining({ code: 'layout/wrongDiscriminator' }))
    code(new Uint8Array()).toThrow(expect.objectContaining({ code: 'layout/wrongDiscriminator' }))
  })

  it('allocates nothing for a list that is longer than the data', () => {
    const data = Uint8Array.of(...discriminator, ...new Uint8Array(12), 255, 255, 255, 255)
    expect(() => grown.decode(data)).toThrow(expect.objectContaining({ code: 'layout/truncated' }))
  })

  it('throws only errors of the catalogue, for any bytes', () => {
    const pairs = [{ a: 1, b: 2 }]
    const valid = grown.encode({ id: 5n, name: 'tern', pairs, isNew: true, note: 'n', more: pairs, last: 9n })
    const read = (bytes: Uint8Array) => grown.decode(Uint8Array.of(...discriminator, ...bytes))
    expectOnlyTernErrors(valid.subarray(discriminator.length), read, /^layout\//)
  })
})
