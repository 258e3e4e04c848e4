import { memoProgram, systemProgram, TernError } from '@tern/core'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compileMessage } from '../../test/compileMessage.ts'
import { termsWith } from '../../test/placements.ts'
import { connectVault } from './connectVault.ts'
import type { VaultNotice, VaultState } from './requests.ts'
import { serveVault, type VaultDuties } from './serveVault.ts'

const address = memoProgram
const open: MessagePort[] = []

afterEach(() => {
  for (const port of open.splice(0)) port.close()
})

/** A vault without effects that records its requests. */
function noting(overrides: Partial<VaultDuties> = {}) {
  const done: unknown[] = []
  const note =
    <T>(name: string, answer: T) =>
    (ask: unknown) => {
      done.push([name, ask])
      return answer
    }
  const duties: VaultDuties = {
    look: note('look', null),
    autoLock: note('autoLock', null),
    presence: note('presence', null),
    show: note('show', { outcome: 'closed' } as const),
    hide: note('hide', null),
    practise: note('practise', { address }),
    lock: note('lock', null),
    rename: note('rename', null),
    nonceMode: note('nonceMode', null),
    signOutOthers: note('signOutOthers', null),
    download: note('download', null),
    withdraw: note('withdraw', { signature: new Uint8Array(64).fill(8) }),
    ...overrides,
  }
  return { duties, done }
}

function joined(
  overrides: Partial<VaultDuties> = {},
  confirm: Parameters<typeof connectVault>[1] = async () => ({ outcome: 'closed' }),
) {
  const { port1, port2 } = new MessageChannel()
  open.push(port1, port2)
  const { duties, done } = noting(overrides)
  const received: unknown[] = []
  const tell: (notice: VaultNotice) => void = serveVault(port2, duties)
  port1.addEventListener('message', ({ data }) => received.push(data))
  port2.start()
  const vault = connectVault(port1, confirm)
  port1.start()
  return { vault, port: port1, tell, done, received }
}

/** A signer that answers on its own port with `sign`. Without `sign`, it never answers. */
function signerPort(sign?: () => object) {
  const { port1, port2 } = new MessageChannel()
  open.push(port1, port2)
  port2.addEventListener('message', ({ data: { id } }) => sign && port2.postMessage({ id, ...sign() }))
  port2.start()
  return port1
}

const terms = termsWith({})
const message = {
  ...compileMessage(address, [{ program: memoProgram, accounts: [], data: new TextEncoder().encode('hi') }]),
  terms,
}

