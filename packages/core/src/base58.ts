import type { Address } from '@solana/addresses'
import { TernError } from './errors.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** 58^5: the largest power of 58 that keeps 16 summed products with a 16-bit limb exact in a double. */
const limbBase = 656_356_768
/** Longer than a whole transaction, as bytes or as text. The conversion takes quadratic time, so it needs a limit. */
const longest = 4096

const digitOf = new Uint8Array(128).fill(255)
for (let i = 0; i < 58; i++) digitOf[alphabet.charCodeAt(i)] = i
/** Groups of two digits, so that five digits are put together from three pieces. Each group is made at its first use. */
const pairs: (string | undefined)[] = new Array(58 * 58)
const pairOf = (n: number): string => (pairs[n] ??= alphabet.charAt(Math.floor(n / 58)) + alphabet.charAt(n % 58))

/**
 * Writes bytes in the base58 of Bitcoin and Solana. A leading zero byte becomes a leading `1`.
 *
 * @throws TernError `encoding/tooLong` beyond 4,096 bytes.
 * @example
 * encodeBase58(Uint8Array.of(0, 1)) // '12'
 */
export function encodeBase58(bytes: Uint8Array): string {
  if (bytes.length > longest)
    throw new TernError('encoding/tooLong', { encoding: 'base58', length: bytes.length, longest })
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const limbs: number[] = []
  for (let i = zeros; i < bytes.length; i++) {
    let carry = bytes[i] as number
    for (let j = 0; j < limbs.length; j++) {
      const sum = (limbs[j] as number) * 256 + carry
      carry = Math.floor(sum / limbBase)
      limbs[j] = sum - carry * limbBase
    }
    if (carry > 0) limbs.push(carry)
  }
  let text = ''
  for (let j = limbs.length - 1; j >= 0; j--) text += fiveDigits(limbs[j] as number)
  return '1'.repeat(zeros) + withoutLeadingOnes(text)
}

/**
 * Reads base58.
 *
 * @throws TernError `encoding/notBase58`, `encoding/tooLong` beyond 4,096 characters.
 * @example
 * decodeBase58('12') // Uint8Array [0, 1]
 */
export function decodeBase58(text: string): Uint8Array {
  if (text.length > longest)
    throw new TernError('encoding/tooLong', { encoding: 'base58', length: text.length, longest })
  let zeros = 0
  while (zeros < text.length && text.charCodeAt(zeros) === 49) zeros++
  const limbs: number[] = []
  for (let i = zeros; i < text.length; i++) {
    const code = text.charCodeAt(i)
    let carry = code < 128 ? (digitOf[code] as number) : 255
    if (carry === 255) throw new TernError('encoding/notBase58', { position: i })
    for (let j = 0; j < limbs.length; j++) {
      const sum = (limbs[j] as number) * 58 + carry
      limbs[j] = sum & 0xffffff
      carry = sum >>> 24
    }
    if (carry > 0) limbs.push(carry)
  }
  const big = new Uint8Array(limbs.length * 3)
  limbs.forEach((limb, j) => {
    const at = big.length - 3 * j
    big[at - 1] = limb
    big[at - 2] = limb >>> 8
    big[at - 3] = limb >>> 16
  })
  let skip = 0
  while (skip < big.length && big[skip] === 0) skip++
  const bytes = new Uint8Array(zeros + big.length - skip)
  bytes.set(big.subarray(skip), zeros)
  return bytes
}

/** Row i: the place value of the i-th 16-bit limb (most significant first) of 32 bytes, in nine limbs of 58^5. */
const placeValues = (() => {
  const table = new Float64Array(16 * 9)
  for (let i = 0; i < 16; i++) {
    let value = 1n << BigInt(16 * (15 - i))
    for (let j = 8; j >= 0; j--) {
      table[i * 9 + j] = Number(value % BigInt(limbBase))
      value /= BigInt(limbBase)
    }
  }
  return table
})()

const sums = new Float64Array(9)

/** Writes the 32 bytes at `offset` in base58: multiplies by a table, then carries. @see Firedancer's `fd_base58_encode_32` */
function encode32(view: DataView, offset: number): string {
  sums.fill(0)
  for (let i = 0; i < 16; i++) {
    const limb = view.getUint16(offset + 2 * i)
    if (limb === 0) continue
    const row = i * 9
    for (let j = 0; j < 9; j++) sums[j] = (sums[j] as number) + limb * (placeValues[row + j] as number)
  }
  let text = ''
  let carry = 0
  for (let j = 8; j >= 0; j--) {
    const sum = (sums[j] as number) + carry
    carry = Math.floor(sum / limbBase)
    text = fiveDigits(sum - carry * limbBase) + text
  }
  let zeros = 0
  while (zeros < 32 && view.getUint8(offset + zeros) === 0) zeros++
  return '1'.repeat(zeros) + withoutLeadingOnes(text)
}

function fiveDigits(limb: number): string {
  const upper = Math.floor(limb / 3364)
  const first = Math.floor(upper / 3364)
  return alphabet.charAt(first) + pairOf(upper - first * 3364) + pairOf(limb - upper * 3364)
}

function withoutLeadingOnes(text: string): string {
  let start = 0
  while (start < text.length && text.charCodeAt(start) === 49) start++
  return text.slice(start)
}

const slots = 2048
const keptWords = new Int32Array(slots * 8)
const kept: (Address | undefined)[] = new Array(slots)

/**
 * Reads the address in the 32 bytes at `offset`.
 * A few hundred addresses occur over and over, so 2,048 slots keep the last results. A hit takes some 10 ns.
 *
 * @example
 * readAddress(new DataView(new ArrayBuffer(32)), 0) // '11111111111111111111111111111111'
 */
export function readAddress(view: DataView, offset: number): Address {
  const first = view.getInt32(offset, true)
  const last = view.getInt32(offset + 28, true)
  const slot = (Math.imul(first ^ Math.imul(last, 0x9e3779b1), 0x85ebca6b) >>> 21) & (slots - 1)
  const found = kept[slot]
  const base = slot * 8
  if (
    found !== undefined &&
    keptWords[base] === first &&
    keptWords[base + 1] === view.getInt32(offset + 4, true) &&
    keptWords[base + 2] === view.getInt32(offset + 8, true) &&
    keptWords[base + 3] === view.getInt32(offset + 12, true) &&
    keptWords[base + 4] === view.getInt32(offset + 16, true) &&
    keptWords[base + 5] === view.getInt32(offset + 20, true) &&
    keptWords[base + 6] === view.getInt32(offset + 24, true) &&
    keptWords[base + 7] === last
  )
    return found
  const text = encode32(view, offset) as Address
  for (let i = 0; i < 8; i++) keptWords[base + i] = view.getInt32(offset + 4 * i, true)
  kept[slot] = text
  return text
}
