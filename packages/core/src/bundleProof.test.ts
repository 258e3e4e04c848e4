import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleDigest, canonicalJson } from './bundleProof.ts'

describe('canonical JSON', () => {
  it('sorts the keys of every object, and keeps lists as they are', () => {
    expect(canonicalJson({ b: 1, a: [2, { d: 3, c: 4 }] })).toBe('{"a":[2,{"c":4,"d":3}],"b":1}')
    expect(canonicalJson({ b: undefined, a: '\ud800' })).toBe('{"a":"\\ud800"}')
  })

  it('writes one text for equal values, and the text reads back', () => {
    const turned = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return value.map(turned)
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, turned(part)]),
      )
    }
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = canonicalJson(value)
        expect(canonicalJson(turned(value))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

it('the digest of a bundle is of its canonical JSON', () => {
  expect(bundleDigest({ rev: 1 })).toBe('zqoZ-Z_DEjFz7fugvYXiaGD0YH0MEhRWDU64IQZrRHc')
  expect(bundleDigest({ b: 1, a: 2 })).toBe(bundleDigest({ a: 2, b: 1 }))
})
