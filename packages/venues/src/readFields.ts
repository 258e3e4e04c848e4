import { type Address, address, type Struct, TernError, u128 } from '@tern/core'

// Fields read one by one into an object whose shape is in the source: for accounts that are decoded anew with each update, which
// a layout, filling an object key by key, takes three times as long for.

/** What a record is known by. */
type Shape = Pick<Struct<unknown>, 'name' | 'size' | 'discriminator'>

/** The bytes of a record of at least the shape's size. @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`. */
export function viewOf({ name, size, discriminator }: Shape, bytes: Uint8Array): DataView {
  if (bytes.length < size)
    throw new TernError('layout/wrongSize', { layout: name, expected: size, actual: bytes.length })
  for (let i = 0; i < discriminator.length; i++)
    if (bytes[i] !== discriminator[i]) throw new TernError('layout/wrongDiscriminator', { layout: name })
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** One byte that is 0 or 1. @throws TernError `layout/invalidValue`, naming `field`. */
export function readFlag(view: DataView, offset: number, field: string): boolean {
  const byte = view.getUint8(offset)
  if (byte > 1) throw new TernError('layout/invalidValue', { field: `${field}.bool`, value: String(byte) })
  return byte === 1
}

/** Addresses one after the other. */
export function readAddresses(view: DataView, offset: number, length: number): readonly Address[] {
  const found: Address[] = []
  for (let i = 0; i < length; i++) found.push(address.read(view, offset + 32 * i))
  return found
}

/** So many bytes as they are: a window on the source, not a copy. */
export function readBytes(view: DataView, offset: number, size: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + offset, size)
}

// Much of an account is zero, and to see that costs less than to make a number of it.

/** Eight bytes, little-endian. */
export function readU64(view: DataView, offset: number): bigint {
  return isZero(view, offset, 8) ? 0n : view.getBigUint64(offset, true)
}

/** Sixteen bytes, little-endian. */
export function readU128(view: DataView, offset: number): bigint {
  return isZero(view, offset + 8, 8) ? readU64(view, offset) : u128.read(view, offset)
}

/** Whether all of the bytes are. */
export function isZero(view: DataView, offset: number, size: 8 | 16): boolean {
  const half = view.getUint32(offset) | view.getUint32(offset + 4)
  return (size === 8 ? half : half | view.getUint32(offset + 8) | view.getUint32(offset + 12)) === 0
}
