/**
 * Computes the constants of FIPS 180-4: the first 32 bits after the point of roots of the first primes.
 * A double holds at least 50 bits after the point of these roots. An engine may get the last few of the 50 wrong.
 */
const roots = (count: number, root: (prime: number) => number): Uint32Array => {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  return Uint32Array.from(primes, prime => (root(prime) % 1) * 2 ** 32)
}

const initial = roots(8, Math.sqrt)
const rounds = roots(64, Math.cbrt)
const schedule = new Uint32Array(64)
const state = new Uint32Array(8)

const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits))

function compress(view: DataView, offset: number): void {
  const w = schedule
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + 4 * i)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] as number, w[i - 2] as number]
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (w[i] as number)) | 0
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + x
}

/**
 * Hashes bytes with SHA-256, synchronously. Use it for public bytes, such as the seeds of an address.
 * Web Crypto answers with a promise, and takes longer for so few bytes.
 *
 * @returns 32 bytes.
 * @example
 * sha256(new Uint8Array(0))[0] // 0xe3
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.length << 3)
  state.set(initial)
  for (let offset = 0; offset < padded.length; offset += 64) compress(view, offset)
  const hash = new DataView(new ArrayBuffer(32))
  for (const [i, word] of state.entries()) hash.setUint32(4 * i, word)
  return new Uint8Array(hash.buffer)
}
