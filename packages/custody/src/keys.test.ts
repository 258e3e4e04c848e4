import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  type Message,
  memoProgram,
  systemProgram,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { encodeBuyExactSolIn } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { allowed, allowing } from '../test/checkMessage.ts'
import { compileMessage } from '../test/compileMessage.ts'
import { amountOf, termsWith } from '../test/placements.ts'
import { openPage } from '../test/signerPage.ts'
import { mint, onCurve, openTokenAccount, plain, transfer, wallet } from '../test/trades.ts'
import { kdfLimits } from './bundle.ts'
import type { Keys } from './keys.ts'
import { createKeystore } from './keystore.ts'
import { ownerBy } from './owner.ts'
import { createSigner, type Lives } from './serveSigner.ts'

const ownerOf = (keys: Keys, address: Address) => ownerBy(address, messages => keys.sign(address, messages))

const passphrase = 'correct horse battery staple'
const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const cheapSigner = (lives?: Partial<Lives>) => createSigner(lives, createKeystore(cheapest))

/** A signer behind a channel, as in the worker. The test records all messages. */
const connect = (payees: readonly Address[] = [], signer = cheapSigner(), tipAccounts: readonly Address[] = []) =>
  openPage(signer, { payees, tipAccounts, now: () => 1_790_000_000_000 })

/** A message without effect. Each limit gives a different message. */
const idle = (address: Address, unitLimit = 1): Message => ({
  ...compileMessage(address, [
    { program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, unitLimit, 0, 0, 0) },
  ]),
  terms: termsWith({}),
})

async function verifies(address: Address, transaction: Uint8Array): Promise<boolean> {
  const publicKey = await crypto.subtle.importKey('raw', Uint8Array.from(addressBytes(address)), 'Ed25519', true, [
    'verify',
  ])
  const [signature, message] = [transaction.slice(1, 65), transaction.slice(65)]
  return transaction[0] === 1 && crypto.subtle.verify('Ed25519', publicKey, signature, message)
}

function only<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined || list.length !== 1) throw new RangeError(`${list.length} instead of one`)
  return first
}

describe('keys', () => {
  it('creates, signs, locks, unlocks and signs again', async () => {
    const { keys } = connect()
    const seen: string[] = []
    keys.subscribe(() => seen.push(keys.status))
    const { bundle, addresses } = await keys.create(passphrase, { suborgId: 'suborg-1' })
    const address = only(addresses)
    expect(bundle).toMatchObject({ v: 2, suborgId: 'suborg-1', rev: 1, createdAt: 1_790_000_000 })
    expect(only(bundle.wallets)).toMatchObject({ address, label: 'Main' })

    const message = idle(address)
    const signed = only(await ownerOf(keys, address).signTransactions([message]))
    expect(signed.message).toBe(message)
    expect(await verifies(address, signed.bytes)).toBe(true)

    await keys.lock()
    expect(keys.addresses).toEqual([])
    await expect(ownerOf(keys, address).signTransactions([message])).rejects.toMatchObject({ code: 'wallet/locked' })

    expect(await keys.unlock(bundle, passphrase)).toEqual({ addresses: [address] })
    expect(only(await ownerOf(keys, address).signTransactions([message])).signature).toBe(signed.signature)
    expect(keys.signedLamports).toBeGreaterThan(0n)
    const changes = seen.filter((status, i) => status !== seen[i - 1])
    expect(changes).toEqual(['unlocking', 'unlocked', 'locked', 'unlocking', 'unlocked'])
  })

  it('restores in another browser', async () => {
    const { bundle, addresses } = await connect().keys.create(passphrase, { suborgId: 'suborg-1' })
    const elsewhere = connect().keys
    expect(await elsewhere.unlock(structuredClone(bundle), passphrase)).toEqual({ addresses })
  })

  it('accepts a passphrase in any composition of its accents', async () => {
    const { keys } = connect()
    const { bundle, addresses } = await keys.create('caf\u00e9 au lait \u2460', { suborgId: 's' })
    expect(await keys.unlock(bundle, 'cafe\u0301 au lait 1')).toEqual({ addresses })
  })

  it('stays locked after a wrong passphrase and forgets the wallets that were open', async () => {
    const { keys } = connect()
    const { bundle, addresses } = await keys.create(passphrase, { suborgId: 's' })
    await expect(keys.unlock(bundle, 'wrong horse')).rejects.toThrow('Wrong passphrase')
    expect(keys.status).toBe('locked')
    const address = only(addresses)
    await expect(ownerOf(keys, address).signTransactions([idle(address)])).rejects.toMatchObject({
      code: 'wallet/locked',
    })
  })

  it('refuses a common passphrase, with the reason', async () => {
    await expect(connect().keys.create('short', { suborgId: 's' })).rejects.toMatchObject({
      code: 'wallet/passphraseRefused',
      message: 'Use at least 8 characters',
    })
  })

  it("signs all messages or none, and not another wallet's", async () => {
    const { keys } = connect()
    const address = only((await keys.create(passphrase, { suborgId: 's' })).addresses)
    const owner = ownerOf(keys, address)
    const both = await owner.signTransactions([idle(address, 1), idle(address, 2)])
    expect(new Set(both.map(signed => signed.signature)).size).toBe(2)
    await expect(owner.signTransactions([idle(address), idle(systemProgram)])).rejects.toThrow(
      'Wallet address does not match',
    )
    const lying = { ...idle(systemProgram), feePayer: address, signers: [address] }
    await expect(owner.signTransactions([idle(address), lying])).rejects.toMatchObject({
      code: 'wallet/refusedToSign',
      message: 'Refused to sign: another wallet would pay',
    })
  })

  it('F38 fails each call once the worker is gone', async () => {
    const { keys, port } = connect()
    const { bundle } = await keys.create(passphrase, { suborgId: 's' })
    const unlocking = keys.unlock(bundle, passphrase)
    port.dispatchEvent(new Event('error'))
    await expect(unlocking).rejects.toMatchObject({ code: 'wallet/signerFailed' })
    await expect(keys.lock()).rejects.toMatchObject({ code: 'wallet/signerFailed' })
    expect(keys.status).toBe('locked')
  })
})

