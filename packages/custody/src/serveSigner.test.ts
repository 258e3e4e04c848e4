import { computeBudgetProgram, memoProgram, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { compileMessage } from '../test/compileMessage.ts'
import { termsWith } from '../test/placements.ts'
import { closeLater, openPage } from '../test/signerPage.ts'
import { kdfLimits } from './bundle.ts'
import type { Reply } from './caller.ts'
import type { Keys } from './keys.ts'
import { createKeystore } from './keystore.ts'
import type { Answer, Notice } from './requests.ts'
import { createSigner, type Lives, type Signer } from './serveSigner.ts'

const passphrase = 'correct horse battery staple'
const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const phrase = `${'abandon '.repeat(11)}about`
const practiseWith = (keys: Keys) => keys.practise(phrase, { genesisHash: 'chain', label: 'Practice' })
const minute = 60_000

/** A signer with clocks that the test sets, and a page of it. */
async function unlocked(lives: Partial<Lives> = {}) {
  let now = 1_790_000_000_000
  let steady = 0
  const clocks = { now: () => now, steady: () => steady }
  const signer = createSigner({ ...lives, ...clocks }, createKeystore(cheapest))
  const page = (): Keys => openPage(signer).keys
  const keys = page()
  const { bundle, addresses } = await keys.create(passphrase, { suborgId: 's' })
  const [address] = addresses
  if (address === undefined) throw new RangeError('no wallet')
  const pass = (ms: number) => {
    now += ms
    steady += ms
  }
  const setBack = (ms: number) => (now -= ms)
  return { signer, keys, page, look: signer.look, bundle, address, pass, setBack, time: () => now }
}

/** A page that delivers its messages to the signer at once and in order. */
function direct(signer: Signer) {
  const said: unknown[] = []
  let onMessage = (_: unknown) => {}
  signer.connect({
    postMessage: message => said.push(message),
    addEventListener(_, listener) {
      onMessage = data => listener(new MessageEvent('message', { data }))
    },
  })
  return { said, send: (data: unknown) => onMessage(data) }
}

const malformedMessage = { bytes: new Uint8Array(1), terms: termsWith({}) }

/** Waits until all earlier requests have been answered. */
const settled = (keys: Keys, address: Parameters<Keys['sign']>[0]) =>
  keys.sign(address, [malformedMessage]).then(
    () => 'signed',
    (error: { code: string }) => error.code,
  )

describe('a signer that is left alone', () => {
  it('locks after the time of the rule without a user, and not before', async () => {
    const { keys, look, address, pass } = await unlocked()
    keys.setAutoLock({ minutes: 15, whenHidden: false })
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    pass(15 * minute - 1)
    look()
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    pass(1)
    look()
    expect(await settled(keys, address)).toBe('wallet/locked')
    expect(keys.status).toBe('locked')
  })

  it('stays open while a person uses any of its pages', async () => {
    const { keys, page, look, address, pass } = await unlocked()
    const other = page()
    for (let i = 0; i < 20; i++) {
      pass(4 * minute)
      other.notePresence({ isActive: true, isInSight: true })
      await settled(other, address)
      look()
    }
    await settled(keys, address)
    expect(keys.status).toBe('unlocked')
  })

  it('locks when a page of another signer announces a lock, unless it was unlocked since', async () => {
    const { signer, keys, address, time } = await unlocked()
    signer.lock(time() - 1)
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    signer.lock(time())
    expect(await settled(keys, address)).toBe('wallet/locked')
    expect(keys.status).toBe('locked')
  })

  it('locks when no page was visible for five minutes, if the rule says so', async () => {
    const { keys, look, address, pass } = await unlocked()
    pass(4 * minute)
    keys.notePresence({ isActive: true, isInSight: false })
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    pass(minute)
    look()
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('signs no late request, even if no timer has run and the user has come back', async () => {
    const { keys, address, pass } = await unlocked()
    pass(31 * minute)
    keys.notePresence({ isActive: true, isInSight: true })
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('keeps a practice wallet open, because it has no passphrase', async () => {
    const { keys, look, pass } = await unlocked()
    const wallet = await practiseWith(keys)
    pass(600 * minute)
    look()
    expect(await settled(keys, wallet.address)).toBe('wallet/refusedToSign')
    expect(keys.addresses).toEqual([wallet.address])
    await keys.lock()
    expect(await settled(keys, wallet.address)).toBe('wallet/locked')
    expect(await keys.openPractice(wallet)).toEqual([wallet.address])
    expect(await keys.practicePhrase(wallet)).toBe(phrase)
  })

  it('stays open for an active user while the clock is set back, and still counts the time', async () => {
    const { keys, look, address, pass, setBack } = await unlocked()
    setBack(24 * 60 * minute)
    look()
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    for (let i = 0; i < 29; i++) {
      pass(minute)
      setBack(minute)
      keys.notePresence({ isActive: false, isInSight: true })
      await settled(keys, address)
    }
    expect(keys.status).toBe('unlocked')
    pass(minute)
    look()
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('counts from the unlock', async () => {
    const { keys, look, bundle, address, pass } = await unlocked()
    await keys.lock()
    pass(600 * minute)
    look()
    await keys.unlock(bundle, passphrase)
    look()
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
  })
})

/** A signer that pages share, and their Web Locks: each is held until a test frees it. */
async function shared() {
  const held = new Map<string, () => void>()
  const made = await unlocked({
    life: 'signer',
    whenFree: lock => new Promise<void>(free => held.set(lock, free)),
  })
  async function free(lock: string): Promise<void> {
    held.get(lock)?.()
    await new Promise(resolve => setTimeout(resolve))
  }
  return { ...made, free }
}

describe('a signer that outlives its pages', () => {
  it('locks 15 s after the last page is gone, and not before', async () => {
    const { signer, look, address, pass, free } = await shared()
    const [one, other] = [direct(signer), direct(signer)]
    one.send({ page: 'one' })
    other.send({ page: 'other' })
    const isOpen = () => (direct(signer).said[0] as Notice).open.length > 0
    pass(minute)
    look()
    await free('one')
    pass(minute)
    look()
    expect(other.said).not.toContainEqual(expect.objectContaining({ open: [] }))
    await free('other')
    pass(14_999)
    look()
    expect(isOpen()).toBe(true)
    // A new page has 15 s, too, to report its lock.
    pass(14_999)
    expect(isOpen()).toBe(true)
    pass(15_000)
    expect((direct(signer).said[0] as Notice).open).toEqual([])
    expect(other.said).toContainEqual(expect.objectContaining({ open: [address] }))
  })

  it('locks before a late page receives the open wallets, though no timer of its own has run', async () => {
    const { signer, pass, free } = await shared()
    direct(signer).send({ page: 'one' })
    await free('one')
    pass(15_000)
    expect(direct(signer).said).toEqual([expect.objectContaining({ open: [] })])
  })

  it('is not kept open by requests, or by pages that report no lock', async () => {
    const { keys, signer, address, pass } = await shared()
    const page = direct(signer)
    // The terminal has this port. Only a page of the vault can report a lock.
    const port = keys.signingPort()
    closeLater(port)
    port.postMessage({ page: 'terminal' })
    await settled(keys, address)
    for (let passed = 0; passed < 15; passed++) {
      pass(1_000)
      page.send({ id: passed, call: 'presence', isActive: true, isInSight: true })
      page.send({ page: 1 })
    }
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('locks in time although a page lives', async () => {
    const { keys, signer, address, pass } = await shared()
    direct(signer).send({ page: 'one' })
    pass(31 * minute)
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('reports to a page that came back the changes that it missed', async () => {
    const { keys, signer, address, free } = await shared()
    const [one, other] = [direct(signer), direct(signer)]
    one.send({ page: 'one' })
    other.send({ page: 'other' })
    await free('one')
    await keys.lock()
    expect(one.said.map(notice => (notice as Notice).open)).toEqual([[address], [address]])
    one.send({ page: 'one again' })
    expect(one.said.at(-1)).toMatchObject({ open: [] })
  })

  it('forgets new wallets that no page can store any more, so that a practice wallet opens again', async () => {
    const { keys, signer, free } = await shared()
    const practice = await practiseWith(keys)
    const making = direct(signer)
    making.send({ page: 'making' })
    const secret = new TextEncoder().encode(passphrase)
    making.send({ id: 1, call: 'create', passphrase: secret, suborgId: 's', label: 'Main', createdAt: 1 })
    await expect.poll(() => making.said).toContainEqual(expect.objectContaining({ id: 1, answer: expect.anything() }))
    await free('making')
    expect(await keys.openPractice(practice)).toEqual([practice.address])
    // Stored wallets stay open when their page goes.
    const storing = direct(signer)
    storing.send({ page: 'storing' })
    storing.send({ id: 2, call: 'create', passphrase: secret.fill(97), suborgId: 's', label: 'Main', createdAt: 1 })
    storing.send({ id: 3, call: 'keep', digest: 'x'.repeat(43) })
    await expect.poll(() => storing.said).toContainEqual(expect.objectContaining({ id: 3, answer: expect.anything() }))
    await free('storing')
    expect(keys.addresses).toHaveLength(1)
    expect(keys.addresses).not.toContain(practice.address)
  })

  describe('after its page has made a wallet and not stored it', () => {
    async function making() {
      const made = await shared()
      const practice = await practiseWith(made.keys)
      const page = direct(made.signer)
      page.send({ page: 'making' })
      const secret = new TextEncoder().encode(passphrase)
      page.send({ id: 1, call: 'create', passphrase: secret, suborgId: 's', label: 'Main', createdAt: 1 })
      await expect.poll(() => page.said).toContainEqual(expect.objectContaining({ id: 1, answer: expect.anything() }))
      return { ...made, practice }
    }

    it.each<[string, (made: Awaited<ReturnType<typeof making>>) => Promise<unknown>]>([
      ['unlocked', ({ keys, bundle }) => keys.unlock(bundle, passphrase)],
      ['made for practice', ({ keys }) => practiseWith(keys)],
      [
        'opened for practice after the time to lock',
        ({ keys, look, pass, practice }) => {
          pass(31 * minute)
          look()
          return keys.openPractice(practice)
        },
      ],
    ])('keeps wallets that another page has %s since', async (_, open) => {
      const made = await making()
      await open(made)
      await made.free('making')
      expect(made.keys.addresses).toHaveLength(1)
    })

    it('forgets the wallet although another page keeps a bundle', async () => {
      const { keys, bundle, free } = await making()
      await keys.keep(bundle)
      await free('making')
      expect(keys.addresses).toEqual([])
    })
  })
})

describe('a key that is exported', () => {
  it('goes only to the page that asked with the passphrase, and leaves no copy', async () => {
    const exported: Uint8Array[] = []
    const keystore = createKeystore(cheapest)
    const noting = Object.create(keystore, {
      exportKey: {
        value: async (ask: Parameters<typeof keystore.exportKey>[0]) => {
          const answer = await keystore.exportKey(ask)
          exported.push(answer.secret)
          return answer
        },
      },
    }) as typeof keystore
    const signer = createSigner({}, noting)
    const [asking, other] = [openPage(signer), openPage(signer)]
    const { bundle, addresses } = await asking.keys.create(passphrase, { suborgId: 's' })
    const [address] = addresses
    if (address === undefined) throw new RangeError('no wallet')
    // The passphrase exports the key while locked too, and leaves the wallets locked.
    await asking.keys.lock()
    await expect(asking.keys.exportKey(bundle, 'wrong horse', address)).rejects.toMatchObject({
      code: 'wallet/wrongPassphrase',
    })
    expect(await asking.keys.exportKey(bundle, passphrase, address)).toHaveLength(64)
    expect(asking.keys.addresses).toEqual([])
    expect(exported.map(secret => secret.byteLength)).toEqual([0])
    await settled(other.keys, address)
    const secrets = (received: readonly unknown[]) =>
      received.filter(data => (data as Reply & { answer?: { secret?: object } }).answer?.secret)
    expect([secrets(asking.received).length, secrets(other.received).length]).toEqual([1, 0])
  })
})

describe("a page's own port to the signer", () => {
  /** The signer's answers at the port. */
  async function askerAt(keys: Keys) {
    const port = keys.signingPort()
    closeLater(port)
    const waiting = new Map<unknown, (reply: unknown) => void>()
    port.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data))
    port.start()
    let id = 0
    return (request: object) =>
      new Promise<unknown>(resolve => {
        waiting.set(++id, resolve)
        port.postMessage({ id, ...request })
      })
  }

  it('signs with the open wallets and under the same firewall as the vault’s page', async () => {
    const { keys, bundle, address } = await unlocked()
    const ask = await askerAt(keys)
    const sign = { call: 'sign', address, messages: [malformedMessage] }
    expect(await ask(sign)).toMatchObject({ error: { code: 'wallet/refusedToSign' } })
    const bytes = compileMessage(address, []).bytes
    expect(await ask({ ...sign, messages: [{ bytes, terms: termsWith({ closes: [address] }) }] })).toMatchObject({
      error: { code: 'wallet/refusedToSign' },
    })
    await keys.lock()
    expect(await ask(sign)).toMatchObject({ error: { code: 'wallet/locked' } })
    await keys.unlock(bundle, passphrase)
    expect(await ask(sign)).toMatchObject({ error: { code: 'wallet/refusedToSign' } })
  })

  it('notifies the vault’s page of its signatures', async () => {
    const { keys, address } = await unlocked()
    const ask = await askerAt(keys)
    const { bytes } = compileMessage(address, [
      { program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 1, 0, 0, 0) },
    ])
    const { answer } = (await ask({ call: 'sign', address, messages: [{ bytes, terms: termsWith({}) }] })) as {
      answer: Answer<'sign'>
    }
    expect(answer.signatures).toHaveLength(1)
    expect(answer.signatures[0]).toHaveLength(64)
    await settled(keys, address)
    expect(keys.signedLamports).toBe(5_000n)
  })

  it('can only sign, and accepts no secret', async () => {
    const amount = { mint: tokenProgram, tokenProgram, max: 1n }
    const none = { rent: 0n, programFee: 0n, networkFee: 0n, tip: 0n, tradeFee: 0n }
    const terms = { spend: [amount], receive: [], lamports: none, cosigners: [], lifetime: 'blockhash' }
    const malformedTerms = [
      null,
      {},
      { ...terms, spend: [amount, amount] },
      { ...terms, spend: [{ ...amount, max: -1n }] },
      { ...terms, spend: [{ ...amount, max: 2n ** 64n }] },
      { ...terms, spend: Array.from({ length: 17 }, () => amount) },
      { ...terms, receive: [amount] },
      { ...terms, into: { program: tokenProgram, account: tokenProgram, range: [0.5, 1] } },
      { ...terms, lamports: { ...none, tip: 1 } },
      { ...terms, cosigners: [tokenProgram, tokenProgram] },
      { ...terms, lifetime: 'ever' },
      { ...terms, irreversible: 'swap' },
      { ...terms, says: 'a text' },
    ]
    const { keys, bundle, address } = await unlocked()
    const ask = await askerAt(keys)
    const secret = new TextEncoder().encode(passphrase)
    const messages = [malformedMessage]
    const requests = [
      { call: 'sign', address, messages, passphrase: secret },
      { call: 'sign', address, messages: [] },
      { call: 'sign', address, messages: [{ ...malformedMessage, closes: [] }] },
      { call: 'sign', address, messages: [{ bytes: new Uint8Array(8) }] },
      ...malformedTerms.map(terms => ({ call: 'sign', address, messages: [{ bytes: new Uint8Array(8), terms }] })),
      { call: 'sign', address, messages: Array(13).fill(malformedMessage) },
      { call: 'readTrades', address, messages },
      { call: 'limits', limits: {}, passphrase: secret },
      { call: 'limits', limits: {} },
      { call: 'payees', payees: [address], tipAccounts: [address] },
      { call: 'unlock', bundle, passphrase: secret },
      { call: 'exportKey', bundle, passphrase: secret, address },
      { call: 'presence', isActive: true, isInSight: true },
      { call: 'lock' },
    ]
    for (const request of requests)
      expect(await ask(request)).toMatchObject({ error: { code: 'wallet/requestMalformed' } })
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    expect(keys.status).toBe('unlocked')
  })
})

describe('a lock', () => {
  it('ends an unlock in progress and the requests that wait behind it', async () => {
    const { signer, keys, bundle, address } = await unlocked()
    await keys.lock()
    const { said, send } = direct(signer)
    const { bytes } = compileMessage(address, [{ program: memoProgram, accounts: [], data: new Uint8Array(1) }])
    const secret = new TextEncoder().encode(passphrase)
    send({ id: 1, call: 'unlock', bundle, passphrase: secret })
    send({ id: 2, call: 'sign', address, messages: [{ bytes, terms: termsWith({}) }] })
    // The unlock has begun.
    await new Promise(resolve => setTimeout(resolve))
    send({ id: 3, call: 'lock' })
    await expect.poll(() => said).toContainEqual({ id: 3, answer: null })
    const locked = { error: { code: 'wallet/locked', facts: { address } } }
    for (const id of [1, 2]) expect(said).toContainEqual({ id, ...locked })
    expect(secret.every(byte => byte === 0)).toBe(true)
    expect(keys.addresses).toEqual([])
  })

  it('that arrives late does not lock wallets that were unlocked since', async () => {
    const { keys, page, bundle, address, pass, time } = await unlocked()
    const [other, saidAtMs] = [page(), time()]
    await keys.lock()
    pass(minute)
    await keys.unlock(bundle, passphrase)
    await other.lock(saidAtMs)
    expect(await settled(keys, address)).toBe('wallet/refusedToSign')
    pass(1)
    await other.lock(time())
    expect(await settled(keys, address)).toBe('wallet/locked')
  })

  it('forgets bundles that were made but not kept', async () => {
    const { keys, bundle, address } = await unlocked()
    const grown = await keys.addWallet(bundle, passphrase, 'Second')
    await keys.lock()
    expect(await keys.keep(grown)).toEqual([])
    expect(await settled(keys, address)).toBe('wallet/locked')
    const work = keys.addWallet(bundle, passphrase, 'Third').then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    await keys.lock()
    expect(await work).toBe('wallet/locked')
  })
})
