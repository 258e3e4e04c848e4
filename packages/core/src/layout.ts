import type { Address } from '@solana/addresses'
import { readAddress } from './base58.ts'
import { isTernError, TernError } from './errors.ts'
import { putAddress } from './parseAddress.ts'

/** A kind of field: its size in bytes, and functions that read and write it. All integers are little-endian. */
export interface Field<T> {
  readonly size: number
  /** The struct has checked that `offset + size` is within the view. */
  read(view: DataView, offset: number): T
  write(view: DataView, offset: number, value: T): void
}

type Value<F> = F extends { read(view: DataView, offset: number): infer T } ? T : never
/** The values that a struct of these fields decodes to. */
type Values<F> = { readonly [K in keyof F]: Value<F[K]> }
/** The value that a struct or a field reads and writes. */
export type Decoded<F extends { read(view: DataView, offset: number): unknown }> = Value<F>

/** The allowed length: exactly the struct's size, or more (accounts that grew, extensions after a base). */
type Length = 'exact' | 'atLeast'

/** An account or instruction layout: a table of offsets, declared once in on-chain order. */
export interface Struct<F> extends Field<Values<F>> {
  readonly name: string
  /** The whole length in bytes, with the discriminator. */
  readonly size: number
  readonly discriminator: Uint8Array
  /** The first byte of each field, for memory-compare filters and data slices. */
  readonly offsets: { readonly [K in keyof F]: number }
  /** Reads every field. @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`. */
  decode(bytes: Uint8Array, length?: Length): Values<F>
  /**
   * Returns an object that reads each field from the bytes when a caller gets it. It sees later changes of the bytes.
   * Its fields do not enumerate. @throws TernError as `decode`, but `layout/invalidValue` only when the field is read.
   */
  view(bytes: Uint8Array, length?: Length): Values<F>
  /** Writes every field. @throws TernError `layout/invalidValue` for a value that its field cannot hold. */
  encode(value: Values<F>): Uint8Array
}

const viewed = Symbol('view')
const start = Symbol('start')

/**
 * Declares a layout, in the order of the bytes.
 *
 * @param size the whole length in bytes, with the discriminator. It makes a forgotten field an error when the module loads.
 * @throws TernError `layout/wrongDeclaration` unless the fields take `size` bytes.
 * @example
 * const mint = struct('Mint', 45, { option: u32, authority: address, supply: u64, decimals: u8 })
 * mint.view(account.data).decimals // 6
 */
