import type { NamedInstruction } from './instructionEffects.ts'
import { constantOf, type Part, placeIn, type Row, viewOf } from './rows.ts'

/** Checks that `at` is within a range like `24`, `24-26` or `13+`. */
function isWithin(at: number, range: string): boolean {
  const [min, max = min] = range.split(/[-+]/)
  return at >= Number(min) && (max === '' || at <= Number(max))
}

/**
 * Finds the end of arguments of variable length.
 * `8` is 8 bytes. `t` is a text, and `s` is a text with a length of eight bytes. `l2` is a list with 2 bytes a value. `o8`
 * is an optional value of 8 bytes. `e9.1` is an enum with 9 bytes in its first variant. The data may also end at a `?`.
 * @returns -1 if the bytes end early.
 */
function endOf(data: Uint8Array, start: string, tail: readonly string[]): number {
  const view = viewOf(data)
  let at = Number(start)
  for (const one of tail) {
    const [kind = '', size] = /^\d/.test(one) ? ['', one] : [one[0], one.slice(1)]
    if (kind === '?') {
      if (at === view.byteLength) return at
      continue
    }
    const counted = { t: 4, s: 8, l: 4, o: 1, e: 1 }[kind] ?? 0
    if (at + counted > view.byteLength) return -1
    const isByte = kind === 'o' || kind === 'e'
    const count = kind === '' ? 1 : isByte ? view.getUint8(at) : view.getUint32(at, true)
    if (kind === 'o' && count > 1) return -1
    // An unknown variant has no size.
    at += counted + (kind === 'e' ? Number(size?.split('.')[count] ?? Infinity) : count * Number(size || 1))
  }
  return at > view.byteLength ? -1 : at
}

/** Checks that `size` bytes from `at` are `value`, lowest byte first. Missing bytes count as 0. */
const says = (data: Uint8Array, at: number, size: number, value: number): boolean =>
  (data[at] ?? 0) === value && data.subarray(at + 1, at + size).every(byte => byte === 0)

/** Counts the accounts of the slices in the list at `at`: a count, then a kind and a number for each slice. */
function slicedAccounts(data: Uint8Array, at: number): number {
  let count = 0
  for (let i = at + 5; i < data.length; i += 2) count += data[i] as number
  return count
}

/** Checks that an instruction begins as the row states, and meets the row's conditions. */
export const isRowOf = ({ begins, parts }: Row, instruction: NamedInstruction, isExact: boolean): boolean =>
  begins.every((byte, i) => instruction.data[i] === byte) && parts.every(part => isMet(part, instruction, isExact))

/** Checks a condition. The other parts of a row are no conditions, and pass. */
function isMet([key, values]: Part, { program, accounts, data }: NamedInstruction, isExact: boolean): boolean {
  const [first = '', second = ''] = values
  switch (key) {
    case 'd': {
      if (first === '*') return true
      const [min = '', max = min] = first.split('-')
      if (data.length < Number(min)) return false
      if (!isExact) return true
      return values.length === 1 ? data.length <= Number(max) : endOf(data, first, values.slice(1)) === data.length
    }
    case 'n': {
      const [range = '', slices] = first.split('s')
      const min = Number.parseInt(range, 10)
      if (!isExact) return accounts.length >= Number(second || min)
      if (slices === undefined) return isWithin(accounts.length, range)
      // A sysvar may precede the slices.
      const others = accounts.length - slicedAccounts(data, Number(slices)) - min
      return others === 0 || others === 1
    }
    case '?': {
      const [where = '', value] = first.split('=')
      const [offset, size = 1] = where.split(':').map(Number) as [number, number?]
      return says(data, offset, size, Number(value))
    }
    case '@':
      return accounts[placeIn(second, accounts.length)] === constantOf(first, program)
    default:
      return true
  }
}
