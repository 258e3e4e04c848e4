import { isTernError } from '@tern/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { versionOne, versionOneDigest, versionOneSecrets } from '../test/versionOne.ts'
import { type Bundle, checkRevision, kdfLimits, parseBundle, pinOf } from './bundle.ts'
import {
  addPasskey,
  addWallet,
  changeWallet,
  createBundle,
  importWallets,
  isDated,
  modernise,
  openBundle,
  removePasskey,
  replaceLocks,
} from './keyTree.ts'
import { deriveKek, type KekOf, openRoot } from './rootKey.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }

function kekOf(secret: string | Uint8Array): KekOf {
  const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return kdf => {
    const name = JSON.stringify(kdf)
    const kek = known.get(name) ?? deriveKek(bytes, kdf)
    known.set(name, kek)
    return kek
  }
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    error => (isTernError(error) ? error.code : `untyped: ${error}`),
  )

const [old, next] = [kekOf('correct horse battery staple'), kekOf('another horse battery staple')]
const code = kekOf(versionOneSecrets.recoveryCode)
const answer = (byte: number) => kekOf(new Uint8Array(32).fill(byte))
const passkey = (byte: number) => {
  return {
    credentialId: `${'A'.repeat(21)}Q`,
    label: 'Phone',
    addedAt: 1,
    salt: `${'B'.repeat(42)}A`,
    kekOf: answer(byte),
  }
}

let first: Bundle
beforeAll(async () => {
  first = await createBundle(
    { suborgId: 'suborg-1', label: 'Main', createdAt: 1 },
    { passphrase: old, recoveryCode: code },
    cheapest,
  )
})

describe('the seal of a bundle', () => {
  it('covers every field', async () => {
    const stranger = await createBundle(
      { suborgId: 'suborg-1', label: 'Main', createdAt: 1 },
      { passphrase: next },
      cheapest,
    )
    const [wallet, lock, recovery] = [first.wallets[0], first.ark[0], first.ark[1]]
    const [theirs] = stranger.wallets
    if (!wallet || !lock || !recovery || !theirs) throw new RangeError('half a bundle')
    const changes: readonly Partial<Bundle>[] = [
      { rev: 2 },
      { createdAt: 2 },
      { wallets: [{ ...wallet, label: 'Savings' }] },
      { wallets: [{ ...wallet, nonceMode: true }] },
      { wallets: [{ ...wallet, createdAt: 9 }] },
      { wallets: [wallet, theirs] },
      { ark: [lock] },
      { ark: [recovery, lock] },
      { ark: [...first.ark, { ...recovery, kid: theirs.walletId }] },
    ]
    expect(await codeOf(openBundle(parseBundle(first), old))).toBe('opened')
    for (const change of changes)
      expect(await codeOf(openBundle(parseBundle({ ...first, ...change }), old))).toBe('wallet/bundleTampered')
    const { seal, ...bare } = first
    expect(seal).toHaveLength(43)
    for (const forged of [bare, { ...bare, v: 1 }, { ...first, v: 1 }])
      expect(() => parseBundle(forged)).toThrow('This is not a Tern wallet file')
  })

  it('is checked first by every operation on a bundle', async () => {
    const forged = parseBundle({ ...first, rev: 3 })
    const work = [
      addWallet(forged, { label: 'x', createdAt: 1 }, old),
      importWallets(forged, old, { file: first, fileKekOf: old }),
      importWallets(first, old, { file: forged, fileKekOf: old }),
      replaceLocks(forged, old, { passphrase: next, cost: cheapest }),
      addPasskey(forged, old, { passkey: passkey(1) }),
      removePasskey(forged, old, { kid: '' }),
    ]
    expect(await Promise.all(work.map(codeOf))).toEqual(work.map(() => 'wallet/bundleTampered'))
  })

  it('does not let an older copy pass as newer after a change of the passphrase', async () => {
    const { bundle: second } = await replaceLocks(first, old, { passphrase: next, cost: cheapest })
    const replayed = parseBundle({ ...first, rev: 3 })
    // A browser that has seen the second accepts it as newer, because its wallets are the same.
    expect(checkRevision(pinOf(second), replayed)).toBeUndefined()
    expect(await codeOf(openBundle(replayed, old))).toBe('wallet/bundleTampered')
    expect(await codeOf(openBundle(replayed, next))).toBe('wallet/wrongPassphrase')
    const relocked = parseBundle({ ...second, ark: [...second.ark.slice(0, 1), ...first.ark.slice(0, 1)] })
    expect(await codeOf(openBundle(relocked, old))).toBe('wallet/bundleTampered')
  })

  it('does not let a removed passkey back in', async () => {
    const { bundle: both } = await addPasskey(first, old, { passkey: passkey(1) })
    const kid = both.ark.find(({ type }) => type === 'prf')?.kid ?? ''
    const { bundle: left } = await removePasskey(both, old, { kid })
    const back = parseBundle({ ...left, rev: left.rev + 1, ark: both.ark })
    expect(await codeOf(openBundle(both, answer(1)))).toBe('opened')
    expect(await codeOf(openBundle(left, answer(1)))).toBe('wallet/wrongPassphrase')
    expect(await codeOf(openBundle(back, answer(1)))).toBe('wallet/bundleTampered')
  })

  it('can be made again only for the bundle that the open root key sealed', async () => {
    const { keys } = await openRoot(first, old)
    const [wallet] = first.wallets
    if (!wallet) throw new RangeError('no wallet')
    const renamed = await changeWallet(first, keys, { address: wallet.address, label: 'Savings' })
    expect(renamed).toMatchObject({ rev: 2, wallets: [{ ...wallet, label: 'Savings' }] })
    expect(await codeOf(openBundle(renamed, old))).toBe('opened')
    const { bundle: second } = await replaceLocks(renamed, old, { passphrase: next, cost: cheapest })
    expect(await codeOf(changeWallet(second, keys, { address: wallet.address, label: 'x' }))).toBe(
      'wallet/bundleTampered',
    )
    expect(await codeOf(changeWallet({ ...renamed, rev: 9 }, keys, { address: wallet.address, label: 'x' }))).toBe(
      'wallet/bundleTampered',
    )
  })
})