/* @__NO_SIDE_EFFECTS__ */
export function struct<const F extends Record<string, Field<unknown> | Field<never>>>(
  name: string,
  size: number,
  fields: F,
  options: { readonly discriminator?: readonly number[] | Uint8Array } = {},
): Struct<F> {
  const discriminator = Uint8Array.from(options.discriminator ?? [])
  const table: Placed[] = []
  let end = discriminator.length
  for (const [key, field] of Object.entries(fields)) {
    table.push({ key, offset: end, field: field as Field<unknown> })
    end += field.size
  }
  if (end !== size) throw new TernError('layout/wrongDeclaration', { layout: name, declared: size, actual: end })

  // The first view makes the class, because only a few of the loaded layouts are ever viewed.
  let View: ViewClass<Values<F>> | undefined

  function checked(bytes: Uint8Array, length: Length): DataView {
    if (length === 'exact' ? bytes.length !== size : bytes.length < size)
      throw new TernError('layout/wrongSize', { layout: name, expected: size, actual: bytes.length })
    for (let i = 0; i < discriminator.length; i++)
      if (bytes[i] !== discriminator[i]) throw new TernError('layout/wrongDiscriminator', { layout: name })
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  function read(view: DataView, offset: number): Values<F> {
    const value: Record<string, unknown> = {}
    for (const { key, offset: at, field } of table) {
      try {
        value[key] = field.read(view, offset + at)
      } catch (error) {
        throw located(error, name, key)
      }
    }
    return value as Values<F>
  }

  function write(view: DataView, offset: number, value: Values<F>): void {
    for (let i = 0; i < discriminator.length; i++) view.setUint8(offset + i, discriminator[i] as number)
    for (const { key, offset: at, field } of table) {
      try {
        field.write(view, offset + at, value[key as keyof F])
      } catch (error) {
        throw located(error, name, key)
      }
    }
  }

  return {
    name,
    size,
    discriminator,
    offsets: Object.fromEntries(table.map(({ key, offset }) => [key, offset])) as Struct<F>['offsets'],
    read,
    write,
    decode: (bytes, length = 'exact') => read(checked(bytes, length), 0),
    view(bytes, length = 'exact') {
      View ??= viewClass<Values<F>>(name, table)
      return new View(checked(bytes, length), 0)
    },
    encode(value) {
      const bytes = new Uint8Array(size)
      write(new DataView(bytes.buffer), 0, value)
      return bytes
    },
  }
}

/** A field with its place in a struct. */
interface Placed {
  readonly key: string
  readonly offset: number
  readonly field: Field<unknown>
}

type ViewClass<V> = new (view: DataView, offset: number) => V

/** Makes a class with getters that read the fields from the bytes. */
function viewClass<V>(name: string, table: readonly Placed[]): ViewClass<V> {
  class View {
    readonly [viewed]: DataView
    readonly [start]: number
    constructor(view: DataView, offset: number) {
      this[viewed] = view
      this[start] = offset
    }
  }
  for (const { key, offset, field } of table) {
    Object.defineProperty(View.prototype, key, {
      get(this: View) {
        try {
          return field.read(this[viewed], this[start] + offset)
        } catch (error) {
          throw located(error, name, key)
        }
      },
    })
  }
  return View as unknown as ViewClass<V>
}

/** Puts the place of the field before its kind: `PoolState.status.u8`. */
function located(error: unknown, layout: string, key: string): unknown {
  if (!isTernError(error, 'layout/invalidValue')) return error
  const { field, value } = error.facts
  return new TernError('layout/invalidValue', { field: `${layout}.${key}.${field}`, value }, { cause: error })
}

function refuse(field: string, value: unknown): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}

type Get<T> = (view: DataView, offset: number) => T
type Set<T> = (view: DataView, offset: number, value: T) => void

/* @__NO_SIDE_EFFECTS__ */
function integer<T extends number | bigint>(
  name: string,
  size: number,
  min: T,
  max: T,
  get: Get<T>,
  set: Set<T>,
): Field<T> {
  return {
    size,
    read: get,
    write(view, offset, value) {
      const isWhole = typeof value === typeof min && (typeof value === 'bigint' || Number.isInteger(value))
      if (!isWhole || value < min || value > max) refuse(name, value)
      set(view, offset, value)
    },
  }
}

/** One byte. */
export const u8: Field<number> = integer(
  'u8',
  1,
  0,
  255,
  (v, o) => v.getUint8(o),
  (v, o, x) => v.setUint8(o, x),
)
/** Two bytes, little-endian. */
export const u16: Field<number> = integer(
  'u16',
  2,
  0,
  65_535,
  (v, o) => v.getUint16(o, true),
  (v, o, x) => v.setUint16(o, x, true),
)
/** Four bytes, little-endian. */
export const u32: Field<number> = integer(
  'u32',
  4,
  0,
  0xffff_ffff,
  (v, o) => v.getUint32(o, true),
  (v, o, x) => v.setUint32(o, x, true),
)
/** One byte, signed. */
export const i8: Field<number> = integer(
  'i8',
  1,
  -128,
  127,
  (v, o) => v.getInt8(o),
  (v, o, x) => v.setInt8(o, x),
)
/** Two bytes, signed, little-endian. */
export const i16: Field<number> = integer(
  'i16',
  2,
  -32_768,
  32_767,
  (v, o) => v.getInt16(o, true),
  (v, o, x) => v.setInt16(o, x, true),
)
/** Four bytes, signed, little-endian. */
export const i32: Field<number> = integer(
  'i32',
  4,
  -(2 ** 31),
  2 ** 31 - 1,
  (v, o) => v.getInt32(o, true),
  (v, o, x) => v.setInt32(o, x, true),
)
/** Eight bytes, little-endian. */
export const u64: Field<bigint> = integer(
  'u64',
  8,
  0n,
  2n ** 64n - 1n,
  (v, o) => v.getBigUint64(o, true),
  (v, o, x) => v.setBigUint64(o, x, true),
)
/** Eight bytes, signed, little-endian. */
export const i64: Field<bigint> = integer(
  'i64',
  8,
  -(2n ** 63n),
  2n ** 63n - 1n,
  (v, o) => v.getBigInt64(o, true),
  (v, o, x) => v.setBigInt64(o, x, true),
)

