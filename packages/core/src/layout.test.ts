import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import { encodeBase58 } from './base58.ts'
import {
  address,
  array,
  bool,
  bytes,
  type Decoded,
  type Field,
  i8,
  i16,
  i32,
  i64,
  i128,
  struct,
  u8,
  u16,
  u32,
  u64,
  u128,
} from './layout.ts'

const inner = struct('Inner', 10, { low: u16, high: u64 })
const everything = struct(
  'Everything',
  142,
  {
    u8,
    u16,
    u32,
    u64,
    u128,
    i8,
    i16,
    i32,
    i64,
    i128,
    flag: bool,
    key: address,
    raw: bytes(3),
    list: array(u16, 3),
    one: inner,
    pair: array(inner, 2),
    none: array(u64, 0),
    empty: bytes(0),
  },
  { discriminator: [9, 8, 7, 6, 5, 4, 3, 2] },
)

const small = (min: number, max: number) => fc.integer({ min: min, max: max })
const wide = (min: bigint, max: bigint) => fc.bigInt({ min: min, max: max })
const innerValue = fc.record({ low: small(0, 65_535), high: wide(0n, 2n ** 64n - 1n) })
const anyValue: fc.Arbitrary<Decoded<typeof everything>> = fc.record({
  u8: small(0, 255),
  u16: small(0, 65_535),
  u32: small(0, 2 ** 32 - 1),
  u64: wide(0n, 2n ** 64n - 1n),
  u128: wide(0n, 2n ** 128n - 1n),
  i8: small(-128, 127),
  i16: small(-32_768, 32_767),
  i32: small(-(2 ** 31), 2 ** 31 - 1),
  i64: wide(-(2n ** 63n), 2n ** 63n - 1n),
  i128: wide(-(2n ** 127n), 2n ** 127n - 1n),
  flag: fc.boolean(),
  key: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => encodeBase58(bytes) as Decoded<typeof address>),
  raw: fc.uint8Array({ minLength: 3, maxLength: 3 }),
  list: fc.array(small(0, 65_535), { minLength: 3, maxLength: 3 }),
  one: innerValue,
  pair: fc.array(innerValue, { minLength: 2, maxLength: 2 }),
  none: fc.constant([]),
  empty: fc.constant(new Uint8Array()),
})
const sample = fc.sample(anyValue, { numRuns: 1, seed: 3 })[0] as Decoded<typeof everything>

describe('a layout', () => {
  it('reads back the values that it wrote, all at once and field by field', () => {
    fc.assert(
      fc.property(anyValue, value => {
        const written = everything.encode(value)
        expect(written.length).toBe(everything.size)
        expect(everything.decode(written)).toEqual(value)
        const view = everything.view(written)
        for (const key of Object.keys(value) as (keyof typeof value)[]) expect(view[key]).toEqual(value[key])
      }),
    )
  })

  it('puts every field where a DataView finds it, lowest byte first', () => {
    const layout = struct(
      'Numbers',
      45,
      { a: u8, b: u16, c: u32, d: i64, e: u128, f: i16, g: u32 },
      { discriminator: Array(8).fill(1) },
    )
    const written = layout.encode({
      a: 1,
      b: 0x0203,
      c: 0x04050607,
      d: -2n,
      e: (5n << 64n) | 7n,
      f: -3,
      g: 0xffff_ffff,
    })
    const view = new DataView(written.buffer)
    expect(layout.offsets).toEqual({ a: 8, b: 9, c: 11, d: 15, e: 23, f: 39, g: 41 })
    expect(view.getUint16(9, true)).toBe(0x0203)
    expect(view.getUint32(11, true)).toBe(0x04050607)
    expect(view.getBigInt64(15, true)).toBe(-2n)
    expect(view.getBigUint64(23, true)).toBe(7n)
    expect(view.getBigUint64(31, true)).toBe(5n)
    expect(view.getInt16(39, true)).toBe(-3)
    expect([...written.subarray(0, 8)]).toEqual(Array(8).fill(1))
  })

  it('reads a window of a larger buffer', () => {
    const written = everything.encode(sample)
    const framed = new Uint8Array(written.length + 20).fill(255)
    framed.set(written, 7)
    const window = framed.subarray(7, 7 + written.length)
    expect(everything.decode(window)).toEqual(sample)
    expect(everything.view(window).key).toBe(sample.key)
  })

  it('reads a field of a view when a caller gets it, from the bytes of that moment', () => {
    const layout = struct('Two', 9, { flag: bool, amount: u64 })
    const data = layout.encode({ flag: true, amount: 5n })
    const view = layout.view(data.fill(7, 0, 1))
    expect(view.amount).toBe(5n)
    expect(() => view.flag).toThrow(expect.objectContaining({ code: 'layout/invalidValue' }))
    data[1] = 6
    expect(view.amount).toBe(6n)
  })

  it('must be declared with the length of its fields', () => {
    expect(() => struct('Short', 9, { a: u64, b: u16 })).toThrow('Short is declared with 9 bytes, its fields take 10')
    expect(() => struct('Long', 11, { a: u64, b: u16 })).toThrow(
      expect.objectContaining({ code: 'layout/wrongDeclaration' }),
    )
    expect(() => struct('Tagged', 10, { a: u64, b: u16 }, { discriminator: [1] })).toThrow(
      expect.objectContaining({ code: 'layout/wrongDeclaration' }),
    )
  })
})

