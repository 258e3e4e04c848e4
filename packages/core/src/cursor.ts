import type { Address } from '@solana/addresses'
import { readAddress } from './base58.ts'
import { TernError } from './errors.ts'

const utf8 = new TextDecoder()

/** Reads borsh, whose strings and lists have no fixed place: each call takes the next value. */
export interface Cursor {
  u8(): number
  u16(): number
  u32(): number
  /** One byte, 0 or 1. */
  bool(): boolean
  address(): Address
  /** A length (u32) and UTF-8 text; padding zeros at the end are left off, and what is no UTF-8 becomes `U+FFFD`. */
  string(): string
}

/** `layout` names the account in errors. @throws TernError `layout/truncated` from each call that would read beyond the end. */
export function cursor(layout: string, data: Uint8Array): Cursor {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let next = 0

  function take(size: number): number {
    const offset = next
    if (size > data.length - offset)
      throw new TernError('layout/truncated', { layout, offset, wanted: size, actual: data.length })
    next = offset + size
    return offset
  }

  return {
    u8: () => view.getUint8(take(1)),
    u16: () => view.getUint16(take(2), true),
    u32: () => view.getUint32(take(4), true),
    bool() {
      const byte = view.getUint8(take(1))
      if (byte > 1) throw new TernError('layout/invalidValue', { field: 'bool', value: String(byte) })
      return byte === 1
    },
    address: () => readAddress(view, take(32)),
    string() {
      const size = view.getUint32(take(4), true)
      const offset = take(size)
      const text = utf8.decode(data.subarray(offset, offset + size))
      let end = text.length
      while (end > 0 && text.charCodeAt(end - 1) === 0) end--
      return text.slice(0, end)
    },
  }
}
