import { wrappedNativeMint } from '@tern/core'
import type { PoolRow, PoolTokenRow } from '@tern/server/appRouter'
import { expect, it } from 'vitest'
import { checkAnswer } from '../checkAnswer.ts'
import { parsePool } from './listedPool.ts'

const kite = 'BvSg7JbyoB1wZ2TcKX1rFmov8aidg1KoC6SRsgqg5YAy'
const token: PoolTokenRow = {
  ...{ mint: kite, symbol: 'KITE', name: 'Kite', decimals: 6, program: wrappedNativeMint },
  ...{ picture: '/kite.svg', scale: null, transferFeeBps: null },
}
const row: PoolRow = {
  ...{ address: '6iUTJXhaJaYpJ5mEzhFJx9oXBH2p8nMpDbkwaLKLHSg3', protocol: 'raydium_cpmm', type: 'standard' },
  ...{ mints: [wrappedNativeMint, kite], feePpm: 2_500, tvlLamports: '4000', state: 'open', opensAtSeconds: null },
  ...{ day: { volumeLamports: '30', feeLamports: '2', aprBps: 18 }, week: null, month: null },
}
const tokenOf = (mint: string) => (mint === kite ? token : { ...token, mint, symbol: 'SOL', name: 'Solana' })

it('names a pool’s pair with SOL last, and finds it by names, mints and address', () => {
  const pool = parsePool(row, tokenOf)
  expect(pool.pair).toBe('KITE/SOL')
  expect(pool.tokens.map(({ mint }) => mint)).toEqual([kite, wrappedNativeMint])
  expect(pool).toMatchObject({
    tvlLamports: 4_000n,
    day: { volumeLamports: 30n, feeLamports: 2n, aprBps: 18 },
    week: null,
  })
  for (const word of ['kite', kite.toLowerCase(), row.address.toLowerCase()]) expect(pool.words).toContain(word)
})

it('gives a token with a coin’s name another symbol', () => {
  const pool = parsePool(row, mint => ({ ...token, mint, symbol: 'USDC' }))
  expect(pool.tokens[0].symbol).not.toBe('USDC')
})

it.each([{ mints: [kite] }, { tvlLamports: '1.5' }, { day: { volumeLamports: '1', feeLamports: '-', aprBps: null } }])(
  'refuses a row that is not one: %s',
  change => {
    expect(checkAnswer(row, 'pool')).toBe(row)
    expect(() => checkAnswer({ ...row, ...change } as PoolRow, 'pool')).toThrow()
  },
)