describe('a terminal and its vault', () => {
  it('exchange requests and answers', async () => {
    const { vault, done } = joined({ show: () => ({ outcome: 'done', address }) })
    await vault.rename(address, 'Savings')
    await vault.setNonceMode(address, true)
    await vault.lock()
    await vault.signOutOthers()
    await vault.download()
    await vault.hide()
    vault.look({ theme: 'dark', colours: 'red-up', density: 'compact', motion: 'full' })
    vault.setAutoLock({ minutes: 5, whenHidden: false })
    vault.notePresence({ isActive: true, isInSight: true })
    expect(await vault.show({ form: 'unlock' })).toEqual({ outcome: 'done', address })
    expect(done.map(one => (one as [string])[0])).toEqual([
      'rename',
      'nonceMode',
      'lock',
      'signOutOthers',
      'download',
      'hide',
      'look',
      'autoLock',
      'presence',
    ])
  })

  it('sign by owners, each for its own wallet, once there is a signer', async () => {
    const { vault, tell } = joined()
    await expect(vault.owner(address).signTransactions([message])).rejects.toMatchObject({ code: 'wallet/locked' })
    tell({ signing: signerPort(() => ({ answer: { signatures: [new Uint8Array(64).fill(7)] } })) })
    await vault.hide()
    const [signed] = await vault.owner(address).signTransactions([message])
    expect(signed?.bytes.slice(0, 65)).toEqual(Uint8Array.of(1, ...Array(64).fill(7)))
    const [withdrawn] = await vault.withdrawingOwner(address).signTransactions([message])
    expect(withdrawn?.bytes.slice(0, 65)).toEqual(Uint8Array.of(1, ...Array(64).fill(8)))
    for (const owner of [vault.owner(systemProgram), vault.withdrawingOwner(systemProgram)])
      await expect(owner.signTransactions([message])).rejects.toMatchObject({ code: 'trade/addressMismatch' })
  })

  it('reject the calls of a signer that is gone, and continue with the next signer', async () => {
    const { vault, tell } = joined()
    tell({ signing: signerPort() })
    await vault.hide()
    const failed = expect(vault.owner(address).signTransactions([message])).rejects.toMatchObject({
      code: 'wallet/signerFailed',
    })
    tell({ signing: null })
    await failed
    await expect(vault.owner(address).signTransactions([message])).rejects.toMatchObject({ code: 'wallet/locked' })
    tell({ signing: signerPort(() => ({ answer: { signatures: [new Uint8Array(64).fill(6)] } })) })
    await vault.hide()
    const [signed] = await vault.owner(address).signTransactions([message])
    expect(signed?.bytes[1]).toBe(6)
  })

  it('ask the owner about trades beyond the limits, one trade after the other', async () => {
    const over = { error: { code: 'wallet/overLimit', facts: { limit: 'trade', lamports: 3n } } }
    const shown: (() => void)[] = []
    const signatures = [new Uint8Array(64).fill(9)]
    const { vault, tell } = joined({}, async () => {
      await new Promise<void>(resolve => shown.push(resolve))
      return shown.length === 1 ? { outcome: 'done', signatures } : { outcome: 'closed' }
    })
    tell({ signing: signerPort(() => over) })
    await vault.hide()
    const owner = vault.owner(address)
    const [first, second] = [owner.signTransactions([message]), owner.signTransactions([message])]
    await vi.waitFor(() => expect(shown).toHaveLength(1))
    await vault.hide()
    expect(shown).toHaveLength(1)
    shown[0]?.()
    const [signed] = await first
    expect(signed?.bytes.slice(0, 65)).toEqual(Uint8Array.of(1, ...Array(64).fill(9)))
    await vi.waitFor(() => expect(shown).toHaveLength(2))
    shown[1]?.()
    await expect(second).rejects.toMatchObject({ code: 'wallet/notConfirmed' })
  })

  it('pass on the state, and report a confirmed withdrawal only while its form is shown', async () => {
    const state: VaultState = {
      status: 'held',
      wallets: [],
      open: [],
      isPractice: false,
      hasRecoveryCode: true,
      hasPhrase: false,
      passkeys: [],
      limits: { trade: 1n },
    }
    let begin: (end: () => void) => void = () => undefined
    const showing = new Promise<() => void>(resolve => {
      begin = resolve
    })
    const { vault, tell } = joined({
      show: () => new Promise(resolve => begin(() => resolve({ outcome: 'done' }))),
    })
    expect(vault.state).toEqual({ status: 'loading' })
    const changed = new Promise<void>(resolve => vault.subscribe(resolve))
    tell({ wants: 'withdrawal' })
    tell({ state })
    await changed
    expect(vault.state).toEqual(state)
    tell({ signedLamports: 5n })
    await vault.hide()
    expect([vault.state, vault.signedLamports]).toEqual([state, 5n])
    let confirmations = 0
    const shown = vault.show({ form: 'unlock' }, { onConfirmed: () => confirmations++ })
    const end = await showing
    tell({ wants: 'withdrawal' })
    end()
    await shown
    tell({ wants: 'withdrawal' })
    await vault.lock()
    expect(confirmations).toBe(1)
  })

  it('pass on catalogued errors, and of other errors only that they happened', async () => {
    const { vault } = joined({
      rename: () => {
        throw new TernError('wallet/storeRefused', { why: 'The server cannot be reached' })
      },
      lock: () => {
        throw new RangeError('the passphrase is hunter2')
      },
    })
    await expect(vault.rename(address, 'x')).rejects.toMatchObject({ message: 'The server cannot be reached' })
    const failed = await vault.lock().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failed).toMatchObject({ code: 'wallet/signerFailed', facts: { step: 'lock' } })
    expect(JSON.stringify(failed)).not.toContain('hunter2')
  })
})

