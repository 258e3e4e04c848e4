import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { encodeBase58, isTernError } from '@tern/core'
import { addressBytes, decodeBase64Url, encodeBase64Url } from '@tern/core/internal'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { argon2id, shipped } from '../test/argon2.ts'
import { type Bundle, kdfLimits, type Lock, type PassphraseKdf, type SealedWallet } from './bundle.ts'
import { formatBundleFile, parseBundleFile } from './bundleFile.ts'
import { addWallet, createBundle, defaultKdf, exportKey, openBundle } from './keyTree.ts'
import { deriveKek, type KekOf, openRoot, sealBundle } from './rootKey.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }

/** Cached, because stretching is slow and gives the same key for the same passphrase and salt. */
function kekCache(passphrase: string): KekOf {
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return kdf => {
    const name = JSON.stringify(kdf)
    const kek = known.get(name) ?? deriveKek(new TextEncoder().encode(passphrase), kdf)
    known.set(name, kek)
    return kek
  }
}

const right = kekCache('correct horse battery staple')
const wallet = (label: string) => ({ suborgId: 'suborg-1', label, createdAt: 1_790_000_000 })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'opened',
    error => (isTernError(error) ? error.code : `untyped: ${error}`),
  )

let bundle: Bundle
let other: Bundle
beforeAll(async () => {
  bundle = await createBundle(wallet('Main'), { passphrase: right }, cheapest)
  other = await createBundle({ ...wallet('Main'), suborgId: 'suborg-2' }, { passphrase: right }, cheapest)
})

const firstWallet = (of: Bundle): SealedWallet => {
  const [first] = of.wallets
  if (!first) throw new RangeError('a bundle without wallets')
  return first
}
const firstLock = (of: Bundle) => {
  const [first] = of.ark
  if (first?.type !== 'pass') throw new RangeError('a bundle without locks')
  return first
}

it.each([cheapest, { m: 20_000, t: 2, p: 4 }])(
  'is stretched by the tests’ Argon2id as by the shipped one: %o',
  cost => {
    const [secret, salt] = [new TextEncoder().encode('correct horse battery staple'), new Uint8Array(16).fill(9)]
    const options = { ...cost, dkLen: 32 }
    expect(argon2id(secret, salt, options)).toEqual(shipped.argon2id(secret, salt, options))
  },
)

describe('a bundle', () => {
  it('opens to a key that signs for its address and cannot be exported', async () => {
    const [open] = await openBundle(parseBundleFile(formatBundleFile(bundle)), right)
    if (!open) throw new RangeError('nothing opened')
    expect(open.address).toBe(firstWallet(bundle).address)
    expect(open.key.extractable).toBe(false)
    expect(open.key.usages).toEqual(['sign'])
    await expect(crypto.subtle.exportKey('pkcs8', open.key)).rejects.toThrow()
    await expect(crypto.subtle.exportKey('jwk', open.key)).rejects.toThrow()
  })

  it('has the default cost, and is different each time', async () => {
    const fresh = await createBundle(wallet('Main'), { passphrase: right })
    expect(firstLock(fresh).kdf).toMatchObject({ name: 'argon2id', ...defaultKdf })
    const all = [fresh, bundle, other]
    for (const pick of [
      (b: Bundle) => firstWallet(b).address,
      (b: Bundle) => firstWallet(b).iv,
      (b: Bundle) => firstWallet(b).walletId,
      (b: Bundle) => firstLock(b).iv,
      (b: Bundle) => firstLock(b).kdf.salt,
      (b: Bundle) => firstLock(b).kid,
    ])
      expect(new Set(all.map(pick)).size).toBe(all.length)
  })

  it('holds no plain text but the wallet’s public data', () => {
    expect(Object.keys(firstWallet(bundle)).sort()).toEqual(
      ['address', 'ciphertext', 'createdAt', 'iv', 'label', 'nonceMode', 'walletId'].sort(),
    )
  })

  it('does not open with another passphrase', async () => {
    expect(await codeOf(openBundle(bundle, kekCache('correct horse battery stapl')))).toBe('wallet/wrongPassphrase')
  })
})

