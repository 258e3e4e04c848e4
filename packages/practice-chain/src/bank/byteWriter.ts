import { putAddress } from '@tern/core/internal'

/**
 * Writes numbers, bytes and texts one after another, little-endian, into a buffer that grows and is reused.
 * A number that is too large for its size loses its high bytes.
 */
export class ByteWriter {
  #bytes: Buffer
  #numbers: DataView
  #at = 0

  constructor(room: Buffer = Buffer.allocUnsafeSlow(16_384)) {
    this.#bytes = room
    this.#numbers = numbersIn(room)
  }

  /** Starts over in the same buffer. */
  clear(): this {
    this.#at = 0
    return this
  }

  /** The bytes written since the last `clear`. They stay valid until the next. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  u8(value: number): this {
    this.#room(1)
    this.#bytes[this.#at++] = value
    return this
  }

  u16(value: number): this {
    this.#room(2)
    this.#numbers.setUint16(this.#at, value, true)
    this.#at += 2
    return this
  }

  u32(value: number): this {
    this.#room(4)
    this.#numbers.setUint32(this.#at, value, true)
    this.#at += 4
    return this
  }

  u64(value: bigint): this {
    this.#room(8)
    this.#numbers.setBigUint64(this.#at, value, true)
    this.#at += 8
    return this
  }

  /** Writes bytes whose length the reader knows. */
  fixed(bytes: ArrayLike<number>): this {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
    return this
  }

  /** Writes 32 bytes, given as base58. */
  address(address: string): this {
    this.#room(32)
    putAddress(address, this.#bytes, this.#at)
    this.#at += 32
    return this
  }

  /** Writes the length, then the bytes. */
  sized(bytes: ArrayLike<number>): this {
    return this.u32(bytes.length).fixed(bytes)
  }

  /** Writes the length in bytes, then the text in UTF-8. */
  text(value: string): this {
    this.#room(4 + 3 * value.length)
    const length = this.#bytes.write(value, this.#at + 4)
    this.#bytes.writeUInt32LE(length, this.#at)
    this.#at += 4 + length
    return this
  }

  /** Writes the number of items, then the items. */
  list<T>(items: readonly T[], put: (item: T) => void): this {
    this.u32(items.length)
    for (const item of items) put(item)
    return this
  }

  #room(more: number): void {
    const needed = this.#at + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
    this.#numbers = numbersIn(larger)
  }
}

const numbersIn = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length)

/** Reads the output of a `ByteWriter`, in the same order. Returned bytes are copies. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  u32(): number {
    this.#at += 4
    return this.#bytes.readUInt32LE(this.#at - 4)
  }

  u64(): bigint {
    this.#at += 8
    return this.#bytes.readBigUInt64LE(this.#at - 8)
  }

  fixed(length: number): Uint8Array {
    this.#at += length
    return new Uint8Array(this.#bytes.subarray(this.#at - length, this.#at))
  }

  sized(): Uint8Array {
    return this.fixed(this.u32())
  }

  text(): string {
    const length = this.u32()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.u32() }, read)
  }
}