describe('keys, beyond trades', () => {
  const paying = (from: Address, lamports: number) => {
    const { bytes } = compileMessage(from, [
      {
        program: systemProgram,
        accounts: [
          { address: from, as: 'ws' },
          { address: memoProgram, as: 'w' },
        ],
        data: Uint8Array.from([2, 0, 0, 0, lamports, 0, 0, 0, 0, 0, 0, 0]),
      },
    ])
    const spend = [amountOf(wrappedNativeMint, BigInt(lamports))]
    return { bytes, terms: termsWith({ spend, recipient: memoProgram }) }
  }

  it('sign a withdrawal that was read and confirmed, and keep no copy of the passphrase', async () => {
    const { keys, received } = connect()
    const address = only((await keys.create(passphrase, { suborgId: 's' })).addresses)
    const message = paying(address, 5)
    const shown = await keys.readWithdrawal(address, message)
    expect(shown).toMatchObject({ recipient: memoProgram, mint: null, amount: 5n, received: 5n })
    const proof = { shown, recipientEnd: memoProgram.slice(-4), passphrase }
    const signature = await keys.signWithdrawal(address, message, proof)
    expect(await verifies(address, Uint8Array.of(1, ...signature, ...message.bytes))).toBe(true)
    await expect(keys.signWithdrawal(address, paying(address, 6), proof)).rejects.toMatchObject({
      code: 'wallet/refusedToSign',
    })
    const wrong = { ...proof, passphrase: 'wrong horse' }
    await expect(keys.signWithdrawal(address, message, wrong)).rejects.toMatchObject({
      code: 'wallet/wrongPassphrase',
    })
    expect(keys.status).toBe('unlocked')
    const receivedText = JSON.stringify(received, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    expect(receivedText).not.toContain(passphrase)
  })

  it('open with an added passkey, and with no other output', async () => {
    const { keys } = connect()
    const { bundle, addresses, recoveryCode } = await keys.create(passphrase, { suborgId: 's' })
    const [credentialId, salt] = ['A'.repeat(22), `${'B'.repeat(42)}A`]
    const output = () => Uint8Array.from({ length: 32 }, (_, i) => i)
    const wrong = keys.addPasskey(bundle, 'wrong horse', { credentialId, salt, label: 'Phone', output: output() })
    await expect(wrong).rejects.toMatchObject({ code: 'wallet/wrongPassphrase' })
    const passkey = { credentialId, salt, label: 'Phone', output: output() }
    const { bundle: grown } = await keys.addPasskey(bundle, recoveryCode, passkey)
    const lock = { type: 'prf', credentialId, label: 'Phone', addedAt: 1_790_000_000, kdf: { name: 'webauthn-prf' } }
    expect(grown).toMatchObject({ rev: 2, ark: [{}, {}, lock] })
    await keys.lock()
    expect(await keys.unlockByPasskey(grown, output())).toEqual({ addresses })
    for (const other of [new Uint8Array(32), output().reverse(), new Uint8Array(31)])
      await expect(keys.unlockByPasskey(grown, other)).rejects.toMatchObject({ code: 'wallet/wrongPassphrase' })
    expect(await keys.unlock(grown, passphrase)).toEqual({ addresses })
    const text = JSON.stringify(grown)
    expect(text).not.toContain(Buffer.from(output()).toString('base64url'))
    const short = { ...passkey, output: new Uint8Array(31) }
    await expect(keys.addPasskey(bundle, passphrase, short)).rejects.toMatchObject({ code: 'wallet/requestMalformed' })
  })

  it('lose a removed passkey and keep the others, which then confirm alone', async () => {
    const { keys } = connect()
    const { bundle, addresses } = await keys.create(passphrase, { suborgId: 's' })
    const [address] = addresses
    if (address === undefined) throw new RangeError('no wallet')
    const salt = `${'B'.repeat(42)}A`
    const [first, second] = [1, 2].map(byte => () => new Uint8Array(32).fill(byte)) as [
      () => Uint8Array,
      () => Uint8Array,
    ]
    const { bytes } = compileMessage(address, [
      { program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 1, 0, 0, 0) },
    ])
    const confirms = (output: Uint8Array) =>
      keys.sign(address, [{ bytes, terms: termsWith({}) }], output).then(
        () => true,
        (error: { code: string }) => error.code,
      )
    expect(await confirms(first())).toBe('wallet/wrongPassphrase')
    const { bundle: one } = await keys.addPasskey(bundle, passphrase, {
      credentialId: 'A'.repeat(22),
      salt,
      label: 'Phone',
      output: first(),
    })
    await keys.keep(one)
    const { bundle: both } = await keys.addPasskey(one, passphrase, {
      credentialId: `${'A'.repeat(21)}Q`,
      salt,
      label: 'Phone',
      output: second(),
    })
    await keys.keep(both)
    const passkeys = both.ark.filter(lock => lock.type === 'prf')
    expect(passkeys.map(({ label }) => label)).toEqual(['Phone', 'Phone 2'])
    expect([await confirms(first()), await confirms(second())]).toEqual([true, true])

    const kid = passkeys[0]?.kid ?? ''
    await expect(keys.removePasskey(both, 'wrong horse', kid)).rejects.toMatchObject({ code: 'wallet/wrongPassphrase' })
    const { bundle: left } = await keys.removePasskey(both, passphrase, kid)
    const kids = (of: typeof both) => of.ark.map(lock => lock.kid)
    expect([left.rev, kids(left)]).toEqual([4, kids(both).filter(one => one !== kid)])
    expect([await confirms(first()), await confirms(second())]).toEqual([true, true])
    await keys.keep(left)
    expect([await confirms(first()), await confirms(second())]).toEqual(['wallet/wrongPassphrase', true])
    await expect(keys.unlockByPasskey(left, first())).rejects.toMatchObject({ code: 'wallet/wrongPassphrase' })
    expect(await keys.unlockByPasskey(left, second())).toEqual({ addresses })

    // A passphrase must not work as a passkey's output, even for the right lock.
    const { bundle: kept } = await keys.removePasskey(left, passphrase, left.ark[0]?.kid ?? '')
    expect(kids(kept)).toEqual(kids(left))
    const { bundle: none } = await keys.removePasskey(left, passphrase, passkeys[1]?.kid ?? '')
    expect(none.ark.map(({ type }) => type)).toEqual(['pass', 'recovery'])
    expect(await keys.unlock(none, passphrase)).toEqual({ addresses })
  })

  it('add a wallet, and change the passphrase and the recovery code', async () => {
    const { keys } = connect()
    const { bundle, recoveryCode } = await keys.create(passphrase, { suborgId: 's' })
    const grown = await keys.addWallet(bundle, recoveryCode, 'Second')
    const addresses = await keys.keep(grown)
    expect(keys.addresses).toEqual(addresses)
    expect(grown.wallets).toMatchObject([{ label: 'Main' }, { label: 'Second', createdAt: 1_790_000_000 }])
    await expect(keys.changePassphrase(grown, recoveryCode, 'short')).rejects.toMatchObject({
      code: 'wallet/passphraseRefused',
    })
    const { bundle: changed } = await keys.changePassphrase(grown, recoveryCode, 'another horse battery')
    const replaced = await keys.replaceRecoveryCode(changed, 'another horse battery')
    expect(replaced.bundle.rev).toBe(4)
    expect(await keys.unlock(replaced.bundle, replaced.recoveryCode)).toEqual({ addresses })
  })
})

