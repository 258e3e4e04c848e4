import type { Address } from '@solana/addresses'
import { readAddress } from './base58.ts'
import { TernError } from './errors.ts'

const utf8 = new TextDecoder()

/** Reads borsh: strings and lists have no fixed place, so each call takes the next value. */
export interface Cursor {
  u8(): number
  u16(): number
  u32(): number
  /** Takes one byte, 0 or 1. @throws TernError `layout/invalidValue` for any other byte. */
  bool(): boolean
  address(): Address
  /** Takes a length (u32) and UTF-8 text. Zeros at the end are removed, and bytes that are not UTF-8 become `U+FFFD`. */
  string(): string
}

/**
 * Makes a cursor at the beginning of `data`.
 *
 * @param layout names the account in errors.
 * @returns a cursor whose calls throw TernError `layout/truncated` instead of reading beyond the end.
 * @example
 * cursor('Metadata', Uint8Array.of(1, 0)).u16() // 1
 */
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
