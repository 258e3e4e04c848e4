/**
 * A QR code of version 4 with error correction M (ISO/IEC 18004): 33 modules a side, up to 62 bytes, and a seventh of it may
 * be dirty. An address takes at most 44.
 */
const size = 33
const mostBytes = 62
const blockBytes = 32
const blockCount = 2
const correctionBytes = 18
/** The alignment pattern's centre; the finders take the other corners. */
const alignment = 26

/** Multiplication in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The Reed-Solomon generator of degree 18, its leading 1 left out. */
const generator = (() => {
  const terms = [...new Array<number>(correctionBytes - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < correctionBytes; step++) {
    for (let i = 0; i < correctionBytes; i++) terms[i] = multiply(terms[i] ?? 0, root) ^ (terms[i + 1] ?? 0)
    root = multiply(root, 2)
  }
  return terms
})()

function correction(data: readonly number[]): readonly number[] {
  const rest = new Array<number>(correctionBytes).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let i = 0; i < correctionBytes; i++) rest[i] = (rest[i] ?? 0) ^ multiply(generator[i] ?? 0, factor)
  }
  return rest
}

/** The bytes of the code, in the order in which they are drawn: the blocks interleaved, their corrections after them. */
function codewords(text: string): readonly number[] {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > mostBytes) throw new RangeError(`A code of ${bytes.length} bytes: ${mostBytes} are the most`)
  // Four bits say that bytes follow, eight how many; four of nothing end them.
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap(byte => [byte >> 4, byte & 15]), 0]
  const data = Array.from(
    { length: nibbles.length / 2 },
    (_, i) => ((nibbles[2 * i] ?? 0) << 4) | (nibbles[2 * i + 1] ?? 0),
  )
  for (let pad = 0xec; data.length < blockBytes * blockCount; pad ^= 0xec ^ 0x11) data.push(pad)
  const blocks = [data.slice(0, blockBytes), data.slice(blockBytes)]
  const interleave = (parts: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, i) => parts.map(part => part[i] ?? 0)).flat()
  return [...interleave(blocks, blockBytes), ...interleave(blocks.map(correction), correctionBytes)]
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

type Modules = (boolean | undefined)[][]

/** Finders, timing, alignment and the dark module; where data go stays `undefined`. */
function frame(): Modules {
  const modules: Modules = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, dark: boolean) => {
    const row = modules[y]
    if (row !== undefined && x >= 0 && x < size) row[x] = dark
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4)
      }
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= 2; dx++) set(alignment + dx, alignment + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
  drawFormat(modules, 0)
  return modules
}

/** Which correction and which mask, twice, in 15 bits of a BCH code. */
function drawFormat(modules: Modules, mask: number): void {
  let rest = mask
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const set = (x: number, y: number, i: number) => {
    const row = modules[y]
    if (row !== undefined) row[x] = ((bits >> i) & 1) === 1
  }
  for (let i = 0; i < 15; i++) {
    if (i < 6) set(8, i, i)
    else if (i < 8) set(8, i + 1, i)
    else if (i === 8) set(7, 8, i)
    else set(14 - i, 8, i)
    if (i < 8) set(size - 1 - i, 8, i)
    else set(8, size - 15 + i, i)
  }
  const row = modules[size - 8]
  if (row !== undefined) row[8] = true
}

/** The places of the data's bits, in their order: up and down in columns of two, from the right. */
function* places(modules: Modules): Generator<readonly [number, number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUp = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step
        if (modules[y]?.[x] === undefined) yield [x, y]
      }
  }
}

/** How hard a code is to read, by the standard's four rules. */
function penalty(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, x) => rows.map(row => row[x] ?? false))
  let total = 0
  for (const line of [...rows, ...columns]) {
    const text = line.map(dark => (dark ? '1' : '0')).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) total += run.length - 2
    for (const pattern of ['00001011101', '10111010000'])
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) total += 40
  }
  let dark = 0
  for (const [y, row] of rows.entries())
    for (const [x, module] of row.entries()) {
      if (module) dark++
      const [right, below, across] = [row[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]]
      if (right === module && below === module && across === module) total += 3
    }
  return total + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10
}

/**
 * The rows of a QR code, `true` where it is dark, without the quiet zone of four modules around it.
 * @throws RangeError for more than 62 bytes.
 */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bits = codewords(text).flatMap(byte => Array.from({ length: 8 }, (_, i) => ((byte >> (7 - i)) & 1) === 1))
  const empty = frame()
  const order = [...places(empty)]
  let best: readonly (readonly boolean[])[] = []
  let least = Number.POSITIVE_INFINITY
  for (const [mask, flips] of masks.entries()) {
    const modules = empty.map(row => [...row])
    drawFormat(modules, mask)
    for (const [i, [x, y]] of order.entries()) {
      const row = modules[y]
      if (row !== undefined) row[x] = (bits[i] ?? false) !== flips(x, y)
    }
    const rows = modules.map(row => row.map(module => module === true))
    const cost = penalty(rows)
    if (cost >= least) continue
    least = cost
    best = rows
  }
  return best
}
