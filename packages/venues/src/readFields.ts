import { type Address, address, type Struct, TernError } from '@tern/core'

// Fields read one by one into an object whose shape is in the source: for accounts that are decoded anew with each update, which
// a layout, filling an object key by key, takes three times as long for.

/** The bytes of a record of at least the layout's size. @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`. */
export function viewOf<F>({ name, size, discriminator }: Struct<F>, bytes: Uint8Array): DataView {
  if (bytes.length < size)
    throw new TernError('layout/wrongSize', { layout: name, expected: size, actual: bytes.length })
  for (let i = 0; i < discriminator.length; i++)
    if (bytes[i] !== discriminator[i]) throw new TernError('layout/wrongDiscriminator', { layout: name })
  return new DataView(bytes.buffer, bytes.byteOffset, size)
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
