import { type Address, encodeBase58, memoProgram } from '@tern/core'
import { bundleMessage } from '@tern/core/internal'
import type { VaultState } from '@tern/custody'
import type { Bundle } from '@tern/custody/internal'
import { lackingIn } from '@tern/vault/lacking'
import type { Wallets } from '@tern/vault/wallets'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { openBundleServer } from '../apps/server/test/bundleServer.ts'
import { idleMessage } from '../packages/custody/test/cheapSigner.ts'
import { Browser, closeTabs } from './walletBrowser.ts'

const host = 'vault.tern.localhost:8787'
const passphrase = 'correct horse battery staple'

const server = await openBundleServer(host)
afterAll(() => server.close())
afterEach(async () => {
  closeTabs()
  await server.restart()
})

const heldBy = (wallets: Wallets) => {
  const state = wallets.state()
  if (state.status !== 'held') throw new RangeError(`${state.status}: ${'why' in state ? state.why : ''}`)
  return state
}
const labels = (state: VaultState) => (state.status === 'held' ? state.wallets.map(({ label }) => label) : state.status)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** Opens a browser with an unlocked wallet at revision 1. */
async function owner(browser = new Browser(server)) {
  const wallets = browser.tab()
  await wallets.load()
  const begun = await wallets.begin(passphrase)
  const address = await begun.keep()
  return { browser, wallets, address, secret: begun.phrase }
}
const storedBy = async ({ session }: Browser): Promise<Bundle> =>
  JSON.parse((await server.store.read(session))?.body ?? 'null')

describe('restoring', () => {
  it('begins a new session if the server is older than the browser, and keeps the old row', async () => {
    const { browser, wallets, secret } = await owner()
    const [first, session] = [await storedBy(browser), browser.session]
    await wallets.rename(first.wallets[0]?.address as Address, 'Savings')
    await wallets.add(secret, 'Second')
    const file = await wallets.toDownload()
    expect(file.rev).toBe(3)
    // The server's data is restored from a backup.
    await server.restart()
    await server.store.write(session, { rev: 1, body: JSON.stringify(first) })

    const again = browser.tab()
    await again.load()
    expect(again.state()).toMatchObject({
      status: 'refused',
      error: { code: 'wallet/bundleOutdated' },
    })
    await again.restore(file, secret)
    expect(labels(again.state())).toEqual(['Savings', 'Second'])
    expect(browser.session).not.toBe(session)
    expect((await storedBy(browser)).rev).toBe(3)
    expect((await server.store.read(session))?.rev).toBe(1)
    await again.rename(file.wallets[1]?.address as Address, 'Third')
    expect((await storedBy(browser)).rev).toBe(4)
  })

  it('uses the browser’s copy if the server has junk, and names the wallets that a file lacks', async () => {
    const { browser, wallets, secret, address } = await owner()
    const old = await wallets.toDownload()
    await wallets.add(secret, 'Second')
    const stored = await storedBy(browser)
    const junk = {
      ...stored,
      rev: 3,
      wallets: stored.wallets.map(wallet => ({ ...wallet, address: memoProgram })).slice(1),
    }
    await server.store.write(browser.session, { rev: 3, body: JSON.stringify(junk) })
    const again = browser.tab()
    await again.load()
    expect(again.state()).toMatchObject({ status: 'refused' })
    expect(lackingIn(old)).toEqual(['Second'])
    const copy = await again.recover()
    if (copy === undefined) expect.fail('no copy')
    expect(lackingIn(copy)).toEqual([])
    expect(await again.restore(copy, secret)).toBe(address)
    expect(labels(again.state())).toEqual(['Main', 'Second'])
  })

  it('takes an older revision of the server if the browser has no copy', async () => {
    const { browser, wallets, secret } = await owner()
    await wallets.add(secret, 'Second')
    const stored = await storedBy(browser)
    await server.store.write(browser.session, {
      rev: 3,
      body: JSON.stringify({ ...stored, rev: 3, wallets: stored.wallets.slice(1) }),
    })
    browser.copy = undefined
    const again = browser.tab()
    await again.load()
    expect(await again.recover()).toEqual(stored)
  })
})

