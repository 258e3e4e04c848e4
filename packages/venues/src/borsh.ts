import { TernError } from '@tern/core'
import { bool, type Decoded, type Field } from '@tern/core/internal'

/**
 * A value of variable size. `read` advances the reader.
 * `missing` is the value if the bytes of an older record end before it.
 */
export interface Variable<T> {
  readonly missing: T
  /** The length in the notation of compiled effects, see `endOf` in effects/rowConditions.ts. */
  readonly length: string
  read(from: Reader): T
  bytes(value: T): Uint8Array
}

interface Reader {
  /**
   * Returns the offset of the next `size` bytes and moves past it.
   * @throws TernError `layout/truncated` if fewer bytes are left.
   */
  take(size: number): number
  readonly left: number
  readonly view: DataView
  readonly data: Uint8Array
}

type Part<T> = Field<T> | Variable<T>
type Value<P> = P extends Variable<infer T> ? T : P extends Field<unknown> ? Decoded<P> : never
type Values<F> = { readonly [K in keyof F]: Value<F[K]> }

/** A record with texts and lists, so its fields have no fixed offsets: events, and arguments that contain names. */
export interface Borsh<F> {
  readonly name: string
  readonly discriminator: Uint8Array
  /**
   * Decodes every field. Records grew over time: if the bytes end before an optional field, it is zero, empty or false.
   * Ignores bytes after the last field, because a later version may have added fields.
   *
   * @throws TernError `layout/wrongDiscriminator`, `layout/truncated`, `layout/invalidValue`.
   */
  decode(data: Uint8Array): Values<F>
  /** @throws TernError `layout/invalidValue` for a value that its field cannot hold. */
  encode(value: Values<F>): Uint8Array
  /** The first byte of each field before the first field of variable size. */
  readonly offsets: { readonly [K in keyof F]?: number }
  /** The length of the record, in the notation of compiled effects. */
  readonly tail: string
  /** Checks that `data` begins with the record's discriminator. */
  begins(data: Uint8Array): boolean
}
/** The decoded value of a record. */
export type Record<B> = B extends Borsh<infer F> ? Values<F> : never

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder()

/** A length (u32) and UTF-8 text. Invalid bytes decode to `U+FFFD`. */
export const text: Variable<string> = {
  missing: '',
  length: 't',
  read(from) {
    const size = from.view.getUint32(from.take(4), true)
    const offset = from.take(size)
    return fromUtf8.decode(from.data.subarray(offset, offset + size))
  },
  bytes(value) {
    const encoded = utf8.encode(value)
    const bytes = counted(encoded.length, encoded.length)
    bytes.set(encoded, 4)
    return bytes
  },
}

/** A length (u32), then that many values of one type. */
/* @__NO_SIDE_EFFECTS__ */
export function list<T>(field: Field<T>): Variable<readonly T[]> {
  return {
    missing: [],
    length: `l${field.size}`,
    read(from) {
      const length = from.view.getUint32(from.take(4), true)
      const start = from.take(length * field.size)
      return Array.from({ length }, (_, i) => field.read(from.view, start + i * field.size))
    },
    bytes(values) {
      const bytes = counted(values.length, values.length * field.size)
      const view = new DataView(bytes.buffer)
      for (const [i, value] of values.entries()) field.write(view, 4 + i * field.size, value)
      return bytes
    },
  }
}

/** A flag byte, followed by the value if the flag is set. */
/* @__NO_SIDE_EFFECTS__ */
export function option<T>(field: Field<T>): Variable<T | undefined> {
  return {
    missing: undefined,
    length: `o${field.size}`,
    read(from) {
      const there = bool.read(from.view, from.take(bool.size))
      return there ? field.read(from.view, from.take(field.size)) : undefined
    },
    bytes(value) {
      const encoded = new Uint8Array(value === undefined ? 1 : 1 + field.size)
      if (value === undefined) return encoded
      encoded[0] = 1
      field.write(new DataView(encoded.buffer), 1, value)
      return encoded
    },
  }
}

