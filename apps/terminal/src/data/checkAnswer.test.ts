import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { isTernError } from '@tern/core'
import type { TokenRow } from '@tern/server/appRouter'
import { describe, expect, it } from 'vitest'
import { checkAnswer } from './checkAnswer.ts'
import { parseListing } from './market/listing.ts'

const mint = 'So11111111111111111111111111111111111111112'
const token: TokenRow = {
  mint,
  symbol: 'KITE',
  name: 'Kite',
  decimals: 6,
  scale: { kind: 'scaled', multiplier: '1.5' },
  program: mint,
  picture: '/pictures/x.svg',
  description: 'flies',
  protocol: 'raydium_cpmm',
  pool: mint,
  createdAtSeconds: 1_700_000_000,
  opensAtSeconds: 1_800_000_000,
  price: { numerator: '3', denominator: '7' },
  supply: '1000000000000000',
  liquidityLamports: '5',
  curve: { stage: 'trading', progressPpm: 5, creator: mint },
  volume5mLamports: '0',
  volume24hLamports: '18446744073709551615',
  buys5m: 1,
  sells5m: 2,
  change5mBps: -5,
  change24hBps: 7,
  mintAuthority: mint,
  freezeAuthority: mint,
  transferFeeBps: 3,
}
const nullable = 'picture description createdAtSeconds opensAtSeconds price supply liquidityLamports curve change5mBps'
  .concat(' change24hBps mintAuthority freezeAuthority transferFeeBps')
  .split(' ')

/** Nested so deep that a recursive function overflows the stack. */
const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
const long = 'x'.repeat(10_000_000)
const notNumbers = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, 0.5, '5', 'NaN', undefined, {}, [], true, deep, long]
const notAmounts = [
  5,
  'NaN',
  '1e5',
  ' 5',
  '5n',
  '0x5',
  '',
  '-',
  undefined,
  {},
  [],
  true,
  deep,
  long,
  '9'.repeat(10_000_000),
]
const notTexts = [5, Number.NaN, undefined, {}, { toString: 5 }, [], false, deep, long]

/** Lists the paths of a value's leaves. */
const leaves = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => leaves(one, [...path, name]))
    : [path]

function withLeaf(value: unknown, [name, ...rest]: readonly string[], leaf: unknown): unknown {
  if (name === undefined) return leaf
  const record = (value ?? {}) as Record<string, unknown>
  return { ...record, [name]: withLeaf(record[name], rest, leaf) }
}

const read = (row: unknown) => {
  return parseListing(checkAnswer(row as TokenRow, 'token'))
}
const whatOf = (row: unknown) => {
  try {
    return read(row)
  } catch (error) {
    return isTernError(error, 'layout/invalidValue') ? 'refused' : error
  }
}

describe('F46 an answer', () => {
  it('is accepted if it is valid, with null in the fields that may be null', () => {
    expect(read(token)).toMatchObject({
      symbol: 'KITE',
      supply: 1_000_000_000_000_000n,
      volume24hLamports: 2n ** 64n - 1n,
    })
    expect(read({ ...token, scale: null })).toHaveProperty('scale', undefined)
    for (const name of nullable) expect(read({ ...token, [name]: null })).toHaveProperty(name, null)
  })

  it.each(leaves(token).map(path => [path.join('.'), path] as const))('is refused for an invalid %s', (name, path) => {
    const value = path.reduce<unknown>((of, part) => (of as Record<string, unknown>)[part], token)
    const isAmount = typeof value === 'string' && /^\d+$/.test(value)
    for (const leaf of typeof value === 'number' ? notNumbers : isAmount ? notAmounts : notTexts)
      expect(whatOf(withLeaf(token, path, leaf))).toBe('refused')
    if (!nullable.includes(name)) expect(whatOf(withLeaf(token, path, null))).toBe('refused')
  })

  it.each([
    ['a value that is not a record', [null, undefined, 5, 'x', [], deep]],
    ['a denominator of 0', [{ ...token, price: { numerator: '1', denominator: '0' } }]],
    [
      'an invalid multiplier',
      ['0', '0.0', '0e5', '-1', '1e999', 'NaN', '.5'].map(multiplier => ({
        ...{ ...token, scale: { kind: 'scaled', multiplier } },
      })),
    ],
    ['another kind of scale', [{ ...token, scale: { kind: 'squared', multiplier: '2' } }]],
    ['too many decimals', [{ ...token, decimals: 1e9 }]],
    ['a date that does not exist', [{ ...token, createdAtSeconds: 1e15 }]],
  ] as const)('is refused for %s, which would break its display', (_, rows) => {
    for (const row of rows) expect(whatOf(row)).toBe('refused')
  })

  it('may have unknown fields, however deep they go', () => {
    expect(read({ ...token, more: deep })).toMatchObject({ symbol: 'KITE' })
  })

  it('keeps the last good data if it is invalid', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const answers: unknown[] = [[token], [{ ...token, price: 'NaN' }], { more: deep }, [{ ...token, symbol: 'NEW' }]]
    const observer = new QueryObserver(client, {
      queryKey: ['tokens'],
      queryFn: async () => (answers.shift() as TokenRow[]).map(read),
    })
    const symbol = async () => {
      const { data, isError } = await observer.refetch()
      return [data?.[0]?.symbol, isError]
    }
    expect([await symbol(), await symbol(), await symbol(), await symbol()]).toEqual([
      ['KITE', false],
      ['KITE', true],
      ['KITE', true],
      ['NEW', false],
    ])
  })
})