describe('a newer file of the same wallets', () => {
  it('replaces the copy in another browser, with its passphrase and its names', async () => {
    const { browser, wallets, address, secret } = await owner()
    const older = await wallets.toDownload()
    const next = 'another horse battery staple'
    await (await wallets.changePassphrase(secret, next)).keep()
    await wallets.rename(address, 'Savings')
    const newer = await wallets.toDownload()
    const other = new Browser(server)
    const there = other.tab()
    await there.load()
    await there.restore(older, passphrase)
    expect(labels(there.state())).toEqual(['Main'])
    await there.restore(newer, next)
    expect(labels(there.state())).toEqual(['Savings'])
    await there.lock()
    expect(await codeOf(there.unlock(passphrase))).toBe('wallet/wrongPassphrase')
    await there.unlock(next)
    await there.rename(address, 'Spendings')
    expect([(await storedBy(browser)).rev, (await storedBy(other)).rev]).toEqual([3, 4])
  })
})

describe('a server without the wallets that the browser knows', () => {
  it('is not treated as new until its owner says so', async () => {
    const { browser, wallets, secret } = await owner()
    await wallets.add(secret, 'Savings')
    browser.cookie = ''
    const again = browser.tab()
    await again.load()
    expect(again.state()).toEqual({
      status: 'refused',
      error: { code: 'wallet/bundleMissing', facts: { names: ['Main', 'Savings'] } },
    })
    expect(again.isMissing()).toBe(true)
    await again.forget()
    expect(again.state()).toEqual({ status: 'none' })
    expect(await again.recover()).toBeUndefined()
  })
})

describe('a wallet that a server adds to a bundle', () => {
  it('is listed as not checked, under no name of the server’s, and opens nothing', async () => {
    const { browser, wallets, address, secret } = await owner()
    const stored = await storedBy(browser)
    const theirs = encodeBase58(new Uint8Array(32).fill(7)) as Address
    const [wallet] = stored.wallets
    if (wallet === undefined) expect.fail('no wallet')
    const added = { ...wallet, walletId: 'AAAAAAAAAAAAAAAAAAAAAA', address: theirs, label: 'Main' }
    const forged = { ...stored, rev: 2, wallets: [{ ...wallet, label: 'Old' }, added] }
    await server.store.write(browser.session, { rev: 2, body: JSON.stringify(forged) })
    await wallets.lock()
    const again = browser.tab()
    await again.load()
    expect(heldBy(again).wallets).toMatchObject([
      { address, label: 'Main' },
      { address: theirs, label: 'Wallet 2', isUnchecked: true },
    ])
    // A withdrawal to it names no wallet of this browser.
    expect([again.labelOf(address), again.labelOf(theirs)]).toEqual(['Main', undefined])
    expect(await codeOf(again.unlock(secret))).toBe('wallet/bundleTampered')
    expect(heldBy(again).open).toEqual([])
  })

  it('is checked and remembered at an unlock, in a new browser', async () => {
    const { browser, wallets, secret } = await owner()
    await wallets.add(secret, 'Second')
    const other = new Browser(server)
    other.cookie = browser.cookie
    const there = other.tab()
    await there.load()
    expect(heldBy(there).wallets.map(({ isUnchecked }) => isUnchecked)).toEqual([true, true])
    await there.unlock(secret)
    expect(labels(there.state())).toEqual(['Main', 'Second'])
    expect(heldBy(there).wallets.some(wallet => 'isUnchecked' in wallet)).toBe(false)
    // From now on this browser refuses a server copy that was rolled back, too.
    const older = { ...(await storedBy(browser)), rev: 1 }
    await server.restart()
    await server.store.write(other.session, { rev: 1, body: JSON.stringify(older) })
    const again = other.tab()
    await again.load()
    expect(again.state().status).toBe('refused')
  })
})

