import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../test/codeOf.ts'
import { versionOne, versionOneSecrets } from '../test/versionOne.ts'
import { type Bundle, kdfLimits, parseBundle, pinOf } from './bundle.ts'
import { formatBundleFile, parseBundleFile } from './bundleFile.ts'
import { addressesOf, phraseOf } from './foreignSecrets.ts'
import { createKeystore } from './keystore.ts'
import type { Keystore } from './keystoreDuties.ts'
import { deriveKey, deriveSecret, importSecret, phraseSeed } from './phrase/derivation.ts'
import { newPhrase } from './phrase/words.ts'
import { openPracticeWallet, practicePhrase, sealPracticeWallet } from './practiceWallet.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const bytes = (text: string) => new TextEncoder().encode(text)
const words = (found: Uint8Array) => new TextDecoder().decode(found)
const passphrase = 'correct horse battery staple'
const about = `${'abandon '.repeat(11)}about`
const first = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const main = { scheme: 'change', account: 0, label: 'Main' } as const

const keep = (keystore: Keystore, { bundle }: { bundle: Bundle }) => keystore.keep({ digest: pinOf(bundle).digest })
const opens = (bundle: Bundle, secret: string) =>
  codeOf(createKeystore(cheapest).unlock({ bundle, passphrase: bytes(secret) }))
const addressesIn = ({ wallets }: Bundle) => wallets.map(({ address }) => address as string)
const ofSeed = async (phrase: string, account: number) =>
  (await deriveKey(await phraseSeed(bytes(phrase)), { scheme: 'change', account })).address as string

describe('wallets of a phrase', () => {
  let keystore: Keystore
  let bundle: Bundle

  beforeAll(async () => {
    keystore = createKeystore(cheapest)
    const asked = { passphrase: bytes(passphrase), phrase: bytes(about), suborgId: 'suborg-1', createdAt: 1 }
    bundle = (await keystore.createOfPhrase({ ...asked, accounts: [main] })).bundle
    expect(words(asked.phrase)).not.toContain('abandon')
  })

  it('are the accounts that other wallets derive, and are open', () => {
    expect(addressesIn(bundle)).toEqual([first])
    expect(keystore.addresses).toEqual([first])
    expect(bundle.ark.map(({ type }) => type)).toEqual(['pass', 'phrase'])
  })

  it('open with the passphrase and with the phrase in any spelling, and with no other secret', async () => {
    expect(await opens(bundle, passphrase)).toBe('done')
    for (const typed of [about, ` ${about.toUpperCase().replaceAll(' ', '\n')} `])
      expect(await opens(bundle, typed)).toBe('done')
    expect(await opens(bundle, await newPhrase(12))).toBe('wallet/wrongPassphrase')
    expect(await opens(bundle, about.replace('about', 'abandon'))).toBe('wallet/wrongPassphrase')
  })

  it('do not reveal the phrase in their file, which reads back', () => {
    const text = formatBundleFile(bundle)
    expect(text).not.toMatch(/abandon|about/)
    expect(parseBundleFile(text)).toEqual(bundle)
    expect(() => parseBundle({ ...bundle, phrase: undefined })).toThrow()
  })

  it('are followed by the next accounts of the same phrase', async () => {
    const asked = { bundle, passphrase: bytes(about), label: 'Second', createdAt: 2 }
    const second = (await keystore.addWallet(asked)).bundle
    expect(addressesIn(second)).toEqual([first, await ofSeed(about, 1)])
    const third = (
      await keystore.addWallet({ ...asked, bundle: second, passphrase: bytes(passphrase), label: 'Third' })
    ).bundle
    expect(addressesIn(third)).toEqual([first, await ofSeed(about, 1), await ofSeed(about, 2)])
    await keep(keystore, { bundle: third })
    expect(keystore.addresses).toEqual(addressesIn(third))
    bundle = third
  })

  it('keep their phrase when their locks change, and reveal it only with the passphrase', async () => {
    const next = 'another horse battery staple'
    const changed = await keystore.replaceLock({ bundle, passphrase: bytes(passphrase), next: bytes(next) })
    expect(changed.recoveryCode).toBeUndefined()
    expect(await opens(changed.bundle, about)).toBe('done')
    expect(words((await phraseOf({ bundle: changed.bundle, passphrase: bytes(next) })).secret)).toBe(about)
    expect(await codeOf(phraseOf({ bundle: changed.bundle, passphrase: bytes('wrong horse battery staple') }))).toBe(
      'wallet/wrongPassphrase',
    )
    const grown = (
      await keystore.addWallet({ bundle: changed.bundle, passphrase: bytes(next), label: 'Fourth', createdAt: 3 })
    ).bundle
    expect(addressesIn(grown).at(-1)).toBe(await ofSeed(about, 3))
  })

  it('are restored from the words alone, with the chosen accounts', async () => {
    const elsewhere = createKeystore(cheapest)
    const derivations = [0, 1, 2].map(account => ({ scheme: 'change', account }) as const)
    const { addresses } = await addressesOf({ phrase: bytes(about), derivations })
    expect(addresses).toEqual(addressesIn(bundle))
    const accounts = [main, { ...main, account: 2, label: 'Third' }]
    const asked = { passphrase: bytes(passphrase), phrase: bytes(about), suborgId: 'suborg-2', createdAt: 5, accounts }
    const restored = await elsewhere.createOfPhrase(asked)
    expect(restored.addresses).toEqual([addresses[0], addresses[2]])
    // The gap is filled first.
    const next = await elsewhere.addWallet({
      bundle: restored.bundle,
      passphrase: bytes(passphrase),
      label: 'x',
      createdAt: 6,
    })
    expect(addressesIn(next.bundle).at(-1)).toBe(addresses[1])
  })

  it('are refused for a phrase of another length', async () => {
    const asked = {
      passphrase: bytes(passphrase),
      phrase: bytes('abandon about'),
      suborgId: 'x',
      createdAt: 1,
      accounts: [main],
    }
    expect(await codeOf(createKeystore(cheapest).createOfPhrase(asked))).toBe('wallet/noPhrase')
  })

  it('accept imported wallets, which only the file restores', async () => {
    const seed = await phraseSeed(bytes(await newPhrase(24)))
    const foreign = await deriveKey(seed, { scheme: 'none', account: 0 })
    const secretKey = new Uint8Array(64)
    secretKey.set(seed.subarray(0, 32))
    secretKey.set((await import('@tern/core/internal')).addressBytes(foreign.address), 32)
    const asked = { bundle, passphrase: bytes(passphrase), createdAt: 4 }
    const broken = secretKey.slice().fill(1, 32)
    expect(await codeOf(keystore.importKeys({ ...asked, secretKeys: [{ label: 'Main', secretKey: broken }] }))).toBe(
      'wallet/secretKeyMalformed',
    )
    const withKey = await keystore.importKeys({
      ...asked,
      passphrase: bytes(passphrase),
      secretKeys: [{ label: 'Main', secretKey }],
    })
    expect(addressesIn(withKey.bundle).at(-1)).toBe(foreign.address)
    expect(withKey.bundle.wallets.at(-1)?.label).toBe('Main 2')
    expect(secretKey.every(byte => byte === 0)).toBe(true)
    const other = await newPhrase(12)
    const accounts = [{ scheme: 'account', account: 1, label: 'Old' } as const]
    const withBoth = await keystore.importKeys({
      ...asked,
      bundle: withKey.bundle,
      passphrase: bytes(about),
      phrase: bytes(other),
      accounts,
    })
    const old = await importSecret(
      await deriveSecret(await phraseSeed(bytes(other)), { scheme: 'account', account: 1 }),
    )
    expect(addressesIn(withBoth.bundle).at(-1)).toBe(old.address)
    expect(await opens(withBoth.bundle, about)).toBe('done')
  })
})

