import { type Address, TernError } from '@tern/core'
import { address, type Struct, u128 } from '@tern/core/internal'

// Reads fields one by one into an object literal, for accounts that are decoded at each update.
// A layout fills an object key by key, which takes three times as long.

/** The name, the min size and the discriminator of a record. */
type Shape = Pick<Struct<unknown>, 'name' | 'size' | 'discriminator'>

/**
 * Checks a record's size and discriminator. The record may be longer than the shape.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function viewOf({ name, size, discriminator }: Shape, bytes: Uint8Array): DataView {
  if (bytes.length < size)
    throw new TernError('layout/wrongSize', { layout: name, expected: size, actual: bytes.length })
  for (let i = 0; i < discriminator.length; i++)
    if (bytes[i] !== discriminator[i]) throw new TernError('layout/wrongDiscriminator', { layout: name })
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/**
 * Reads a byte that is 0 or 1.
 * @throws TernError `layout/invalidValue` with the name `field`, for any other value.
 */
export function readFlag(view: DataView, offset: number, field: string): boolean {
  const byte = view.getUint8(offset)
  if (byte > 1) throw new TernError('layout/invalidValue', { field: `${field}.bool`, value: String(byte) })
  return byte === 1
}

/** Reads consecutive addresses. */
export function readAddresses(view: DataView, offset: number, length: number): readonly Address[] {
  const found: Address[] = []
  for (let i = 0; i < length; i++) found.push(address.read(view, offset + 32 * i))
  return found
}

/** Returns `size` bytes as a view of the source, not a copy. */
export function readBytes(view: DataView, offset: number, size: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, size)
}

// Much of an account is zero. To test that is cheaper than to make a `bigint`.

/** Reads eight bytes, little-endian. */
export function readU64(view: DataView, offset: number): bigint {
  return isZero(view, offset, 8) ? 0n : view.getBigUint64(offset, true)
}

/** Reads sixteen bytes, little-endian. */
export function readU128(view: DataView, offset: number): bigint {
  return isZero(view, offset + 8, 8) ? readU64(view, offset) : u128.read(view, offset)
}

/** Checks that all bytes are zero. */
export function isZero(view: DataView, offset: number, size: 8 | 16): boolean {
  const half = view.getUint32(offset) | view.getUint32(offset + 4)
  return (size === 8 ? half : half | view.getUint32(offset + 8) | view.getUint32(offset + 12)) === 0
}
