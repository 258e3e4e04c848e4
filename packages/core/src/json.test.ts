import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringifyJson } from './json.ts'

describe('stringifyJson', () => {
  it('writes bigints as plain integers, beyond what a double can hold', () => {
    expect(stringifyJson({ rentEpoch: 18446744073709551615n, list: [1n, -2n] })).toBe(
      '{"rentEpoch":18446744073709551615,"list":[1,-2]}',
    )
  })

  it('leaves undefined fields out and writes undefined as null elsewhere', () => {
    expect(stringifyJson({ a: undefined, b: [undefined], c: null })).toBe('{"b":[null],"c":null}')
    expect(stringifyJson(undefined)).toBe('null')
  })

  it('writes everything else as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(stringifyJson(value)).toBe(JSON.stringify(value))
      }),
    )
  })
})