describe('wallets of an older bundle', () => {
  it('get a phrase instead of the recovery code, and a wallet of it', async () => {
    const keystore = createKeystore(cheapest)
    const old = parseBundle(versionOne)
    const given = await keystore.givePhrase({
      bundle: old,
      passphrase: bytes(versionOneSecrets.passphrase),
      phrase: bytes(about),
      label: 'From the phrase',
      createdAt: 9,
    })
    expect(given.bundle.rev).toBe(old.rev + 1)
    expect(addressesIn(given.bundle)).toEqual([...addressesIn(old), first])
    expect(given.bundle.ark.map(({ type }) => type)).not.toContain('recovery')
    expect(await opens(given.bundle, about)).toBe('done')
    expect(await opens(given.bundle, versionOneSecrets.recoveryCode)).toBe('wallet/wrongPassphrase')
    expect(await opens(old, versionOneSecrets.recoveryCode)).toBe('done')
    const again = keystore.givePhrase({
      bundle: given.bundle,
      passphrase: bytes(about),
      phrase: bytes(await newPhrase(12)),
      label: 'x',
      createdAt: 9,
    })
    expect(await codeOf(again)).toBe('wallet/requestMalformed')
  })
})

describe('a practice wallet', () => {
  const chain = { genesisHash: 'chain-1', label: 'Practice', createdAt: 1 }

  it('opens without a passphrase, and is the first wallet of its phrase', async () => {
    const { wallet, open } = await sealPracticeWallet(bytes(about), chain)
    expect(wallet.address).toBe(first)
    expect(open.key.extractable).toBe(false)
    expect(wallet.key.extractable).toBe(false)
    expect(words(wallet.ciphertext)).not.toContain('abandon')
    expect((await openPracticeWallet(wallet)).address).toBe(first)
    expect(words(await practicePhrase(wallet))).toBe(about)
  })

  it('is valid on its own chain alone', async () => {
    const { wallet } = await sealPracticeWallet(bytes(about), chain)
    expect(await codeOf(openPracticeWallet({ ...wallet, genesisHash: 'chain-2' }))).toBe('wallet/bundleTampered')
    const other = await sealPracticeWallet(bytes(await newPhrase(12)), chain)
    expect(await codeOf(openPracticeWallet({ ...wallet, address: other.wallet.address }))).toBe('trade/addressMismatch')
  })

  it('signs within the limits, beyond them without a passphrase, and never replaces other wallets', async () => {
    const keystore = createKeystore(cheapest)
    const { wallet } = await keystore.practise({ ...chain, phrase: bytes(about) })
    expect([keystore.addresses, keystore.isPractice]).toEqual([[first], true])
    await keystore.limits({ limits: { trade: 1n } })
    expect(await codeOf(keystore.limits({ limits: {} }))).toBe('wallet/notConfirmed')
    expect(await codeOf(keystore.limits({ limits: {}, passphrase: new Uint8Array(0) }))).toBe('done')
    keystore.lock()
    expect([keystore.addresses, keystore.isPractice]).toEqual([[], false])
    await keystore.openPractice({ wallet })
    expect(keystore.addresses).toEqual([first])
    const phrase = await newPhrase(12)
    const asked = {
      passphrase: bytes(passphrase),
      phrase: bytes(phrase),
      suborgId: 's',
      createdAt: 1,
      accounts: [main],
    }
    const { addresses } = await keystore.createOfPhrase(asked)
    expect((await keystore.openPractice({ wallet })).addresses).toEqual(addresses)
    expect(keystore.isPractice).toBe(false)
  })
})