describe('wrong bytes', () => {
  it('are refused for their length, their discriminator and their values', () => {
    const written = everything.encode(sample)
    const readers = [everything.decode, everything.view]
    for (const read of readers) {
      for (const length of [0, 7, 8, written.length - 1])
        for (const mode of ['exact', 'atLeast'] as const)
          expect(() => read(written.subarray(0, length), mode)).toThrow(
            expect.objectContaining({
              code: 'layout/wrongSize',
              facts: { layout: 'Everything', expected: 142, actual: length },
            }),
          )
      expect(() => read(Uint8Array.of(...written, 0))).toThrow(expect.objectContaining({ code: 'layout/wrongSize' }))
      for (let i = 0; i < 8; i++)
        expect(() => read(written.with(i, 255))).toThrow(expect.objectContaining({ code: 'layout/wrongDiscriminator' }))
    }
    expect(everything.decode(Uint8Array.of(...written, 1, 2, 3), 'atLeast')).toEqual(sample)
    const { flag } = everything.offsets
    for (const byte of [2, 255])
      expect(() => everything.decode(written.with(flag, byte))).toThrow(
        expect.objectContaining({ code: 'layout/invalidValue' }),
      )
  })

  it('are reported with layout and field, also if nested', () => {
    const outer = struct('Outer', 4, { first: u8, flags: array(struct('Flags', 1, { isOn: bool }), 2), last: u8 })
    expect(() => outer.decode(Uint8Array.of(1, 1, 7, 1))).toThrow('Not a value of Outer.flags.Flags.isOn.bool: 7')
    expect(() => outer.view(Uint8Array.of(1, 1, 7, 1)).flags).toThrow('Not a value of Outer.flags.Flags.isOn.bool: 7')
    expect(() => outer.encode({ first: 1, flags: [{ isOn: true }, { isOn: false }], last: 256 })).toThrow(
      'Not a value of Outer.last.u8: 256',
    )
  })

  it('never cause any other error', () => {
    const written = everything.encode(sample)
    expectOnlyTernErrors(written, data => everything.decode(data), /^layout\//)
    expectOnlyTernErrors(written, data => everything.decode(data, 'atLeast'), /^layout\//)
    expectOnlyTernErrors(
      written,
      data => {
        const view = everything.view(data, 'atLeast')
        return [view.u128, view.i128, view.flag, view.key, view.raw, view.pair, view.empty]
      },
      /^layout\//,
    )
  })
})

describe('a value that its field cannot hold', () => {
  it('is refused', () => {
    const refused = <T>(field: Field<T>, ...values: T[]) => {
      for (const value of values)
        expect(() => struct('One', field.size, { field }).encode({ field: value } as never), String(value)).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^(layout\/invalidValue|address\/invalid)$/) }),
        )
    }
    refused(u8, -1, 256, 0.5, Number.NaN)
    refused(u16, -1, 65_536)
    refused(u32, -1, 2 ** 32, Infinity)
    refused(i8, -129, 128)
    refused(i16, -32_769, 32_768)
    refused(i32, -(2 ** 31) - 1, 2 ** 31)
    refused(u64, -1n, 2n ** 64n)
    refused(i64, -(2n ** 63n) - 1n, 2n ** 63n)
    refused(u128, -1n, 2n ** 128n)
    refused(i128, -(2n ** 127n) - 1n, 2n ** 127n)
    refused(bytes(2), new Uint8Array(1), new Uint8Array(3))
    refused(array(u8, 2), [1], [1, 2, 3], [1, 256])
    refused(address, '' as never, 'abc' as never, filledAddress(1).slice(2) as never, `${filledAddress(1)}zz` as never)
    refused(u64 as Field<unknown>, 5, '5', undefined, null)
    refused(u8 as Field<unknown>, 5n, '5', undefined, null)
    refused(bool as Field<unknown>, 1, 'true', undefined)
  })
})
