import { describe, expect, it } from 'vitest'
import { bytes, sampleBundle, sampleLock, sampleWallet } from '../../test/sampleBundle.ts'
import { maxBundleBytes, readBundle } from './bundle.ts'

const good = sampleBundle(3)

describe('readBundle', () => {
  it('accepts a bundle as custody writes it', () => {
    const { rev, body } = readBundle(good)
    expect(rev).toBe(3)
    expect(JSON.parse(body)).toEqual(good)
  })

  it('accepts a bundle with a recovery code', () => {
    const recovery = { ...sampleLock, type: 'recovery', kdf: { name: 'hkdf-sha256', salt: bytes(16) } }
    const both = { ...good, ark: [sampleLock, recovery] }
    expect(JSON.parse(readBundle(both).body)).toEqual(both)
  })

  it('accepts a bundle with passkeys, and only with all fields of a passkey', () => {
    const kdf = { name: 'webauthn-prf', salt: bytes(32) }
    const passkey = { ...sampleLock, type: 'prf', credentialId: bytes(200), kdf }
    const named = { ...passkey, label: 'Phone', addedAt: 1_790_000_000 }
    const many = { ...good, ark: [sampleLock, ...Array(5).fill(passkey), ...Array(6).fill(named)] }
    expect(JSON.parse(readBundle(many).body)).toEqual(many)
    for (const wrong of [
      { ...passkey, credentialId: '' },
      { ...passkey, credentialId: bytes(1024) },
      { ...passkey, credentialId: undefined },
      { ...passkey, kdf: { ...kdf, salt: bytes(16) } },
      { ...passkey, output: bytes(32) },
      { ...passkey, label: 'x'.repeat(65) },
      { ...passkey, addedAt: 1.5 },
    ])
      expect(() => readBundle({ ...good, ark: [sampleLock, wrong] })).toThrow('Not a wallet bundle: ark.1')
    expect(() => readBundle({ ...many, ark: [...many.ark, passkey] })).toThrow('Not a wallet bundle: ark ')
  })

  it('accepts version 2, including the largest possible bundle', () => {
    const box = { publicKey: bytes(32), ephemeral: bytes(32), sealed: bytes(48) }
    const boxed = { ...sampleLock, wrapped: bytes(64), box }
    const label = '\u0001'.repeat(64)
    const passkey = {
      ...boxed,
      type: 'prf',
      label,
      addedAt: 9_999_999_999,
      kdf: { name: 'webauthn-prf', salt: bytes(32) },
    }
    const largest = {
      ...{ ...good, v: 2, seal: bytes(32) },
      ark: [boxed, ...Array(11).fill({ ...passkey, credentialId: bytes(1023) })],
      wallets: Array(100).fill({ ...sampleWallet, label, createdAt: 9_999_999_999 }),
    }
    const { body } = readBundle(largest)
    expect(JSON.parse(body)).toEqual(largest)
    expect(body.length).toBeLessThan(maxBundleBytes)
  })

  it.each(['\u202E', '\u202A', '\u2067', '\u2069', '\u200F', '\u061C'])('refuses a name with %j', mark => {
    const label = `Main${mark}niaM`
    expect(() => readBundle({ ...good, wallets: [{ ...sampleWallet, label }] })).toThrow('wallets.0.label')
    const passkey = {
      ...sampleLock,
      type: 'prf',
      credentialId: 'x',
      label,
      kdf: { name: 'webauthn-prf', salt: bytes(32) },
    }
    expect(() => readBundle({ ...good, ark: [sampleLock, passkey] })).toThrow('ark.1.label')
  })

  it.each([
    ['nothing', null, 'body'],
    ['a list', [], 'v'],
    ['another version', { ...good, v: 3 }, 'v'],
    ['version 2 without a seal', { ...good, v: 2 }, 'seal'],
    ['a seal on version 1', { ...good, seal: bytes(32) }, 'seal'],
    [
      'a lock with half a box',
      { ...good, ark: [{ ...sampleLock, box: { publicKey: bytes(32) } }] },
      'ark.0.box.ephemeral',
    ],
    ['no revision', { ...good, rev: undefined }, 'rev'],
    ['revision 0', { ...good, rev: 0 }, 'rev'],
    ['half a revision', { ...good, rev: 1.5 }, 'rev'],
    ['a revision in text', { ...good, rev: '3' }, 'rev'],
    ['a revision past what is kept', { ...good, rev: 2_147_483_647 }, 'rev'],
    ['a field more', { ...good, seed: 'secret' }, 'seed'],
    [
      'a wallet with a field more',
      { ...good, wallets: [{ ...sampleWallet, privateKey: bytes(64) }] },
      'wallets.0.privateKey',
    ],
    ['no sampleLock', { ...good, ark: [] }, 'ark'],
    ['no wallet', { ...good, wallets: [] }, 'wallets'],
    ['101 wallets', { ...good, wallets: Array(101).fill(sampleWallet) }, 'wallets'],
    [
      'a key that is not wrapped',
      { ...good, wallets: [{ ...sampleWallet, ciphertext: bytes(48) }] },
      'wallets.0.ciphertext',
    ],
    ['an address that is none', { ...good, wallets: [{ ...sampleWallet, address: 'x' }] }, 'wallets.0.address'],
    [
      'a passphrase that costs nothing to try',
      { ...good, ark: [{ ...sampleLock, type: 'recovery' }] },
      'ark.0.kdf.name',
    ],
    ['a lock of another kind', { ...good, ark: [{ ...sampleLock, type: 'none' }] }, 'ark.0.type'],
    ['bytes that are none', { ...good, ark: [{ ...sampleLock, iv: '!'.repeat(16) }] }, 'ark.0.iv'],
  ])('refuses %s', (_, value, at) => {
    const refused = () => readBundle(value)
    expect(refused).toThrow(expect.objectContaining({ code: 'bundle/notBundle' }))
    expect(refused).toThrow(`Not a wallet bundle: ${at} `)
  })
})
