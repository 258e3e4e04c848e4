import * as zlib from 'node:zlib'

const maxInBlock = 128 * 1024

/**
 * Returns a Zstandard frame. Node 20 cannot compress, so there the frame stores the bytes, which every reader accepts.
 */
export const zstd = (bytes: Uint8Array): Uint8Array =>
  'zstdCompressSync' in zlib ? zlib.zstdCompressSync(bytes) : storedFrame(bytes)

/** RFC 8878: magic number, a header with four bytes of size and a single segment, raw blocks. */
export function storedFrame(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(Math.ceil(bytes.length / maxInBlock), 1)
  const frame = new Uint8Array(9 + 3 * blocks + bytes.length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, 0xfd2fb528, true)
  view.setUint8(4, 0b1010_0000)
  view.setUint32(5, bytes.length, true)
  for (let i = 0, at = 9; i < blocks; i++) {
    const block = bytes.subarray(i * maxInBlock, (i + 1) * maxInBlock)
    const header = (block.length << 3) | (i === blocks - 1 ? 1 : 0)
    view.setUint16(at, header & 0xffff, true)
    view.setUint8(at + 2, header >> 16)
    frame.set(block, at + 3)
    at += 3 + block.length
  }
  return frame
}
