import { parseJsonWithBigInts } from '@solana/rpc-spec-types'
import { stringifyJson } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parseJson.ts'

describe('parseJson', () => {
  it('keeps integers of any size exact, and returns numbers for the chosen keys', () => {
    const text = '{"lamports":18446744073709551615,"list":[-9007199254740993,1,1.5],"decimals":6,"accounts":[0,7]}'
    expect(parseJson(text, key => key === 'decimals' || key === 'accounts')).toEqual({
      ...{ lamports: 18446744073709551615n, list: [-9007199254740993n, 1n, 1.5], decimals: 6, accounts: [0, 7] },
    })
    expect(parseJson('0.1234567890123456789')).toBe(Number('0.1234567890123456789'))
  })

  it('makes no bigint of absurdly many digits', () => {
    const longest = '9'.repeat(1_000)
    expect(parseJson(`[${longest}]`)).toEqual([BigInt(longest)])
    expect(parseJson(`[9${longest}, -9${longest}]`)).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
  })

  it('keeps texts unchanged, with digits and quotes in them', () => {
    const texts = [
      '12345678901234567890',
      '\\"12345678901234567890',
      '":12345678901234567890,"',
      '12345678901234567890\\',
    ]
    const value = { long: 12345678901234567890n, texts, [texts[2] ?? '']: 1n }
    expect(parseJson(stringifyJson(value))).toEqual(value)
  })

  it('rejects invalid JSON', () => {
    for (const text of ['', '{"a":', '12345678901234567890n', '{"a":12345678901234567890'])
      expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it('agrees with Kit for any value', () => {
    const leaf = fc.oneof(
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.string(),
      fc.boolean(),
    )
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.constant(null),
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(tree, value => {
        const text = stringifyJson(value)
        expect(parseJson(text)).toEqual(parseJsonWithBigInts(text))
      }),
    )
  })
})
