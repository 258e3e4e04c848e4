import { encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { parseSecretKey } from './secretKey.ts'

const bytes = Uint8Array.from({ length: 64 }, (_, i) => i * 3)

describe('parseSecretKey', () => {
  it.each([
    ['base58', encodeBase58(bytes)],
    ['base58 with blanks around', ` ${encodeBase58(bytes)}\n`],
    ['the array of solana-keygen', JSON.stringify([...bytes])],
    ['an array over lines', JSON.stringify([...bytes], null, 1)],
  ])('reads %s', (_, text) => {
    expect(parseSecretKey(text)).toEqual(bytes)
  })

  it.each([
    ['nothing', ''],
    ['half a key', JSON.stringify([...bytes].slice(0, 32))],
    ['numbers that are no bytes', JSON.stringify([...bytes].with(0, 256))],
    ['fractions', JSON.stringify([...bytes].with(0, 0.5))],
    ['texts', JSON.stringify([...bytes].map(String))],
    ['broken JSON', '[1, 2'],
    ['other letters', `${encodeBase58(bytes)}0`],
    ['too much', encodeBase58(Uint8Array.from([...bytes, 1]))],
  ])('refuses %s', (_, text) => {
    expect(() => parseSecretKey(text)).toThrow(expect.objectContaining({ code: 'wallet/secretKeyMalformed' }))
  })

  it('distinguishes an address from a secret key', () => {
    const address = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
    expect(() => parseSecretKey(address)).toThrow(expect.objectContaining({ code: 'wallet/addressForSecretKey' }))
  })
})
