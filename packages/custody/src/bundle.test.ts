import { isTernError } from '@tern/core'
import { decodeBase64Url, encodeBase64Url } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Bundle,
  checkRevision,
  kdfLimits,
  type PinnedRevision,
  parseBundle,
  pinOf,
  walletsToImport,
} from './bundle.ts'
import { bundleFileName, formatBundleFile, parseBundleFile } from './bundleFile.ts'

const filled = (length: number, byte: number) => encodeBase64Url(new Uint8Array(length).fill(byte))
const kdf = { name: 'argon2id', m: 65_536, t: 3, p: 1, salt: filled(16, 1) }
const lock = { kid: filled(16, 2), type: 'pass', kdf, iv: filled(12, 3), wrapped: filled(48, 4) }
const wallet = {
  walletId: filled(16, 5),
  address: 'So11111111111111111111111111111111111111112',
  label: 'Main',
  iv: filled(12, 6),
  ciphertext: filled(64, 7),
  nonceMode: false,
  createdAt: 1_790_000_000,
}
const box = { publicKey: filled(32, 1), ephemeral: filled(32, 2), sealed: filled(48, 3) }
const good = { v: 1, suborgId: 'suborg-1', rev: 1, createdAt: 1_790_000_000, ark: [lock], wallets: [wallet] }

const sealed = { ...good, v: 2, seal: filled(32, 9) }

function codeOf(json: unknown): string {
  try {
    parseBundle(json)
    return 'parsed'
  } catch (error) {
    return isTernError(error) ? error.code : `untyped: ${error}`
  }
}