describe('an answer that is lost', () => {
  it('is read back: a bundle that the server has counts as stored', async () => {
    const { browser, wallets, secret } = await owner()
    browser.fate = method => (method === 'PUT' ? 'lost' : 'answered')
    await wallets.add(secret, 'Second')
    expect(labels(wallets.state())).toEqual(['Main', 'Second'])
    expect(heldBy(wallets).open).toHaveLength(2)
  })

  it('is reported as unknown while the server is silent, and takes effect once the bundle is found stored', async () => {
    const { browser, wallets, secret } = await owner()
    const next = 'another horse battery staple'
    const begun = await wallets.changePassphrase(secret, next)
    let isDown = false
    browser.fate = method => {
      if (method === 'PUT') isDown = true
      return method === 'PUT' ? 'lost' : isDown ? 'offline' : 'answered'
    }
    expect(await codeOf(begun.keep())).toBe('wallet/storeUnknown')
    browser.fate = () => 'answered'
    await begun.keep()
    expect((await storedBy(browser)).rev).toBe(2)
    await wallets.lock()
    await wallets.unlock(next)
    expect(heldBy(wallets).open).toHaveLength(1)
  })

  it('changes nothing if the server has not taken the bundle', async () => {
    const { browser, wallets, secret } = await owner()
    browser.fate = method => (method === 'PUT' ? 'offline' : 'answered')
    expect(await codeOf(wallets.add(secret, 'Second'))).toBe('wallet/storeRefused')
    expect([labels(wallets.state()), heldBy(wallets).open.length]).toEqual([['Main'], 1])
    browser.fate = () => 'answered'
    await wallets.add(secret, 'Second')
    expect((await storedBy(browser)).rev).toBe(2)
  })
})

describe('a sign-out of other browsers whose answer is lost', () => {
  it('keeps this browser signed in, and the others signed out', async () => {
    const { browser, wallets, address } = await owner()
    const { cookie } = browser
    browser.fate = method => (method === 'DELETE' ? 'lost' : 'answered')
    await wallets.signOutOthers()
    expect(browser.cookie).not.toBe(cookie)
    await wallets.rename(address, 'Savings')
    expect(await storedBy(browser)).toMatchObject({ rev: 2, wallets: [{ label: 'Savings' }] })
    const headers = new Headers({ cookie })
    expect((await server.answer('GET', '/api/bundle', headers)).status).toBe(204)
  })

  it('is reported as unknown while the server is silent, and as refused if the session goes on', async () => {
    const { browser, wallets, address } = await owner()
    let isDown = false
    browser.fate = method => {
      if (method === 'DELETE') isDown = true
      return isDown ? 'offline' : 'answered'
    }
    expect(await codeOf(wallets.signOutOthers())).toBe('wallet/storeUnknown')
    browser.fate = method => (method === 'DELETE' ? 'offline' : 'answered')
    expect(await codeOf(wallets.signOutOthers())).toBe('wallet/storeRefused')
    await wallets.rename(address, 'Savings')
  })
})