function writeTwoWords(view: DataView, offset: number, value: bigint): void {
  view.setBigUint64(offset, BigInt.asUintN(64, value), true)
  view.setBigUint64(offset + 8, BigInt.asUintN(64, value >> 64n), true)
}

/** Sixteen bytes, little-endian. */
export const u128: Field<bigint> = integer(
  'u128',
  16,
  0n,
  2n ** 128n - 1n,
  (v, o) => {
    const high = v.getBigUint64(o + 8, true)
    const low = v.getBigUint64(o, true)
    return high === 0n ? low : (high << 64n) | low
  },
  writeTwoWords,
)
/** Sixteen bytes, signed, little-endian. */
export const i128: Field<bigint> = integer(
  'i128',
  16,
  -(2n ** 127n),
  2n ** 127n - 1n,
  (v, o) => {
    const high = v.getBigInt64(o + 8, true)
    const low = v.getBigUint64(o, true)
    return high === 0n ? low : (high << 64n) | low
  },
  writeTwoWords,
)

/** Eight bytes, little-endian: a positive normal float. Token-2022 refuses every other multiplier. */
export const multiplier: Field<number> = {
  size: 8,
  read(view, offset) {
    const value = view.getFloat64(offset, true)
    return isMultiplier(value) ? value : refuse('multiplier', value)
  },
  write(view, offset, value) {
    if (!isMultiplier(value)) refuse('multiplier', value)
    view.setFloat64(offset, value, true)
  },
}

const smallestNormal = 2 ** -1022
const isMultiplier = (value: number) => Number.isFinite(value) && value >= smallestNormal

/** One byte: 0 or 1. Programs write no other byte. */
export const bool: Field<boolean> = {
  size: 1,
  read(view, offset) {
    const byte = view.getUint8(offset)
    return byte < 2 ? byte === 1 : refuse('bool', byte)
  },
  write(view, offset, value) {
    if (typeof value !== 'boolean') refuse('bool', value)
    view.setUint8(offset, value ? 1 : 0)
  },
}

/** 32 bytes, read as base58. */
export const address: Field<Address> = {
  size: 32,
  read: readAddress,
  write(view, offset, value) {
    putAddress(value, new Uint8Array(view.buffer, view.byteOffset, view.byteLength), offset)
  },
}

/**
 * Declares a field of raw bytes. Reading returns a window on the source, not a copy.
 *
 * @example
 * struct('Reserved', 8, { padding: bytes(8) })
 */
/* @__NO_SIDE_EFFECTS__ */
export function bytes(size: number): Field<Uint8Array> {
  return {
    size,
    read: (view, offset) => new Uint8Array(view.buffer, view.byteOffset + offset, size),
    write(view, offset, value) {
      if (value.length !== size) refuse(`bytes(${size})`, `${value.length} bytes`)
      new Uint8Array(view.buffer, view.byteOffset + offset, size).set(value)
    },
  }
}

/**
 * Declares a field of `length` values of a kind, in a row.
 *
 * @example
 * struct('TwoAmounts', 16, { amounts: array(u64, 2) })
 */
/* @__NO_SIDE_EFFECTS__ */
export function array<T>(field: Field<T>, length: number): Field<readonly T[]> {
  return {
    size: field.size * length,
    read(view, offset) {
      const values: T[] = []
      for (let i = 0; i < length; i++) values.push(field.read(view, offset + i * field.size))
      return values
    },
    write(view, offset, value) {
      if (value.length !== length) refuse(`array(${length})`, `${value.length} values`)
      for (const [i, item] of value.entries()) field.write(view, offset + i * field.size, item)
    },
  }
}
