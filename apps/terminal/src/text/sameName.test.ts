import { type Address, usdcMint, usdtMint, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { confusables } from './confusables.ts'
import { coinNamedBy, lookKeys, unitOf } from './sameName.ts'

const mint = '5xQmLnzVnBtmzYzSrXb1eJSW4tq7dY5wdTwJTYvw9aTe' as Address
const short = '5xQm…9aTe'
const areAlike = (one: string, other: string) => lookKeys(one).some(key => lookKeys(other).includes(key))

describe('coinNamedBy', () => {
  it.each([
    ['SOL', 'SOL'],
    ['sol', 'SOL'],
    ['Sol', 'SOL'],
    ['WSOL', 'WSOL'],
    ['wSOL', 'WSOL'],
    ['S0L', 'SOL'],
    ['SO1', 'SOL'],
    ['SOI', 'SOL'],
    ['$SOL', 'SOL'],
    ['S.O.L.', 'SOL'],
    ['SOL ✅', 'SOL'],
    ['SÖL', 'SOL'],
    ['SO\u0301L', 'SOL'],
    ['SO\u200BL', 'SOL'],
    ['ЅОL', 'SOL'],
    ['ѕоl', 'SOL'],
    ['ЅΟᏞ', 'SOL'],
    ['ＳＯＬ', 'SOL'],
    ['𝐒𝐎𝐋', 'SOL'],
    ['𝚜𝚘𝚕', 'SOL'],
    ['ⓈⓄⓁ', 'SOL'],
    ['SØŁ', 'SOL'],
    ['USDС', 'USDC'],
    ['υSDC', 'USDC'],
    ['USD₡', 'USDC'],
    ['USD₮', 'USDT'],
    ['UЅDT', 'USDT'],
    ['U$DT', 'USDT'],
    ['$OL', 'SOL'],
  ])('takes %j for %s', (symbol, coin) => {
    expect(coinNamedBy(symbol, mint)?.symbol).toBe(coin)
    expect(unitOf(symbol, mint)).toBe(short)
  })

  it.each(['SOLO', 'SOLANA', 'LOS', 'OSL', 'USD', 'USDCX', 'DUST', 'KITE', '🌞', 'СОН', '', '7'])(
    'takes %j for no coin',
    symbol => {
      expect(coinNamedBy(symbol, mint)).toBeUndefined()
    },
  )

  it('leaves each coin its own name', () => {
    expect(coinNamedBy('SOL', wrappedNativeMint)).toBeUndefined()
    expect(coinNamedBy('wSOL', wrappedNativeMint)).toBeUndefined()
    expect(coinNamedBy('USDC', usdcMint)).toBeUndefined()
    expect(coinNamedBy('USDT', usdtMint)).toBeUndefined()
    expect(coinNamedBy('USDT', usdcMint)?.mint).toBe(usdtMint)
    expect(coinNamedBy('USDC', wrappedNativeMint)?.mint).toBe(usdcMint)
  })
})

describe('unitOf', () => {
  it('is the symbol, or the short mint if the symbol is empty or a coin’s', () => {
    expect(unitOf('KITE', mint)).toBe('KITE')
    expect(unitOf('SOL', wrappedNativeMint)).toBe('SOL')
    expect(unitOf('', mint)).toBe(short)
  })
})

describe('lookKeys', () => {
  it.each([
    ['KITE', 'kite'],
    ['KITE', 'КІТЕ'],
    ['KITE', 'K1TE'],
    ['bonk', 'BONK'],
    ['corn', 'com'],
    ['$WIF', 'WIF'],
    ['🪁', '🪁'],
    ['モス', 'モス'],
  ])('finds %j and %j alike', (one, other) => {
    expect(areAlike(one, other)).toBe(true)
  })

  it.each([
    ['AI', 'AL'],
    ['KITE', 'KITTEN'],
    ['🪁', '🌞'],
    ['モス', 'モノ'],
    ['BONK', 'BANK'],
  ])('distinguishes %j and %j', (one, other) => {
    expect(areAlike(one, other)).toBe(false)
  })
})

describe('confusables', () => {
  it('has each character once, and only ASCII letters that look like others', () => {
    const characters = confusables.flatMap(([, all]) => [...all])
    expect(new Set(characters).size).toBe(characters.length)
    expect(characters.filter(one => /[ -~]/.test(one)).sort()).toEqual(['0', '1', 'I', 'm', '|'])
  })
})
