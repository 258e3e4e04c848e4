import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { coinNamedBy } from '../../text/sameName.ts'
import { namesakesIn } from './namesakes.ts'

const token = (mint: string, symbol: string, volume = 0n) => ({
  mint: mint as Address,
  symbol,
  volume24hLamports: volume,
})
const listed = [token('kite', 'KITE', 5n), token('moss', 'MOSS'), token('twin', 'KlTE', 1n), token('busy', 'Кite', 9n)]
const namesakeOf = namesakesIn(listed)

it('finds the busiest token of another mint with a similar symbol', () => {
  expect(listed.map(one => namesakeOf(one)?.mint)).toEqual(['busy', undefined, 'busy', 'kite'])
  expect(namesakeOf(token('new', 'K1TE'))).toMatchObject({ mint: 'busy', symbol: 'Кite' })
  expect(namesakeOf(token('kite', 'MOSS'))?.mint).toBe('moss')
})

it('finds a coin before any token', () => {
  const coin = coinNamedBy('SOL', 'scam' as Address) ?? expect.fail('no coin')
  const scam = { ...token('scam', 'scam…scam'), posesAs: { symbol: 'SOL', coin } }
  expect(namesakesIn([scam, token('other', 'SOL')])(scam)).toBe(coin)
})
