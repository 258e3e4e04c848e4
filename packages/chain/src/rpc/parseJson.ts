import { isRecord } from './isRecord.ts'

const longInteger = /\d{16}/
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** No real value has this many digits, and a million-digit integer would take seconds to parse. */
const exactInteger = /^-?\d{16,1000}$/
/** Ends the string that replaces a long integer, because a number would round it. */
const mark = '\u0000'

/**
 * Parses JSON with every integer as `bigint`, up to 1,000 digits.
 *
 * @param isNumber returns `true` for keys whose integers stay numbers. It applies to the items of an array as well.
 * @throws SyntaxError
 */
export function parseJson(text: string, isNumber: (key: string) => boolean = () => false): unknown {
  // Few answers contain an integer this long.
  return exact(longInteger.test(text) ? parseLong(text) : JSON.parse(text), '', isNumber)
}

function parseLong(text: string): unknown {
  const marked = text.replace(stringOrNumber, token => (exactInteger.test(token) ? `"${token}\\u0000"` : token))
  return JSON.parse(marked, (_, value: unknown) => {
    const digits = typeof value === 'string' && value.endsWith(mark) ? value.slice(0, -1) : ''
    return exactInteger.test(digits) ? BigInt(digits) : value
  })
}

/** Converts the numbers of a freshly parsed value, in place. */
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
