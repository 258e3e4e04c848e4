import { type Address, encodeBase58 } from '@tern/core'

/** Reads an instruction's data value by value. A missing value reads as 0, and `isWhole` reports it. */
export interface InstructionData {
  u8(): number
  u16(): number
  i16(): number
  u32(): number
  u64(): bigint
  i64(): bigint
  f64(): number
  address(): Address
  bytes(size: number): Uint8Array
  /** Reads a variant's index, below `count` (bincode). */
  variant(count: number): number
  /** Reads a value if the byte before it is 1 (bincode's `Option`). */
  option<T>(read: () => T): T | null
  /** Reads an address if the byte before it is 1 (the token programs' `COption`). */
  optionalAddress(): Address | null
  /** Reads an address; 32 zero bytes mean null (Token-2022's `OptionalNonZeroPubkey`). */
  nonZeroAddress(): Address | null
  /** Reads a length of four bytes (borsh) or eight bytes (bincode), then UTF-8 text. */
  text(lengthBytes: 4 | 8): string
  /** The bytes that are left. */
  rest(): Uint8Array
  /** `true` if every value read so far was there and valid. */
  isWhole(): boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function instructionData(data: Uint8Array): InstructionData {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let next = 0
  let isWhole = true

  function take<T>(size: number, nothing: T, read: (offset: number) => T): T {
    const offset = next
    next += size
    if (next <= data.length) return read(offset)
    isWhole = false
    return nothing
  }

  const u8 = () => take(1, 0, at => view.getUint8(at))
  const u64 = () => take(8, 0n, at => view.getBigUint64(at, true))
  const u32 = () => take(4, 0, at => view.getUint32(at, true))
  const bytes = (size: number) => take(size, new Uint8Array(), at => data.subarray(at, at + size))
  const address = () => encodeBase58(bytes(32)) as Address

  function option<T>(read: () => T): T | null {
    const tag = u8()
    if (tag > 1) isWhole = false
    return tag === 1 ? read() : null
  }

  function decodeText(encoded: Uint8Array): string {
    try {
      return utf8.decode(encoded)
    } catch {
      isWhole = false
      return ''
    }
  }

  return {
    u8,
    u32,
    u64,
    address,
    bytes,
    u16: () => take(2, 0, at => view.getUint16(at, true)),
    i16: () => take(2, 0, at => view.getInt16(at, true)),
    i64: () => take(8, 0n, at => view.getBigInt64(at, true)),
    f64: () => take(8, 0, at => view.getFloat64(at, true)),
    variant(count) {
      const kind = u32()
      if (kind >= count) isWhole = false
      return kind
    },
    option,
    optionalAddress: () => option(address),
    nonZeroAddress() {
      const found = bytes(32)
      return found.some(byte => byte !== 0) ? (encodeBase58(found) as Address) : null
    },
    text(lengthBytes) {
      const length = lengthBytes === 4 ? u32() : Number(u64())
      return decodeText(bytes(length))
    },
    rest: () => data.subarray(Math.min(next, data.length)),
    isWhole: () => isWhole,
  }
}
