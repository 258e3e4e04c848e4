import { isRecord } from './isRecord.ts'

const longInteger = /\d{16}/
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** What a node could mean has far fewer digits; to make an integer of a million takes seconds. */
const exactInteger = /^-?\d{16,1000}$/
/** Ends the text in whose place an integer stands that a number would round. */
const mark = '\u0000'

/**
 * What JSON tells, its integers as `bigint`, of up to 1,000 digits; under the keys of which `isNumber` is true, and where an array stands under
 * one, they are numbers. @throws SyntaxError
 */
export function parseJson(text: string, isNumber: (key: string) => boolean = () => false): unknown {
  // Most answers hold no integer that long.
  return exact(longInteger.test(text) ? parseLong(text) : JSON.parse(text), '', isNumber)
}

function parseLong(text: string): unknown {
  const marked = text.replace(stringOrNumber, token => (exactInteger.test(token) ? `"${token}\\u0000"` : token))
  return JSON.parse(marked, (_, value: unknown) => {
    const digits = typeof value === 'string' && value.endsWith(mark) ? value.slice(0, -1) : ''
    return exactInteger.test(digits) ? BigInt(digits) : value
  })
}

/** `value`, changed in place: it has just been parsed. */
function exact(value: unknown, key: string, isNumber: (key: string) => boolean): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (isNumber(key)) return Number(value)
    return Number.isInteger(value) ? BigInt(value) : value
  }
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) value[i] = exact(one, key, isNumber)
  } else if (isRecord(value)) {
    for (const inner of Object.keys(value)) value[inner] = exact(value[inner], inner, isNumber)
  }
  return value
}