/**
 * Declares a record with its fields in on-chain order.
 * `required`: number of leading fields that every version of the record has. Default: all fields.
 *
 * @example
 * const named = borsh('Named', { id: u64, name: text }, { discriminator: [1, 2, 3, 4, 5, 6, 7, 8] })
 * named.decode(named.encode({ id: 5n, name: 'tern' })) // { id: 5n, name: 'tern' }
 */
/* @__NO_SIDE_EFFECTS__ */
export function borsh<const F extends { readonly [name: string]: Part<never> | Part<unknown> }>(
  name: string,
  fields: F,
  options: { readonly discriminator: readonly number[] | Uint8Array; readonly required?: number },
): Borsh<F> {
  const discriminator = Uint8Array.from(options.discriminator)
  const parts = Object.entries(fields) as [string, Part<unknown>][]
  const required = options.required ?? parts.length
  const begins = (data: Uint8Array) =>
    data.length >= discriminator.length && discriminator.every((byte, i) => data[i] === byte)

  return {
    name,
    discriminator,
    begins,
    get offsets() {
      const offsets: { [key: string]: number } = {}
      let offset = discriminator.length
      for (const [key, part] of parts) {
        if ('bytes' in part) break
        offsets[key] = offset
        offset += part.size
      }
      return offsets as Borsh<F>['offsets']
    },
    get tail() {
      const lengths = parts.map(([, part]) => ('bytes' in part ? part.length : String(part.size)))
      const later = lengths.slice(required).map(length => `?,${length}`)
      return [discriminator.length, ...lengths.slice(0, required), ...later].join(',')
    },
    decode(data) {
      if (!begins(data)) throw new TernError('layout/wrongDiscriminator', { layout: name })
      const from = reader(name, data, discriminator.length)
      const value: { [key: string]: unknown } = {}
      for (const [i, [key, part]] of parts.entries())
        value[key] = i >= required && from.left === 0 ? missing(part) : read(part, from)
      return value as Values<F>
    },
    encode(value) {
      const values = value as { readonly [key: string]: unknown }
      const pieces = new Map<string, Uint8Array>()
      let size = discriminator.length
      for (const [key, part] of parts)
        if ('bytes' in part) {
          const piece = part.bytes(values[key])
          pieces.set(key, piece)
          size += piece.length
        } else size += part.size
      const bytes = new Uint8Array(size)
      bytes.set(discriminator)
      const view = new DataView(bytes.buffer)
      let offset = discriminator.length
      for (const [key, part] of parts) {
        if ('bytes' in part) {
          const piece = pieces.get(key) as Uint8Array
          bytes.set(piece, offset)
          offset += piece.length
        } else {
          part.write(view, offset, values[key])
          offset += part.size
        }
      }
      return bytes
    },
  }
}

function reader(layout: string, data: Uint8Array, start: number): Reader {
  let next = start
  return {
    data,
    view: new DataView(data.buffer, data.byteOffset, data.length),
    get left() {
      return data.length - next
    },
    take(size) {
      const offset = next
      if (size > data.length - offset)
        throw new TernError('layout/truncated', { layout, offset, wanted: size, actual: data.length })
      next = offset + size
      return offset
    },
  }
}

function read(part: Part<unknown>, from: Reader): unknown {
  return 'bytes' in part ? part.read(from) : part.read(from.view, from.take(part.size))
}

function missing(part: Part<unknown>): unknown {
  return 'bytes' in part ? part.missing : part.read(new DataView(new ArrayBuffer(part.size)), 0)
}

/** Allocates a count (u32), followed by `size` bytes. */
function counted(count: number, size: number): Uint8Array {
  const bytes = new Uint8Array(4 + size)
  new DataView(bytes.buffer).setUint32(0, count, true)
  return bytes
}