describe('parseBundle', () => {
  it('accepts a valid bundle and returns it unchanged', () => {
    expect(parseBundle(good)).toEqual(good)
    const second = { ...wallet, walletId: filled(16, 8), address: '11111111111111111111111111111111', label: 'Second' }
    expect(parseBundle({ ...good, wallets: [wallet, second] }).wallets).toHaveLength(2)
  })

  it('accepts a bundle with a recovery lock', () => {
    const recovery = { ...lock, type: 'recovery', kdf: { name: 'hkdf-sha256', salt: filled(16, 9) } }
    expect(parseBundle({ ...good, ark: [lock, recovery] }).ark).toEqual([lock, recovery])
  })

  const passkey = {
    ...lock,
    type: 'prf',
    credentialId: filled(64, 2),
    kdf: { name: 'webauthn-prf', salt: filled(32, 3) },
  }

  it('accepts a bundle with passkey locks', () => {
    const ark = [lock, ...Array(11).fill(passkey)]
    expect(parseBundle({ ...good, ark }).ark).toEqual(ark)
  })

  it('accepts passkeys with label and time, and older passkeys without', () => {
    const ark = [lock, passkey, { ...passkey, label: 'Phone', addedAt: 1_790_000_000 }, { ...passkey, label: 'x' }]
    expect(parseBundle({ ...good, ark }).ark).toStrictEqual(ark)
  })

  it.each([
    ['no object', 7],
    ['nothing', null],
    ['an array', []],
    ['no version', { ...good, v: undefined }],
    ['an extra key', { ...good, extra: 1 }],
    ['an extra key in a wallet', { ...good, wallets: [{ ...wallet, seed: 'x' }] }],
    ['a prototype', JSON.parse('{"__proto__":{"v":1}}')],
    ['a revision of 0', { ...good, rev: 0 }],
    ['a fractional revision', { ...good, rev: 1.5 }],
    ['a sub-organisation with a space', { ...good, suborgId: 'a b' }],
    ['no locks', { ...good, ark: [] }],
    ['thirteen locks', { ...good, ark: Array(13).fill(passkey) }],
    ['two passphrases, which together take twice as long to try', { ...good, ark: [lock, lock] }],
    ['a seal on version 1', { ...good, seal: filled(32, 1) }],
    ['version 2 without a seal', { ...good, v: 2 }],
    ['a box in version 1', { ...good, ark: [{ ...lock, wrapped: filled(64, 4), box }] }],
    ['a box without its key', { ...sealed, ark: [{ ...lock, box }] }],
    ['a key without its box', { ...sealed, ark: [{ ...lock, wrapped: filled(64, 4) }] }],
    ['a short box', { ...sealed, ark: [{ ...lock, wrapped: filled(64, 4), box: { ...box, sealed: filled(47, 1) } }] }],
    ['half a passkey', { ...good, ark: [lock, { ...lock, type: 'prf' }] }],
    ['a passkey without a name', { ...good, ark: [lock, { ...passkey, credentialId: '' }] }],
    ['a passkey with a short salt', { ...good, ark: [{ ...passkey, kdf: { ...passkey.kdf, salt: filled(16, 3) } }] }],
    ['a passkey that is called nothing', { ...good, ark: [{ ...passkey, label: '' }] }],
    ['a passkey with a long name', { ...good, ark: [{ ...passkey, label: 'x'.repeat(65) }] }],
    ['a passkey from before 1970', { ...good, ark: [{ ...passkey, addedAt: -1 }] }],
    ['a passphrase with a name', { ...good, ark: [{ ...lock, label: 'x' }] }],
    ['no wallets', { ...good, wallets: [] }],
    ['a hundred and one wallets', { ...good, wallets: Array(101).fill(wallet) }],
    ['the same wallet twice', { ...good, wallets: [wallet, wallet] }],
    ['an address that is none', { ...good, wallets: [{ ...wallet, address: 'O0Il' }] }],
    ['a long address', { ...good, wallets: [{ ...wallet, address: '1'.repeat(5000) }] }],
    ['a short ciphertext', { ...good, wallets: [{ ...wallet, ciphertext: filled(63, 7) }] }],
    ['padded base64', { ...good, wallets: [{ ...wallet, iv: `${wallet.iv}=` }] }],
    ['a salt of 15 bytes', { ...good, ark: [{ ...lock, kdf: { ...kdf, salt: filled(15, 1) } }] }],
    [
      'a passphrase without stretching',
      { ...good, ark: [{ ...lock, kdf: { name: 'hkdf-sha256', salt: filled(16, 1) } }] },
    ],
    ['another key derivation', { ...good, ark: [{ ...lock, kdf: { ...kdf, name: 'pbkdf2' } }] }],
  ])('refuses %s', (_, json) => {
    expect(codeOf(json)).toBe('wallet/bundleMalformed')
  })

  it('names the malformed part', () => {
    expect(() => parseBundle({ ...good, wallets: [{ ...wallet, iv: 'x' }] })).toThrow(
      expect.objectContaining({ facts: { at: 'wallets.0.iv' } }),
    )
  })

  it.each([
    ['version 3', { ...good, v: 3 }],
    ['unlocking by palm', { ...good, ark: [lock, { kid: 'x', type: 'palm' }] }],
  ])('names the part that needs a newer Tern: %s', (what, json) => {
    expect(() => parseBundle(json)).toThrow(`This wallet file needs a newer Tern (${what})`)
  })

  it.each([
    ['m', kdfLimits.m[0] - 1],
    ['m', kdfLimits.m[1] + 1],
    ['m', 100_000_000],
    ['t', 1],
    ['t', 11],
    ['p', 5],
  ])('refuses a key derivation with %s = %d', (name, value) => {
    expect(codeOf({ ...good, ark: [{ ...lock, kdf: { ...kdf, [name]: value } }] })).toBe('wallet/kdfRefused')
  })

  it('refuses a weak lock behind a good one', () => {
    const weak = { ...lock, kdf: { ...kdf, m: 8 } }
    expect(codeOf({ ...good, ark: [passkey, weak] })).toBe('wallet/kdfRefused')
  })

  it('accepts locks with and without a box in version 2', () => {
    const ark = [{ ...lock, wrapped: filled(64, 4), box }, passkey]
    expect(parseBundle({ ...sealed, ark })).toEqual({ ...sealed, ark })
  })

  it('throws a typed error for any other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), json => {
        expect(codeOf(json)).toMatch(/^wallet\//)
      }),
    )
  })

  it('throws a typed error or keeps the shape, whichever part of a bundle is replaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('v', 'suborgId', 'rev', 'createdAt', 'ark', 'wallets'),
        fc.jsonValue(),
        (key, value) => {
          expect(codeOf({ ...good, [key]: value })).toMatch(/^wallet\/|^parsed$/)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a bundle file', () => {
  const bundle = parseBundle(good)

  it('reads back', () => {
    expect(parseBundleFile(formatBundleFile(bundle))).toEqual(bundle)
  })

  it('has a name with the wallet and the revision', () => {
    expect(bundleFileName(bundle)).toBe('tern-wallets-So1111-1.json')
  })

  it.each([
    ['nothing', ''],
    ['half a file', formatBundleFile(bundle).slice(0, 200)],
    ['a picture', '\u0089PNG\r\n'],
    ['more than 256 KiB', ' '.repeat(256 * 1024) + formatBundleFile(bundle)],
  ])('refuses %s', (_, text) => {
    expect(() => parseBundleFile(text)).toThrow('This is not a Tern wallet file')
  })
})