describe('one signer for several pages', () => {
  it('opens the wallets for all pages, and answers each on its own port', async () => {
    const signer = cheapSigner({ life: 'alive' })
    const [one, other] = [connect([], signer), connect([], signer)]
    const { addresses, bundle } = await one.keys.create(passphrase, { suborgId: 's' })
    const address = only(addresses)
    await expect.poll(() => other.keys.status).toBe('unlocked')
    expect(other.keys.addresses).toEqual([address])
    const before = one.received.length
    const signed = only(await ownerOf(other.keys, address).signTransactions([idle(address)]))
    expect(await verifies(address, signed.bytes)).toBe(true)
    const { signedLamports } = other.keys
    expect(one.received.slice(before)).toEqual([{ open: [address], signedLamports, life: 'alive' }])
    const late = connect([], signer)
    await expect.poll(() => late.keys.addresses).toEqual([address])
    expect(late.received[0]).toEqual({ open: [address], signedLamports, life: 'alive' })
    await other.keys.lock()
    await expect.poll(() => [one, late].map(({ keys }) => keys.status)).toEqual(['locked', 'locked'])
    await expect(ownerOf(one.keys, address).signTransactions([idle(address)])).rejects.toMatchObject({
      code: 'wallet/locked',
    })
    await expect(one.keys.unlock(bundle, 'wrong horse')).rejects.toThrow('Wrong passphrase')
    expect([one, other].map(({ keys }) => keys.status)).toEqual(['locked', 'locked'])
  })

  it('signs no waiting request once a page locks', async () => {
    const signer = cheapSigner()
    const [one, other] = [connect([], signer), connect([], signer)]
    const { addresses, bundle } = await one.keys.create(passphrase, { suborgId: 's' })
    const address = only(addresses)
    const many = Array.from({ length: 200 }, (_, i) => ownerOf(one.keys, address).signTransactions([idle(address, i)]))
    const locked = other.keys.lock()
    const late = ownerOf(one.keys, address).signTransactions([idle(address)])
    const outcomes = await Promise.allSettled([...many, late])
    await locked
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'wallet/locked' } })
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(100)
    // An unlock in progress ends locked as well.
    const unlocking = one.keys.unlock(bundle, passphrase)
    const outcome = expect(unlocking).rejects.toMatchObject({ code: 'wallet/locked' })
    await one.keys.lock()
    await outcome
    await expect.poll(() => [one, other].map(({ keys }) => keys.status)).toEqual(['locked', 'locked'])
    await expect(ownerOf(one.keys, address).signTransactions([idle(address)])).rejects.toMatchObject({
      code: 'wallet/locked',
    })
  })

  it('signs tips to the first page’s tip accounts, and to no other page’s', async () => {
    const signer = cheapSigner()
    const [one, other] = [connect([], signer, [memoProgram]), connect([], signer, [memoProgram])]
    const greedy = connect([], signer, [computeBudgetProgram])
    const own = await associatedTokenAddress(wallet, mint, token2022Program)
    const swap = plain(encodeBuyExactSolIn(onCurve(own), 100n, 5n))
    const shown = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: 100n, minOut: 5n, maxTip: 7n }
    const tipped = async (to: Address) => {
      const instructions = [openTokenAccount(own, mint, { program: token2022Program }), swap, transfer(to, 7n)]
      const { bytes } = compileMessage(wallet, instructions)
      return [{ bytes, terms: await allowing(bytes, { wallet, tipAccounts: [memoProgram] }, shown) }]
    }
    for (const { keys } of [one, other, greedy]) {
      expect(await keys.readTrades(wallet, await tipped(memoProgram))).toMatchObject([{ tipLamports: 7n }])
      await expect(keys.readTrades(wallet, await tipped(computeBudgetProgram))).rejects.toMatchObject({
        message: `Refused to sign: a transfer to ${computeBudgetProgram}`,
      })
    }
  })

  it('applies the same firewall to every page, and takes payees from the first only', async () => {
    const signer = cheapSigner()
    const [one, other] = [connect([computeBudgetProgram], signer), connect([computeBudgetProgram], signer)]
    const address = only((await one.keys.create(passphrase, { suborgId: 's' })).addresses)
    const payment = compileMessage(address, [
      {
        program: systemProgram,
        accounts: [
          { address, as: 'ws' },
          { address: memoProgram, as: 'w' },
        ],
        data: Uint8Array.from([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
      },
    ])
    const drain = await allowed(payment)
    await expect(ownerOf(other.keys, address).signTransactions([drain])).rejects.toMatchObject({
      code: 'wallet/refusedToSign',
    })
    const greedy = connect([memoProgram], signer)
    await expect(ownerOf(greedy.keys, address).signTransactions([drain])).rejects.toMatchObject({
      code: 'wallet/refusedToSign',
      message: `Refused to sign: a transfer to ${memoProgram}`,
    })
  })
})