describe('F39 a bundle that was tampered with', () => {
  /** Flips one bit of a base64url text and keeps it canonical. */
  const flip = (text: string, bit: number) => {
    const bytes = decodeBase64Url(text) ?? new Uint8Array()
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return encodeBase64Url(bytes)
  }
  const withWallet = (change: Partial<SealedWallet>): Bundle => ({
    ...bundle,
    wallets: [{ ...firstWallet(bundle), ...change }],
  })

  it('fails at each bit of a wallet', async () => {
    const { ciphertext, iv, walletId } = firstWallet(bundle)
    for (let bit = 0; bit < 64 * 8; bit++)
      expect(await codeOf(openBundle(withWallet({ ciphertext: flip(ciphertext, bit) }), right))).toBe(
        'wallet/bundleTampered',
      )
    for (let bit = 0; bit < 12 * 8; bit++)
      expect(await codeOf(openBundle(withWallet({ iv: flip(iv, bit) }), right))).toBe('wallet/bundleTampered')
    for (let bit = 0; bit < 16 * 8; bit++)
      expect(await codeOf(openBundle(withWallet({ walletId: flip(walletId, bit) }), right))).toBe(
        'wallet/bundleTampered',
      )
  })

  it('fails at each bit of a lock', async () => {
    const lock = firstLock(bundle)
    for (const field of ['wrapped', 'iv', 'kid'] as const)
      for (let bit = 0; bit < (decodeBase64Url(lock[field])?.length ?? 0) * 8; bit++) {
        const changed = { ...bundle, ark: [{ ...lock, [field]: flip(lock[field], bit) }] }
        expect(await codeOf(openBundle(changed, right))).toBe('wallet/wrongPassphrase')
      }
  })

  it.each([{ salt: 'AAAAAAAAAAAAAAAAAAAAAA' }, { m: cheapest.m + 8 }, { t: cheapest.t + 1 }])(
    'fails with other stretching: %o',
    async change => {
      const lock = firstLock(bundle)
      const kdf: PassphraseKdf = { ...lock.kdf, ...change }
      expect(await codeOf(openBundle({ ...bundle, ark: [{ ...lock, kdf }] }, right))).toBe('wallet/wrongPassphrase')
    },
  )

  it('fails under the name of another address', async () => {
    const { address } = firstWallet(other)
    expect(await codeOf(openBundle(withWallet({ address }), right))).toBe('wallet/bundleTampered')
  })

  it('fails as another sub-organisation', async () => {
    expect(await codeOf(openBundle({ ...bundle, suborgId: 'suborg-2' }, right))).toBe('wallet/wrongPassphrase')
  })

  it('fails with a wallet, or a lock, of another bundle', async () => {
    expect(await codeOf(openBundle({ ...bundle, wallets: other.wallets }, right))).toBe('wallet/bundleTampered')
    expect(await codeOf(openBundle({ ...bundle, ark: other.ark }, right))).toBe('wallet/wrongPassphrase')
  })

  it('opens all wallets or none', async () => {
    const mixed = { ...bundle, wallets: [...bundle.wallets, ...other.wallets] }
    expect(await codeOf(openBundle(mixed, right))).toBe('wallet/bundleTampered')
  })

  it('never opens to another address, whichever character of the file changes', async () => {
    const text = formatBundleFile(bundle)
    const { address } = firstWallet(bundle)
    const { m, t, p, salt } = firstLock(bundle).kdf
    const isKnownStretch = ({ kdf }: Lock) =>
      kdf.name === 'argon2id' && kdf.salt === salt && kdf.m === m && kdf.t === t && kdf.p === p
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const outcome = await (async () => {
          const parsed = parseBundleFile(changed)
          // Other salts and costs have their own tests above, because each try takes a fifth of a second.
          if (!parsed.ark.every(isKnownStretch)) return []
          return openBundle(parsed, right)
        })().catch(error => error)
        if (Array.isArray(outcome)) for (const open of outcome) expect(open.address).toBe(address)
        else expect(isTernError(outcome), String(outcome)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it("says 'Wallet address does not match' when a sealed key is not the address's", async () => {
    const { keys } = await openRoot(bundle, right)
    if (keys.seal === undefined) throw new RangeError('no seal')
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    const { walletId, address } = firstWallet(bundle)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const place = ['tern/bundle', 2, 'wallet', bundle.suborgId, walletId, address]
    const additionalData = new TextEncoder().encode(JSON.stringify(place))
    const how = { name: 'AES-GCM', iv, additionalData }
    const forged = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, keys.wallets, how)
    const changed = { iv: encodeBase64Url(iv), ciphertext: encodeBase64Url(new Uint8Array(forged)) }
    const opening = openBundle(await sealBundle(withWallet(changed), keys.seal), right)
    await expect(opening).rejects.toThrow('Wallet address does not match')
    await expect(opening).rejects.toMatchObject({ code: 'trade/addressMismatch', facts: { expected: address } })
  })
})

describe('the secret key of a wallet', () => {
  it('is exported as 64 bytes, with which another wallet signs for the address', async () => {
    const grown = await addWallet(bundle, { label: 'Second', createdAt: 1_790_000_001 }, right)
    const secrets = []
    for (const { address } of grown.wallets) {
      const secret = await exportKey(grown, right, address)
      secrets.push(encodeBase58(secret))
      expect(secret).toHaveLength(64)
      expect(secret.slice(32)).toEqual(Uint8Array.from(addressBytes(address)))
      // Node's own crypto, independent of the key tree.
      const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret.slice(0, 32)])
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      expect(encodeBase58(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'))).toBe(
        address,
      )
      const message = new TextEncoder().encode('a message')
      const publicKey = Uint8Array.from(addressBytes(address))
      const verifier = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify'])
      expect(await crypto.subtle.verify('Ed25519', verifier, Uint8Array.from(sign(null, message, key)), message)).toBe(
        true,
      )
    }
    expect(new Set(secrets).size).toBe(2)
  })

  it('is not exported for a wrong passphrase, an unknown wallet or a changed wallet', async () => {
    const { address } = firstWallet(bundle)
    expect(await codeOf(exportKey(bundle, kekCache('correct horse battery stapl'), address))).toBe(
      'wallet/wrongPassphrase',
    )
    expect(await codeOf(exportKey(bundle, right, firstWallet(other).address))).toBe('trade/addressMismatch')
    const swapped = { ...bundle, wallets: [{ ...firstWallet(bundle), ciphertext: firstWallet(other).ciphertext }] }
    expect(await codeOf(exportKey(swapped, right, address))).toBe('wallet/bundleTampered')
  })

  it('leaves no other copy of its bytes', async () => {
    const copies: Uint8Array[] = []
    const real = crypto.subtle.exportKey.bind(crypto.subtle) as (...args: unknown[]) => Promise<ArrayBuffer>
    vi.spyOn(crypto.subtle, 'exportKey').mockImplementation((async (...args: unknown[]) => {
      const bytes = await real(...args)
      copies.push(new Uint8Array(bytes))
      return bytes
    }) as never)
    try {
      await exportKey(bundle, right, firstWallet(bundle).address)
    } finally {
      vi.restoreAllMocks()
    }
    expect(copies.map(copy => copy.length)).toEqual([48])
    expect(copies[0]).toEqual(new Uint8Array(48))
  })
})

describe('the key tree', () => {
  it('never holds the bytes of a wallet key or the root key, at creation or at unlock', async () => {
    const calls: string[] = []
    for (const name of ['exportKey', 'unwrapKey', 'decrypt', 'importKey'] as const) {
      const real = crypto.subtle[name].bind(crypto.subtle) as (...args: unknown[]) => unknown
      vi.spyOn(crypto.subtle, name).mockImplementation(((...args: unknown[]) => {
        const key = args[1]
        const about =
          name === 'exportKey' && key instanceof CryptoKey ? key.type : name === 'unwrapKey' ? args[5] : args[3]
        calls.push(`${name} ${args[0]} ${about}`)
        return real(...args)
      }) as never)
    }
    try {
      await openBundle(await createBundle(wallet('Main'), { passphrase: right }, cheapest), right)
    } finally {
      vi.restoreAllMocks()
    }
    // Only public keys are exported. Only passphrase bytes and public keys are imported as bytes.
    const harmless = ['exportKey raw public', 'importKey raw false', 'unwrapKey pkcs8 false', 'unwrapKey raw false']
    expect([...new Set(calls)].sort()).toEqual(harmless)
    expect(calls.filter(call => call.startsWith('importKey'))).toHaveLength(4)
  })

  it('makes signatures that Ed25519 verifies', async () => {
    const [open] = await openBundle(bundle, right)
    if (!open) throw new RangeError('nothing opened')
    const message = new TextEncoder().encode('a message')
    const signature = await crypto.subtle.sign('Ed25519', open.key, message)
    const raw = Uint8Array.from(addressBytes(open.address))
    const publicKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
    expect(await crypto.subtle.verify('Ed25519', publicKey, signature, message)).toBe(true)
    expect(encodeBase58(raw)).toBe(open.address)
  })
})