describe('several tabs', () => {
  it('go on with a change of one tab, though their first requests for it failed', async () => {
    const { browser, wallets, address } = await owner()
    const other = browser.tab()
    await other.load()
    await wallets.rename(address, 'Savings')
    await expect.poll(() => labels(other.state())).toEqual(['Savings'])
    // Reads after the change come from the other tab. Two of these fail.
    let isStored = false
    let failures = 2
    browser.fate = method => {
      if (method === 'PUT') isStored = true
      return isStored && method === 'GET' && failures-- > 0 ? 'offline' : 'answered'
    }
    await wallets.rename(address, 'Spendings')
    await expect.poll(() => labels(other.state())).toEqual(['Spendings'])
    expect(failures).toBeLessThanOrEqual(0)
  })

  it('open the newest bundle in any case, and hand out no older file', async () => {
    const { browser, wallets, secret } = await owner()
    const other = browser.tab()
    await other.load()
    // No tab gets events.
    for (const tab of browser.tabs) tab.onStorage = () => {}
    const next = 'another horse battery staple'
    await (await wallets.changePassphrase(secret, next)).keep()
    browser.fate = () => 'offline'
    expect(await codeOf(other.unlock(passphrase))).toBe('wallet/storeRefused')
    expect(await codeOf(other.toDownload())).toBe('wallet/storeRefused')
    browser.fate = () => 'answered'
    expect(await codeOf(other.unlock(passphrase))).toBe('wallet/wrongPassphrase')
    await other.unlock(next)
    expect((await other.toDownload()).rev).toBe(2)
    browser.fate = () => 'offline'
    await other.lock()
    await other.unlock(next)
  })

  it('make one first wallet: the second one that is stored is refused', async () => {
    const browser = new Browser(server)
    const [one, other] = [browser.tab(), browser.tab({ isShared: false })]
    await Promise.all([one.load(), other.load()])
    const begun = [await one.begin(passphrase), await other.begin(passphrase)]
    const outcomes = await Promise.all(begun.map(({ keep }) => codeOf(keep())))
    expect(outcomes).toEqual(['done', 'wallet/madeElsewhere'])
    expect(heldBy(other).wallets.map(({ address }) => address)).toEqual(
      heldBy(one).wallets.map(({ address }) => address),
    )
  })

  it('change one bundle in turn, and repeat a change if another browser was faster', async () => {
    const { browser, wallets, address, secret } = await owner()
    const other = browser.tab()
    await other.load()
    await Promise.all([
      wallets.rename(address, 'Savings'),
      other.add(secret, 'Second'),
      wallets.setNonceMode(address, true),
    ])
    expect(await storedBy(browser)).toMatchObject({ rev: 4, wallets: [{ label: 'Savings', nonceMode: true }, {}] })
    const next = 'another horse battery staple'
    const begun = await wallets.changePassphrase(secret, next)
    await other.rename(address, 'Main')
    await begun.keep()
    expect(await storedBy(browser)).toMatchObject({ rev: 6, wallets: [{ label: 'Main' }, {}] })
    await wallets.lock()
    await wallets.unlock(next)
  })

  it('with signers of their own learn of stricter limits, and lock when the passphrase changes', async () => {
    const browser = new Browser(server)
    const one = browser.tab({ isShared: false })
    await one.load()
    const begun = await one.begin(passphrase)
    const address = await begun.keep()
    const other = browser.tab({ isShared: false })
    await other.load()
    await other.unlock(begun.phrase)
    const idle = idleMessage(address)
    const sign = async () => codeOf((await other.signer()).sign(address, [idle]))
    expect(await sign()).toBe('done')
    await one.setLimits({ trade: 1n, untilLock: 1n }, begun.phrase)
    await expect.poll(sign).toBe('wallet/overLimit')
    expect(heldBy(other).open).toEqual([address])
    const next = 'another horse battery staple'
    await (await one.changePassphrase(begun.phrase, next)).keep()
    await expect.poll(() => heldBy(other).open).toEqual([])
    // They also lock if the answer was lost, so that the change counts as stored only later.
    await other.unlock(next)
    const change = await one.changePassphrase(begun.phrase, passphrase)
    let isDown = false
    browser.fate = method => {
      if (method === 'PUT') isDown = true
      return method === 'PUT' ? 'lost' : isDown ? 'offline' : 'answered'
    }
    expect(await codeOf(change.keep())).toBe('wallet/storeUnknown')
    browser.fate = () => 'answered'
    await one.toDownload()
    await expect.poll(() => heldBy(other).open).toEqual([])
  })
})

describe('an imported secret key', () => {
  it('is imported at the second try if another browser was faster', async () => {
    const { browser, wallets, secret } = await owner()
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as CryptoKeyPair
    const { d = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
    const secretKey = new Uint8Array([d, x].flatMap(half => [...Buffer.from(half, 'base64url')]))
    const real = browser.fetch
    let isFirst = true
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (init.method !== 'PUT' || !isFirst) return real(url, init)
      isFirst = false
      return new Response(null, { status: 409 })
    })
    await wallets.importKeys(secret, { label: 'Imported', secretKey })
    expect(labels(wallets.state())).toEqual(['Main', 'Imported'])
    expect(heldBy(wallets).open).toHaveLength(2)
  })
})

describe('a new code', () => {
  it('does not take effect if another tab changed the wallets while the user wrote it down', async () => {
    const { browser, wallets, address, secret } = await owner()
    const begun = await wallets.beginRecoveryCode(secret)
    await browser.tab().rename(address, 'Savings')
    expect(await codeOf(begun.keep())).toBe('wallet/changedElsewhere')
    const again = await wallets.beginRecoveryCode(secret)
    await again.keep()
    await wallets.lock()
    expect(await codeOf(wallets.unlock(begun.recoveryCode ?? ''))).toBe('wallet/wrongPassphrase')
    await wallets.unlock(again.recoveryCode ?? '')
  })
})