describe('the root key', () => {
  /** Opens `bundle` with a lock of an older file and its secret. */
  const byOlder = (bundle: Bundle, older: Bundle, secret: KekOf) => {
    const { seal: _, ...rest } = bundle
    const ark = older.ark.map(lock => ({
      ...lock,
      box: bundle.ark.find(({ kid }) => kid === lock.kid)?.box ?? lock.box,
    }))
    return Promise.all(
      [
        { ...bundle, ark },
        { ...bundle, ark: older.ark },
        { ...rest, ark: older.ark, seal: older.seal },
      ].map(forged => codeOf(openBundle(forged as Bundle, secret))),
    )
  }

  it.each([
    ['another passphrase', next, (bundle: Bundle) => replaceLocks(bundle, old, { passphrase: next, cost: cheapest })],
    [
      'another code',
      old,
      (bundle: Bundle) => replaceLocks(bundle, old, { recoveryCode: kekOf('A'.repeat(40)), cost: cheapest }),
    ],
    ['a passkey more', old, (bundle: Bundle) => addPasskey(bundle, old, { passkey: passkey(2) })],
    ['a passkey less', old, (bundle: Bundle) => removePasskey(bundle, old, { kid: bundle.ark.at(-1)?.kid ?? '' })],
  ])('changes with %s, and all wallets are wrapped under the new one', async (_, opener, change) => {
    const { bundle: before } = await addPasskey(first, old, { passkey: passkey(1) })
    const { bundle: after, dropped } = await change(before)
    expect(dropped).toEqual([])
    for (const field of ['iv', 'ciphertext'] as const)
      expect(after.wallets.map(wallet => wallet[field])).not.toEqual(before.wallets.map(wallet => wallet[field]))
    for (const lock of after.ark) expect(before.ark.map(({ box }) => box?.sealed)).not.toContain(lock.box?.sealed)
    expect(after.wallets.map(({ walletId, address }) => [walletId, address])).toEqual(
      before.wallets.map(({ walletId, address }) => [walletId, address]),
    )
    // The root key of an older file, with its passphrase, does not open a wallet that was added since.
    const grown = await addWallet(after, { label: 'Second', createdAt: 2 }, opener)
    for (const outcome of await byOlder(grown, before, old))
      expect(outcome).toMatch(/^wallet\/(bundleTampered|wrongPassphrase)$/)
  })

  it('reaches the remaining locks without their secrets', async () => {
    const { bundle: one } = await addPasskey(first, old, { passkey: passkey(1) })
    const { bundle: both } = await addPasskey(one, old, { passkey: passkey(2) })
    const { bundle: changed } = await replaceLocks(both, old, { passphrase: next, cost: cheapest })
    for (const secret of [next, code, answer(1), answer(2)])
      expect(await codeOf(openBundle(changed, secret))).toBe('opened')
    for (const secret of [old, answer(3)])
      expect(await codeOf(openBundle(changed, secret))).toBe('wallet/wrongPassphrase')
  })

  it('of an older file opens no wallet that was added since', async () => {
    const older = await openRoot(first, old)
    const { bundle: second } = await replaceLocks(first, old, { passphrase: next, cost: cheapest })
    const grown = await addWallet(second, { label: 'Second', createdAt: 2 }, next)
    for (const { iv, ciphertext, walletId, address } of grown.wallets) {
      const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
      const place = new TextEncoder().encode(
        JSON.stringify(['tern/bundle', 2, 'wallet', 'suborg-1', walletId, address]),
      )
      const how = { name: 'AES-GCM', iv: bytes(iv), additionalData: place }
      const open = (key: CryptoKey) =>
        crypto.subtle.unwrapKey('pkcs8', bytes(ciphertext), key, how, 'Ed25519', false, ['sign'])
      await expect(open(older.keys.wallets)).rejects.toThrow()
      expect(await open((await openRoot(grown, next)).keys.wallets)).toBeDefined()
    }
  })
})