describe('a malformed request', () => {
  const asked = async (data: unknown) => {
    const { port, done, received } = joined()
    port.postMessage(data)
    port.postMessage({ id: 999_999, call: 'hide' })
    while (!received.some(reply => (reply as { id?: number }).id === 999_999))
      await new Promise(resolve => setTimeout(resolve, 1))
    return { done: done.slice(0, -1), received: received.slice(0, -1) }
  }
  const malformed = { error: { code: 'wallet/requestMalformed' } }
  const window = crypto.randomUUID()
  const eight = { address, bytes: new Uint8Array(8), terms }

  it.each([
    { call: 'unlock', passphrase: new Uint8Array(8) },
    { call: 'create', suborgId: 'x', label: 'x', createdAt: 0, passphrase: new Uint8Array(8) },
    { call: 'payees', payees: [address], tipAccounts: [] },
    { call: 'readBundle' },
    { call: '__proto__' },
    { call: 'constructor' },
    // Only the vault's own page sets payees and the kind of money.
    { call: 'greet', money: { kind: 'practice' }, payees: [address] },
    { call: 'look', look: { theme: 'dark', colours: 'x"><script>', density: 'x', motion: 'x' } },
    { call: 'look', look: { theme: 'dark', colours: 'x', density: 'x', motion: 'x', style: 'x' } },
    { call: 'autoLock', rule: { minutes: 1e9, whenHidden: false } },
    { call: 'autoLock', rule: { minutes: 5, whenHidden: 'no' } },
    { call: 'presence', isActive: 1, isInSight: true },
    { call: 'show', form: { form: 'export' } },
    { call: 'show', form: { form: 'unlock', passphrase: 'x' } },
    { call: 'exportKey', address },
    { call: 'exportKey', address, passphrase: new Uint8Array(8) },
    { call: 'show', form: { form: 'exportKey' }, window },
    { call: 'show', form: { form: 'exportKey', address: 'me' }, window },
    { call: 'show', form: { form: 'exportKey', address, passphrase: 'x' }, window },
    { call: 'show', form: { form: 'removePasskey' }, window },
    { call: 'show', form: { form: 'removePasskey', id: 'x' }, window },
    { call: 'show', form: { form: 'withdraw', address, bytes: [1, 2], terms }, window },
    { call: 'show', form: { form: 'withdraw', address, bytes: new Uint8Array(5000), terms }, window },
    { call: 'show', form: { form: 'withdraw', ...eight, words: { symbol: 'SOL' } }, window },
    { call: 'show', form: { form: 'withdraw', address, bytes: new Uint8Array(8) }, window },
    { call: 'withdraw', address, bytes: new Uint8Array(8) },
    { call: 'show', form: { form: 'confirmTrade', address, messages: [{ bytes: new Uint8Array(8) }] }, window },
    // A page can hide its frame, so these forms never open in a frame.
    ...['addPasskey', 'changePassphrase', 'givePhrase', 'limits', 'replaceCode', 'revealPhrase'].map(form => ({
      call: 'show',
      form: { form },
    })),
    { call: 'show', form: { form: 'exportKey', address } },
    { call: 'show', form: { form: 'removePasskey', id: 'A'.repeat(22) } },
    { call: 'show', form: { form: 'withdraw', ...eight } },
    { call: 'show', form: { form: 'confirmTrade', address, messages: [{ bytes: new Uint8Array(8), terms }] } },
    { call: 'show', form: { form: 'unlock' }, window },
    { call: 'show', form: { form: 'limits' }, window: '../' },
    { call: 'rename', address: 'me', label: 'x' },
    { call: 'rename', address, label: '' },
    { call: 'nonceMode', address, isOn: 1 },
    { call: 'sign', address, messages: [{ bytes: new Uint8Array(8), terms }] },
    { call: 'withdraw', ...eight, passphrase: new Uint8Array(8) },
    { call: 'lock', extra: 1 },
  ])('gets the malformed error and has no effect: %o', async request => {
    const { done, received } = await asked({ id: 5, ...request })
    expect(received).toMatchObject([{ id: 5, ...malformed }])
    expect(done).toEqual([])
  })

  it.each([null, undefined, 7, 'lock', [], { call: 'lock' }, { id: '5', call: 'lock' }, { id: {}, call: 'lock' }])(
    'is not answered at all without a number: %o',
    async data => {
      expect(await asked(data)).toEqual({ done: [], received: [] })
    },
  )

  it('is refused in any form, and never with another error', async () => {
    const { port, done, received } = joined()
    const calls = ['greet', 'look', 'autoLock', 'presence', 'show', 'rename', 'nonceMode', 'sign', 'withdraw', 'other']
    const hostile = fc.record({
      id: fc.nat(),
      call: fc.constantFrom(...calls),
      address: fc.anything(),
      bytes: fc.anything(),
      form: fc.anything(),
      messages: fc.anything(),
    })
    const requests = fc.sample(hostile, 500).filter(isCloneable)
    for (const request of requests) port.postMessage(request)
    port.postMessage({ id: -1, call: 'hide' })
    while (!received.some(reply => (reply as { id?: number }).id === -1))
      await new Promise(resolve => setTimeout(resolve, 1))
    expect(received).toHaveLength(requests.length + 1)
    expect(received.slice(0, -1).every(reply => (reply as typeof malformed).error.code === malformed.error.code)).toBe(
      true,
    )
    expect(done).toEqual([['hide', { id: -1, call: 'hide' }]])
  })
})

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}