describe('a passkey', () => {
  it('is not made for a wrong passphrase', async () => {
    const { wallets } = await owner()
    let made = 0
    const make = async () => {
      made++
      throw new RangeError('made')
    }
    expect(await codeOf(wallets.addPasskey('wrong horse', make))).toBe('wallet/wrongPassphrase')
    expect(made).toBe(0)
  })

  it('keeps its own secret if another tab changes the wallets before it is stored', async () => {
    const { browser, wallets, address, secret } = await owner()
    const output = crypto.getRandomValues(new Uint8Array(32))
    const passkey = { credentialId: 'A'.repeat(22), salt: `${'B'.repeat(42)}A`, label: 'Phone' }
    const begun = await wallets.addPasskey(secret, async () => ({ ...passkey, output: output.slice() }))
    await browser.tab().rename(address, 'Savings')
    await begun.keep()
    await wallets.lock()
    expect(await codeOf(wallets.unlockByPasskey(new Uint8Array(32)))).toBe('wallet/wrongPassphrase')
    await wallets.unlockByPasskey(output)
    expect(heldBy(wallets)).toMatchObject({ open: [address], passkeys: [{ label: 'Phone' }] })
  })
})

describe('a client with the cookie but without a key', () => {
  const json = { 'content-type': 'application/json' }
  const put = (cookie: string, bundle: object, proof?: string) =>
    server.answer(
      'PUT',
      '/api/bundle',
      new Headers({ ...json, cookie, ...(proof !== undefined && { 'tern-proof': proof }) }),
      JSON.stringify(bundle),
    )

  it('reads the bundle and overwrites nothing, with any proof', async () => {
    const { browser, wallets, address } = await owner()
    const [first, { cookie, session }] = [await storedBy(browser), browser]
    const proofs: string[] = []
    const real = browser.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const proof = new Headers(init?.headers).get('tern-proof')
      if (proof !== null) proofs.push(proof)
      return real(url, init)
    })
    await wallets.rename(address, 'Savings')
    const second = await storedBy(browser)
    const [proof = ''] = proofs
    const junk = { ...second, rev: 3, wallets: second.wallets.map(wallet => ({ ...wallet, address: memoProgram })) }
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign'])) as CryptoKeyPair
    const theirs = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) as Address
    const claim = { host, session, rev: 3, digest: 'x' }
    const signed = await crypto.subtle.sign('Ed25519', pair.privateKey, bundleMessage('store', theirs, claim))
    const own = `${theirs}.${Buffer.from(signed).toString('base64url')}`
    for (const wrong of [undefined, '', 'x', proof, own, `${address}.${'A'.repeat(86)}`])
      for (const bundle of [junk, { ...first, rev: 3 }])
        expect((await put(cookie, bundle, wrong)).status, wrong).toBe(403)
    expect(await storedBy(browser)).toEqual(second)
    // Storing the same bundle again is not a change.
    expect((await put(cookie, second)).status).toBe(200)
    expect(proof.startsWith(`${address}.`)).toBe(true)
  })

  it('cannot use a proof for another session of the same bundle', async () => {
    const { browser, wallets, address, secret } = await owner()
    const file = await wallets.toDownload()
    const other = new Browser(server)
    const there = other.tab()
    await there.load()
    await there.restore(file, secret)
    let proof = ''
    const real = other.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      proof = new Headers(init?.headers).get('tern-proof') ?? proof
      return real(url, init)
    })
    await there.rename(address, 'Savings')
    expect((await put(browser.cookie, await storedBy(other), proof)).status).toBe(403)
  })

  it('is signed out by a client with a key, and by no other', async () => {
    const { browser, wallets, address } = await owner()
    const { cookie } = browser
    const signOut = await server.answer('DELETE', '/api/session', new Headers({ cookie }))
    expect(signOut.status).toBe(403)
    await wallets.lock()
    expect(await codeOf(wallets.signOutOthers())).toBe('wallet/locked')
    await wallets.unlock(passphrase)
    await wallets.signOutOthers()
    expect(browser.cookie).not.toBe(cookie)
    const read = (with_: string) => server.answer('GET', '/api/bundle', new Headers({ cookie: with_ }))
    expect([(await read(cookie)).status, (await read(browser.cookie)).status]).toEqual([204, 200])
    await wallets.rename(address, 'Savings')
    // This also holds after a restart with an empty database.
    await server.restart({ keepsJournal: true })
    expect([(await read(cookie)).status, (await read(browser.cookie)).status]).toEqual([204, 200])
    expect(server.journal()).toHaveLength(2)
  })
})