describe('the channel', () => {
  it('carries no passphrase back, and no key', async () => {
    const { keys, received } = connect()
    const { bundle } = await keys.create(passphrase, { suborgId: 's' })
    await keys.unlock(bundle, 'a wrong passphrase').catch(() => undefined)
    await keys.unlock(bundle, passphrase)
    const text = JSON.stringify(received, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    for (const secret of [passphrase, 'a wrong passphrase'])
      for (const written of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
        expect(text).not.toContain(written)
    expect(text).not.toContain('CryptoKey')
  })

  it('takes the passphrase bytes away from the page', async () => {
    const { port } = connect()
    const bytes = new TextEncoder().encode(passphrase)
    port.postMessage({ id: 1, call: 'unlock', bundle: {}, passphrase: bytes }, [bytes.buffer])
    expect(bytes.byteLength).toBe(0)
  })

  const ask = (port: MessagePort, message: object): Promise<unknown> =>
    new Promise(resolve => {
      port.addEventListener('message', ({ data }) => data.id === 77 && resolve(data))
      port.postMessage({ id: 77, ...message })
    })

  const one = { bytes: new Uint8Array(1), terms: termsWith({}) }
  it.each([
    ['an unknown call', { call: 'exportKey' }],
    ['an extra field', { call: 'lock', all: true }],
    ['a text for bytes', { call: 'sign', address: systemProgram, messages: [{ ...one, bytes: 'x' }] }],
    ['no message', { call: 'sign', address: systemProgram, messages: [] }],
    ['thirteen messages', { call: 'sign', address: systemProgram, messages: Array(13).fill(one) }],
    ['a huge message', { call: 'sign', address: systemProgram, messages: [{ ...one, bytes: new Uint8Array(4097) }] }],
    ['a message without terms', { call: 'sign', address: systemProgram, messages: [{ bytes: new Uint8Array(1) }] }],
    [
      'an older page’s limits beside the terms',
      { call: 'sign', address: systemProgram, messages: [{ ...one, limits: { maxIn: 1n } }] },
    ],
    [
      'an older page’s list of closed accounts beside the terms',
      { call: 'sign', address: systemProgram, messages: [{ ...one, closes: [systemProgram] }] },
    ],
    [
      'a tip that is no amount',
      {
        call: 'sign',
        address: systemProgram,
        messages: [{ ...one, terms: termsWith({ lamports: { ...one.terms.lamports, tip: -1n } }) }],
      },
    ],
  ])('refuses %s', async (_, message) => {
    expect(await ask(connect().port, message)).toMatchObject({ id: 77, error: { code: 'wallet/requestMalformed' } })
  })

  it.each([
    ['payees.0', { payees: ['me'], tipAccounts: [] }],
    ['tipAccounts.0', { payees: [], tipAccounts: ['me'] }],
    ['tipAccounts', { payees: [], tipAccounts: Array(513).fill(systemProgram) }],
  ])('refuses malformed or too many addresses at %s', async (at, message) => {
    expect(await ask(connect().port, { call: 'payees', ...message })).toMatchObject({
      error: { code: 'wallet/requestMalformed', facts: { at } },
    })
  })

  it('refuses payees after an empty first list', async () => {
    const { port, keys } = connect([])
    expect(await ask(port, { call: 'payees', payees: [systemProgram], tipAccounts: [] })).toMatchObject({
      error: { code: 'wallet/requestMalformed', facts: { at: 'payees' } },
    })
    expect(keys.status).toBe('locked')
  })

  it('accepts tip accounts only once', async () => {
    const { port } = connect([], cheapSigner(), [computeBudgetProgram])
    expect(await ask(port, { call: 'payees', payees: [], tipAccounts: [systemProgram] })).toMatchObject({
      error: { code: 'wallet/requestMalformed', facts: { at: 'tipAccounts' } },
    })
    expect(await ask(port, { call: 'payees', payees: [], tipAccounts: [computeBudgetProgram] })).toMatchObject({
      answer: null,
    })
  })

  it('accepts payees only once', async () => {
    const { port } = connect([computeBudgetProgram])
    expect(await ask(port, { call: 'payees', payees: [systemProgram], tipAccounts: [] })).toMatchObject({
      error: { code: 'wallet/requestMalformed', facts: { at: 'payees' } },
    })
  })
})