describe('checkRevision', () => {
  const other = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const second = { ...wallet, walletId: filled(16, 9), address: other, label: 'Second' }
  const at = (rev: number, change: object = {}): Bundle => parseBundle({ ...good, rev, ...change })
  const codeFor = (pinned: PinnedRevision, bundle: Bundle) => checkRevision(pinned, bundle)?.code

  it('accepts the first bundle, the same again and a newer bundle', () => {
    expect(checkRevision(undefined, at(1))).toBeUndefined()
    expect(checkRevision(pinOf(at(3)), at(3))).toBeUndefined()
    expect(checkRevision(pinOf(at(3)), at(4))).toBeUndefined()
    expect(checkRevision(pinOf(at(3)), at(4, { wallets: [{ ...wallet, label: 'Renamed' }, second] }))).toBeUndefined()
  })

  it('refuses an older bundle, and another sub-organisation’s', () => {
    expect(checkRevision(pinOf(at(3)), at(2))).toMatchObject({
      code: 'wallet/bundleOutdated',
      facts: { pinnedRev: 3, rev: 2 },
    })
    expect(codeFor(pinOf(at(3)), at(9, { suborgId: 'suborg-2' }))).toBe('wallet/bundleForeign')
  })

  it('refuses another bundle of the same revision, and any revision that begins with other wallets', () => {
    const pinned = pinOf(at(3, { wallets: [wallet, second] }))
    for (const rev of [3, 4, 1_000]) {
      expect(codeFor(pinned, at(rev, { wallets: [second, wallet] }))).toBe('wallet/bundleTampered')
      expect(codeFor(pinned, at(rev, { wallets: [wallet] }))).toBe('wallet/bundleTampered')
      expect(codeFor(pinned, at(rev, { wallets: [{ ...wallet, address: other }] }))).toBe('wallet/bundleTampered')
    }
    const renamed = at(3, {
      wallets: [
        { ...wallet, label: 'Second' },
        { ...second, label: 'Main' },
      ],
    })
    expect(codeFor(pinned, renamed)).toBe('wallet/bundleTampered')
    const cheaper = at(3, { wallets: [wallet, second], ark: [{ ...lock, kdf: { ...kdf, m: 19_456, t: 2 } }] })
    expect(codeFor(pinned, cheaper)).toBe('wallet/bundleTampered')
  })

  it('treats a bundle as the same in any order of its fields', () => {
    const { wallets, ...rest } = at(3)
    const [{ address, ...known } = {}] = wallets
    const turned = { wallets: [{ address, ...known }], ...rest } as unknown as Bundle
    expect(checkRevision(pinOf(turned), at(3))).toBeUndefined()
  })

  it('checks the revision alone if an older pin holds no more', () => {
    expect(checkRevision({ suborgId: 'suborg-1', rev: 3 }, at(3, { wallets: [second] }))).toBeUndefined()
    expect(codeFor({ suborgId: 'suborg-1', rev: 3 }, at(2))).toBe('wallet/bundleOutdated')
  })
})

describe('base64url', () => {
  it('reads back its own output, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const text = encodeBase64Url(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64url'))
        expect(decodeBase64Url(text)).toEqual(Uint8Array.from(bytes))
      }),
    )
    for (const text of ['A', 'AB=', 'A+', 'A/', 'AB', 'é', 'AA\n']) expect(decodeBase64Url(text)).toBeUndefined()
  })
})

describe('walletsToImport', () => {
  const named = (address: string, label: string) => ({ ...wallet, address, label })
  const held = (...wallets: readonly unknown[]) => ({ ...good, wallets }) as unknown as Bundle
  const labels = (bundle: Bundle, file: Bundle) => walletsToImport(bundle, file).map(one => [one.address, one.label])

  it('leaves out known wallets under any label, and keeps free labels', () => {
    const bundle = held(named('a', 'Main'), named('b', 'Savings'))
    expect(labels(bundle, held(named('b', 'Old'), named('c', 'Snipe')))).toEqual([['c', 'Snipe']])
    expect(labels(bundle, bundle)).toEqual([])
  })

  it('numbers labels that are taken, here or in the file, within the max length', () => {
    const bundle = held(named('a', 'Main'), named('b', 'Main 2'), named('c', 'x'.repeat(64)))
    expect(labels(bundle, held(named('d', 'Main'), named('e', 'Main'), named('f', 'x'.repeat(64))))).toEqual([
      ['d', 'Main 3'],
      ['e', 'Main 4'],
      ['f', `${'x'.repeat(62)} 2`],
    ])
  })
})