describe('a bundle of version 1', () => {
  const secrets = [old, code, kekOf(versionOneSecrets.passkey())]
  const addresses = versionOne.wallets.map(({ address }) => address)

  it('still opens, and a browser with its pin sees the same bundle', async () => {
    for (const secret of secrets)
      expect((await openBundle(versionOne, secret)).map(({ address }) => address)).toEqual(addresses)
    expect(await codeOf(openBundle(versionOne, next))).toBe('wallet/wrongPassphrase')
    expect(pinOf(versionOne).digest).toBe(versionOneDigest)
  })

  it('becomes version 2 with any of its secrets, and still opens with all of them', async () => {
    for (const secret of secrets) {
      const open = await openRoot(versionOne, secret)
      expect(isDated(open)).toBe(true)
      const bundle = parseBundle(await modernise(open))
      expect(bundle).toMatchObject({ v: 2, rev: 4, suborgId: 'suborg-1' })
      expect(bundle.wallets.map(({ walletId, label, address }) => [walletId, label, address])).toEqual(
        versionOne.wallets.map(({ walletId, label, address }) => [walletId, label, address]),
      )
      for (const other of secrets) expect(await codeOf(openBundle(bundle, other))).toBe('opened')
      expect(bundle.ark.filter(({ box }) => box !== undefined)).toHaveLength(1)
      expect(isDated(await openRoot(bundle, secret))).toBe(false)
    }
  })

  it('loses marks in names that reorder letters, because the server stores no such names', async () => {
    const wallets = versionOne.wallets.map((wallet, i) => ({
      ...wallet,
      label: ['\u202ESav\u2069ings', '\u200F'][i] ?? '',
    }))
    const bundle = await modernise(await openRoot({ ...versionOne, wallets }, old))
    expect(bundle.wallets.map(({ label }) => label)).toEqual(['Savings', 'Wallet'])
    expect(await codeOf(openBundle(bundle, old))).toBe('opened')
    const { bundle: both } = await addPasskey(first, old, { passkey: { ...passkey(1), label: '\u202EPhone' } })
    expect(both.ark.flatMap(lock => (lock.type === 'prf' ? [lock.label] : []))).toEqual(['Phone'])
  })

  it('cannot be made from version 2, nor follow it', async () => {
    const bundle = await modernise(await openRoot(versionOne, old))
    const { seal: _, ...rest } = bundle
    const grown = await addWallet(bundle, { label: 'Third', createdAt: 3 }, old)
    for (const { wallets } of [bundle, grown]) {
      const downgraded = parseBundle({ ...rest, v: 1, rev: 9, ark: versionOne.ark, wallets })
      expect(await codeOf(openBundle(downgraded, old))).toBe('wallet/bundleTampered')
    }
    const replayed = parseBundle({ ...versionOne, rev: 9 })
    expect(checkRevision(pinOf(versionOne), replayed)).toBeUndefined()
    expect(checkRevision(pinOf(bundle), replayed)?.code).toBe('wallet/bundleTampered')
  })

  it('loses the locks that cannot receive a new root key, and names them', async () => {
    const { bundle, dropped } = await replaceLocks(versionOne, old, { passphrase: next, cost: cheapest })
    expect(dropped.map(({ type }) => type)).toEqual(['recovery', 'prf'])
    expect(bundle.ark.map(({ type }) => type)).toEqual(['pass'])
    const byCode = await addPasskey(versionOne, code, { passkey: passkey(1) })
    expect(byCode.dropped.map(({ type }) => type)).toEqual(['pass', 'prf'])
    expect(await codeOf(openBundle(byCode.bundle, code))).toBe('opened')
  })
})
