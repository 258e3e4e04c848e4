import { describe, expect, it } from 'vitest'
import { readBundle } from './bundle.ts'

const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64url')
const lock = {
  kid: bytes(16),
  type: 'pass',
  kdf: { name: 'argon2id', m: 65536, t: 3, p: 1, salt: bytes(16) },
  iv: bytes(12),
  wrapped: bytes(48),
}
const wallet = {
  walletId: bytes(16),
  address: 'So11111111111111111111111111111111111111112',
  label: 'Wallet 1',
  iv: bytes(12),
  ciphertext: bytes(64),
  nonceMode: false,
  createdAt: 1,
}
const good = { v: 1, suborgId: 'abc', rev: 3, createdAt: 1, ark: [lock], wallets: [wallet] }

describe('readBundle', () => {
  it('takes a bundle as custody writes it', () => {
    const { rev, body } = readBundle(good)
    expect(rev).toBe(3)
    expect(JSON.parse(body)).toEqual(good)
  })

  it.each([
    ['nothing', null, 'body'],
    ['a list', [], 'v'],
    ['another version', { ...good, v: 2 }, 'v'],
    ['no revision', { ...good, rev: undefined }, 'rev'],
    ['revision 0', { ...good, rev: 0 }, 'rev'],
    ['half a revision', { ...good, rev: 1.5 }, 'rev'],
    ['a revision in text', { ...good, rev: '3' }, 'rev'],
    ['a revision past what is kept', { ...good, rev: 2_147_483_647 }, 'rev'],
    ['a field more', { ...good, seed: 'secret' }, 'seed'],
    [
      'a wallet with a field more',
      { ...good, wallets: [{ ...wallet, privateKey: bytes(64) }] },
      'wallets.0.privateKey',
    ],
    ['no lock', { ...good, ark: [] }, 'ark'],
    ['no wallet', { ...good, wallets: [] }, 'wallets'],
    ['101 wallets', { ...good, wallets: Array(101).fill(wallet) }, 'wallets'],
    ['a key that is not wrapped', { ...good, wallets: [{ ...wallet, ciphertext: bytes(48) }] }, 'wallets.0.ciphertext'],
    ['an address that is none', { ...good, wallets: [{ ...wallet, address: 'x' }] }, 'wallets.0.address'],
    ['bytes that are none', { ...good, ark: [{ ...lock, iv: '!'.repeat(16) }] }, 'ark.0.iv'],
  ])('refuses %s', (_, value, at) => {
    const refused = () => readBundle(value)
    expect(refused).toThrow(expect.objectContaining({ code: 'bundle/notBundle' }))
    expect(refused).toThrow(`Not a wallet bundle: ${at} `)
  })
})
