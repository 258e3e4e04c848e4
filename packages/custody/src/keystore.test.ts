import {
  type Address,
  associatedTokenAddress,
  computeBudgetProgram,
  encodeBase58,
  systemProgram,
  type Terms,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { encodeSell } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { allowed } from '../test/checkMessage.ts'
import { closingMessage } from '../test/closingMessage.ts'
import { codeOf } from '../test/codeOf.ts'
import { compileMessage, type PlainInstruction, u64 } from '../test/compileMessage.ts'
import { amountOf, termsWith } from '../test/placements.ts'
import { mint, onCurve, plain } from '../test/trades.ts'
import { versionOne, versionOneSecrets } from '../test/versionOne.ts'
import { type Bundle, kdfLimits, pinOf } from './bundle.ts'
import { createKeystore } from './keystore.ts'
import type { Keystore } from './keystoreDuties.ts'

const cheapest = { m: kdfLimits.m[0], t: kdfLimits.t[0], p: kdfLimits.p[0] }
const bytes = (text: string) => new TextEncoder().encode(text)
const passphrase = 'correct horse battery staple'
const recipient = encodeBase58(new Uint8Array(32).fill(7)) as Address
const attacker = encodeBase58(new Uint8Array(32).fill(8)) as Address

const payment = (from: Address, lamports: bigint, to = recipient): PlainInstruction => ({
  program: systemProgram,
  accounts: [
    { address: from, as: 'ws' },
    { address: to, as: 'w' },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...u64(lamports)]),
})
const paying = (from: Address, lamports: bigint, to = recipient, blockhash = 9) =>
  compileMessage(from, [payment(from, lamports, to)], { blockhash: new Uint8Array(32).fill(blockhash) }).bytes
const payingTerms = (lamports: bigint, to = recipient) =>
  termsWith({ spend: [amountOf(wrappedNativeMint, lamports)], recipient: to })

async function created(suborgId = 'suborg-1') {
  const unitOf = (mint: Address) =>
    mint === attacker ? undefined : { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } as const }
  const keystore = createKeystore(cheapest, { prices: { worthOf: (_, raw) => raw, unitOf } })
  const made = await keystore.create({ passphrase: bytes(passphrase), suborgId, label: 'Main', createdAt: 1 })
  const [address] = made.addresses
  if (address === undefined) expect.fail('no wallet')
  return { keystore, address, ...made }
}

/** Keeps a bundle, like a page that has stored it. */
const keep = (keystore: Keystore, { bundle }: { bundle: Bundle }) => keystore.keep({ digest: pinOf(bundle).digest })

const opens = (bundle: Bundle, secret: string) =>
  codeOf(createKeystore(cheapest).unlock({ bundle, passphrase: bytes(secret) }))

async function withdraw(
  keystore: Keystore,
  address: Address,
  change: Partial<Parameters<Keystore['withdraw']>[0]> = {},
) {
  const terms = payingTerms(5n)
  const shown = await keystore.readWithdrawal({ address, bytes: paying(address, 5n), terms })
  const recipientEnd = recipient.slice(-4)
  // With another blockhash than the shown message, because time passes while the user types.
  const signed = { address, bytes: paying(address, 5n, recipient, 10), terms }
  return keystore.withdraw({ ...signed, shown, recipientEnd, passphrase: bytes(passphrase), ...change })
}

describe('a withdrawal', () => {
  it('is signed only with the end of the address and the passphrase', async () => {
    const { keystore, address } = await created()
    const secret = bytes(passphrase)
    const { signature } = await withdraw(keystore, address, { passphrase: secret })
    expect(secret.every(byte => byte === 0)).toBe(true)
    const raw = Uint8Array.from(addressBytes(address))
    const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
    const message = Uint8Array.from(paying(address, 5n, recipient, 10))
    expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), message)).toBe(true)

    expect(await codeOf(withdraw(keystore, address, { recipientEnd: recipient.slice(-3) }))).toBe(
      'wallet/recipientNotTyped',
    )
    expect(await codeOf(withdraw(keystore, address, { recipientEnd: attacker.slice(-4) }))).toBe(
      'wallet/recipientNotTyped',
    )
    expect(await codeOf(withdraw(keystore, address, { recipientEnd: '' }))).toBe('wallet/recipientNotTyped')
    for (const wrong of [
      { bytes: paying(address, 6n) },
      { bytes: paying(address, 6n), terms: payingTerms(6n) },
      { bytes: paying(address, 5n, attacker) },
      { bytes: paying(address, 5n, attacker), terms: payingTerms(5n, attacker) },
      { terms: payingTerms(4n) },
      { terms: payingTerms(5n, attacker) },
    ])
      expect(await codeOf(withdraw(keystore, address, wrong))).toBe('wallet/refusedToSign')
    expect(await codeOf(withdraw(keystore, address, { passphrase: bytes('wrong horse') }))).toBe(
      'wallet/wrongPassphrase',
    )
    expect(keystore.addresses).toEqual([address])
    const messages = [{ bytes: paying(address, 5n), terms: payingTerms(5n) }]
    expect(await codeOf(keystore.sign({ address, messages }))).toBe('wallet/refusedToSign')
    keystore.lock()
    expect(await codeOf(withdraw(keystore, address))).toBe('wallet/locked')
  })

  it('is not signed for a page that substitutes a bundle of its own', async () => {
    const { keystore, address } = await created()
    const theirs = createKeystore(cheapest)
    const hostile = await theirs.create({
      passphrase: bytes('hostile page here'),
      suborgId: 'suborg-1',
      label: 'x',
      createdAt: 1,
    })
    const relocked = await keystore.replaceLock({
      bundle: hostile.bundle,
      passphrase: bytes('hostile page here'),
      next: bytes('hostile page there'),
    })
    expect(keep(keystore, relocked).addresses).toEqual([address])
    for (const secret of ['hostile page here', 'hostile page there'])
      expect(await codeOf(withdraw(keystore, address, { passphrase: bytes(secret) }))).toBe('wallet/wrongPassphrase')
    const asked = { bundle: hostile.bundle, passphrase: bytes('hostile page here'), label: 'y', createdAt: 1 }
    const { addresses } = keep(keystore, await keystore.addWallet(asked))
    expect(addresses).not.toContain(address)
    expect(await codeOf(withdraw(keystore, address, { passphrase: bytes('hostile page here') }))).toBe('wallet/locked')
  })
})

describe('terms', () => {
  it('are compared with the bytes', async () => {
    const { keystore, address } = await created()
    const tokens = await associatedTokenAddress(address, mint, token2022Program)
    const named = { ...onCurve(tokens), user: address }
    const { bytes } = compileMessage(address, [plain(encodeSell(named, 7n, 90n, 'creator'))])
    const terms: Terms = {
      spend: [{ mint, tokenProgram: token2022Program, max: 7n }],
      receive: [{ mint: wrappedNativeMint, tokenProgram, min: 90n }],
      lamports: { rent: 0n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n },
      cosigners: [],
      lifetime: 'blockhash',
    }
    const sign = (change: Partial<Terms>) =>
      codeOf(keystore.sign({ address, messages: [{ bytes, terms: { ...terms, ...change } }] }))
    expect(await sign({})).toBe('done')
    expect(await sign({ spend: [{ mint, tokenProgram: token2022Program, max: 6n }] })).toBe('wallet/refusedToSign')
    expect(await sign({ receive: [{ mint: wrappedNativeMint, tokenProgram, min: 91n }] })).toBe('wallet/refusedToSign')
    expect(await sign({ lamports: { ...terms.lamports, networkFee: 4_999n } })).toBe('wallet/refusedToSign')
  })
})

describe('limits', () => {
  /** Costs the fee of its single signature. */
  const idle = (from: Address) => ({
    ...compileMessage(from, [{ program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 1, 0, 0, 0) }]),
    terms: termsWith({}),
  })
  const limited = { trade: 5_000n, untilLock: 12_000n }

  it('allow trades within them, and beyond them only with the passphrase, which resets the count', async () => {
    const { keystore, address } = await created()
    await keystore.limits({ limits: limited })
    const sign = (secret?: Uint8Array, count = 1) =>
      keystore.sign({ address, messages: Array(count).fill(idle(address)), ...(secret && { passphrase: secret }) })
    await sign()
    await sign()
    expect(keystore.signedLamports).toBe(10_000n)
    await expect(sign()).rejects.toMatchObject({
      code: 'wallet/overLimit',
      facts: { limit: 'untilLock', lamports: 5_000n },
    })
    expect(await codeOf(sign(bytes('wrong horse')))).toBe('wallet/wrongPassphrase')
    expect(keystore.signedLamports).toBe(10_000n)
    const secret = bytes(passphrase)
    expect((await sign(secret)).signatures).toHaveLength(1)
    expect(secret.every(byte => byte === 0)).toBe(true)
    expect(keystore.signedLamports).toBe(5_000n)
    await sign()
    keystore.lock()
    expect(keystore.signedLamports).toBe(0n)
    expect(await codeOf(sign(bytes(passphrase)))).toBe('wallet/locked')
  })

  it('apply to each message of a request, and beyond them no message is signed', async () => {
    const { keystore, address } = await created()
    await keystore.limits({ limits: { trade: 4_999n } })
    await expect(keystore.sign({ address, messages: [idle(address)] })).rejects.toMatchObject({
      code: 'wallet/overLimit',
      facts: { limit: 'trade' },
    })
    expect(keystore.signedLamports).toBe(0n)
    const { trades } = await keystore.readTrades({ address, messages: [idle(address)] })
    expect(trades).toMatchObject([{ trades: [], networkFeeLamports: 5_000n, lamports: 5_000n }])
  })

  it('come with the units that the server reports', async () => {
    const { keystore } = await created()
    expect(keystore.readUnits({ mints: [recipient, attacker] }).units).toEqual(
      new Map([[recipient, { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }]]),
    )
  })

  it('count the fees of closing token accounts, and allow each account once in a request', async () => {
    const { keystore, address } = await created()
    await keystore.limits({ limits: { untilLock: 12_000n } })
    const closing = (count: number, blockhash: number) =>
      closingMessage(address, [recipient, attacker].slice(0, count), blockhash)
    const owners = new Map([recipient, attacker].map(account => [account, address]))
    const sign = (...messages: readonly ReturnType<typeof closing>[]) => keystore.sign({ address, messages }, owners)
    expect(await codeOf(sign(closing(2, 1), closing(1, 2)))).toBe('wallet/refusedToSign')
    expect(keystore.signedLamports).toBe(0n)
    await sign(closing(1, 1))
    await sign(closing(1, 2))
    expect(keystore.signedLamports).toBe(10_000n)
    expect(await codeOf(sign(closing(1, 3)))).toBe('wallet/overLimit')
    const { trades } = await keystore.readTrades({ address, messages: [closing(2, 1)] })
    expect(trades).toMatchObject([{ closes: [recipient, attacker], lamports: 5_000n }])
  })

  it('ask the owner about a sale’s fee above 2% of its min proceeds, at any limits', async () => {
    const { keystore, address } = await created()
    keystore.payees({ payees: [recipient], tipAccounts: [] })
    await keystore.limits({ limits: {} })
    const named = { ...onCurve(await associatedTokenAddress(address, mint, token2022Program)), user: address }
    const sale = plain(encodeSell(named, 5_000n, 1_000_000n, 'creator'))
    const message = (fee: bigint) => allowed(compileMessage(address, [sale, payment(address, fee)]), [recipient])
    expect(await codeOf(keystore.sign({ address, messages: [await message(20_000n)] }))).toBe('done')
    const beyond = { address, messages: [await message(20_001n)] }
    await expect(keystore.sign(beyond)).rejects.toMatchObject({ code: 'wallet/overLimit', facts: { limit: 'fee' } })
    expect(await codeOf(keystore.sign({ ...beyond, passphrase: bytes(passphrase) }))).toBe('done')
  })

  it('do not turn a refusal into another error', async () => {
    const { keystore, address } = await created()
    const messages = [{ bytes: paying(address, 5n), terms: payingTerms(5n) }]
    for (const asked of [
      { address, messages },
      { address, messages, passphrase: bytes(passphrase) },
    ])
      expect(await codeOf(keystore.sign(asked))).toBe('wallet/refusedToSign')
    expect(await codeOf(keystore.readTrades({ address, messages }))).toBe('wallet/refusedToSign')
  })

  it('become stricter for any page and looser only for the owner', async () => {
    const { keystore, address, bundle } = await created()
    const laxer = { trade: 6_000n, untilLock: 12_000n }
    await keystore.limits({ limits: limited })
    expect(await codeOf(keystore.limits({ limits: limited }))).toBe('done')
    expect(await codeOf(keystore.limits({ limits: laxer }))).toBe('wallet/notConfirmed')
    expect(await codeOf(keystore.limits({ limits: {} }))).toBe('wallet/notConfirmed')
    expect(await codeOf(keystore.limits({ limits: laxer, passphrase: bytes('wrong') }))).toBe('wallet/wrongPassphrase')
    await keystore.limits({ limits: { ...limited, trade: 1n } })
    expect(await codeOf(keystore.sign({ address, messages: [idle(address)] }))).toBe('wallet/overLimit')
    await keystore.limits({ limits: laxer, passphrase: bytes(passphrase) })
    expect(await codeOf(keystore.sign({ address, messages: [idle(address)] }))).toBe('done')
    keystore.lock()
    expect(await codeOf(keystore.limits({ limits: {}, passphrase: bytes(passphrase) }))).toBe('wallet/locked')
    expect(await codeOf(keystore.limits({ limits: {} }))).toBe('wallet/notConfirmed')
    await keystore.unlock({ bundle, passphrase: bytes(passphrase) })
    expect(await codeOf(keystore.sign({ address, messages: Array(3).fill(idle(address)) }))).toBe('wallet/overLimit')
  })
})

describe('a bundle', () => {
  it('opens with its recovery code in any spelling, and with no other code', async () => {
    const { bundle, recoveryCode } = await created()
    const other = await created('suborg-2')
    expect(bundle.ark.map(({ type }) => type)).toEqual(['pass', 'recovery'])
    expect(await opens(bundle, recoveryCode.toLowerCase().replaceAll('-', ' '))).toBe('done')
    expect(await opens(bundle, other.recoveryCode)).toBe('wallet/wrongPassphrase')
    expect(JSON.stringify(bundle)).not.toContain(recoveryCode.slice(0, 5))
  })

  it('gets more wallets, each with its own key, for any secret that opens it', async () => {
    const { keystore, bundle, address } = await created()
    const asked = { bundle, label: 'Snipe', createdAt: 2 }
    expect(await codeOf(keystore.addWallet({ ...asked, passphrase: bytes('wrong horse') }))).toBe(
      'wallet/wrongPassphrase',
    )
    expect(keystore.addresses).toEqual([address])
    const grown = await keystore.addWallet({ ...asked, passphrase: bytes(passphrase) })
    expect(grown.bundle).toMatchObject({
      rev: 2,
      wallets: [
        { label: 'Main', address },
        { label: 'Snipe', createdAt: 2 },
      ],
    })
    expect(keystore.addresses).toEqual([address])
    const { addresses } = keep(keystore, grown)
    expect(addresses).toEqual(grown.bundle.wallets.map(wallet => wallet.address))
    expect(keystore.addresses).toEqual(addresses)
    const reopened = createKeystore(cheapest)
    expect(await reopened.unlock({ bundle: grown.bundle, passphrase: bytes(passphrase) })).toEqual({ addresses })
  })

  it('gets another passphrase with the current one or the recovery code', async () => {
    const { keystore, bundle, recoveryCode, address } = await created()
    // A code that was shown but not kept does not affect later changes.
    await keystore.replaceLock({ bundle, passphrase: bytes(passphrase) })
    const next = 'another horse battery staple'
    expect(await codeOf(keystore.replaceLock({ bundle, passphrase: bytes('wrong horse'), next: bytes(next) }))).toBe(
      'wallet/wrongPassphrase',
    )
    const { bundle: changed } = await keystore.replaceLock({
      bundle,
      passphrase: bytes(recoveryCode),
      next: bytes(next),
    })
    expect(changed.rev).toBe(2)
    expect(changed.wallets.map(wallet => wallet.address)).toEqual([address])
    expect(await opens(changed, next)).toBe('done')
    expect(await opens(changed, passphrase)).toBe('wallet/wrongPassphrase')
    expect(await opens(changed, recoveryCode)).toBe('done')
    // Until it is stored, the old secret confirms; afterwards the new secret does.
    expect(await codeOf(withdraw(keystore, address))).toBe('done')
    expect(keep(keystore, { bundle }).addresses).toEqual([address])
    expect(await codeOf(withdraw(keystore, address))).toBe('done')
    expect(keep(keystore, { bundle: changed }).addresses).toEqual([address])
    expect(await codeOf(withdraw(keystore, address))).toBe('wallet/wrongPassphrase')
    expect(await codeOf(withdraw(keystore, address, { passphrase: bytes(next) }))).toBe('done')
  })

  it('gets another recovery code, and has at most a single code', async () => {
    const { keystore, bundle, recoveryCode } = await created()
    const replaced = await keystore.replaceLock({ bundle, passphrase: bytes(passphrase) })
    expect(replaced.bundle.ark.map(({ type }) => type)).toEqual(['pass', 'recovery'])
    expect(replaced.recoveryCode).not.toBe(recoveryCode)
    expect(await opens(replaced.bundle, replaced.recoveryCode ?? '')).toBe('done')
    expect(await opens(replaced.bundle, recoveryCode)).toBe('wallet/wrongPassphrase')
    expect(await opens(replaced.bundle, passphrase)).toBe('done')
  })
})

describe('a code that was shown but not kept', () => {
  it('leaves the current code valid', async () => {
    const { keystore, bundle, recoveryCode, address } = await created()
    const begun = await keystore.replaceLock({ bundle, passphrase: bytes(passphrase) })
    expect(await codeOf(withdraw(keystore, address, { passphrase: bytes(recoveryCode) }))).toBe('done')
    keystore.lock()
    expect(keep(keystore, begun).addresses).toEqual([])
    expect(await opens(bundle, recoveryCode)).toBe('done')
  })
})

describe('a wallet that is open', () => {
  it('can change its label and nonce mode; a locked wallet or a forged bundle cannot', async () => {
    const { keystore, bundle, address } = await created()
    const named = await keystore.changeWallet({ bundle, address, label: 'Savings' })
    expect(named.bundle).toMatchObject({ rev: 2, wallets: [{ address, label: 'Savings', nonceMode: false }] })
    expect(keep(keystore, named).addresses).toEqual([address])
    const traded = await keystore.changeWallet({ ...named, address, nonceMode: true })
    expect(traded.bundle).toMatchObject({ rev: 3, wallets: [{ label: 'Savings', nonceMode: true }] })
    expect(await opens(traded.bundle, passphrase)).toBe('done')
    const forged = { ...traded.bundle, rev: 9 }
    expect(await codeOf(keystore.changeWallet({ bundle: forged, address, label: 'x' }))).toBe('wallet/locked')
    keystore.lock()
    expect(await codeOf(keystore.changeWallet({ ...traded, address, label: 'x' }))).toBe('wallet/locked')
  })
})

describe('a bundle of version 1', () => {
  const { passphrase: secret, recoveryCode: code, passkey } = versionOneSecrets
  const addresses = versionOne.wallets.map(wallet => wallet.address)

  it('is returned as version 2 by the unlock, once for each of its locks', async () => {
    const keystore = createKeystore(cheapest)
    const first = await keystore.unlock({ bundle: versionOne, passphrase: bytes(secret) })
    expect(first.addresses).toEqual(addresses)
    if (first.bundle === undefined) expect.fail('no bundle of version 2')
    expect(first.bundle).toMatchObject({ v: 2, rev: 4 })
    expect(keep(keystore, { bundle: first.bundle }).addresses).toEqual(addresses)
    expect(await keystore.unlock({ bundle: first.bundle, passphrase: bytes(secret) })).toEqual({ addresses })
    const second = await keystore.unlock({ bundle: first.bundle, passphrase: passkey() })
    expect(second.bundle).toMatchObject({ v: 2, rev: 5 })
  })

  it('gets a new code with a new root key, because its current code cannot receive it', async () => {
    const keystore = createKeystore(cheapest)
    const next = 'another horse battery staple'
    const changed = await keystore.replaceLock({ bundle: versionOne, passphrase: bytes(secret), next: bytes(next) })
    expect(changed.dropped).toEqual(['Phone'])
    for (const opener of [next, changed.recoveryCode ?? '']) expect(await opens(changed.bundle, opener)).toBe('done')
    for (const closed of [secret, code]) expect(await opens(changed.bundle, closed)).toBe('wallet/wrongPassphrase')
  })
})

describe('the wallets of a file', () => {
  const theirs = 'another horse battery staple'

  /** A bundle of two wallets under another passphrase. */
  async function file(): Promise<Bundle> {
    const keystore = createKeystore(cheapest)
    const named = { suborgId: 'suborg-2', label: 'Main', createdAt: 7 }
    const { bundle } = await keystore.create({ ...named, passphrase: bytes(theirs) })
    const asked = { bundle, passphrase: bytes(theirs), label: 'Snipe', createdAt: 8 }
    return (await keystore.addWallet(asked)).bundle
  }
  const asking = (bundle: Bundle, other: Bundle, own: string, ofFile: string) => {
    return { bundle, file: other, passphrase: bytes(own), filePassphrase: bytes(ofFile) }
  }

  it('join the wallets of the bundle, and open with its secrets from then on', async () => {
    const { keystore, bundle, address, recoveryCode } = await created()
    const other = await file()
    const asked = asking(bundle, other, passphrase, theirs)
    const { bundle: grown } = await keystore.importWallets(asked)
    const { addresses } = keep(keystore, { bundle: grown })
    for (const secret of [asked.passphrase, asked.filePassphrase]) expect(secret.every(byte => byte === 0)).toBe(true)
    const [first, second] = other.wallets
    expect(grown).toMatchObject({ suborgId: 'suborg-1', rev: 2, ark: bundle.ark })
    expect(grown.wallets).toMatchObject([
      { address, label: 'Main' },
      { address: first?.address, label: 'Main 2', createdAt: 7 },
      { address: second?.address, label: 'Snipe', createdAt: 8 },
    ])
    expect(addresses).toEqual(grown.wallets.map(wallet => wallet.address))
    expect(await codeOf(withdraw(keystore, second?.address ?? address))).toBe('done')
    for (const secret of [passphrase, recoveryCode]) expect(await opens(grown, secret)).toBe('done')
    expect(await opens(grown, theirs)).toBe('wallet/wrongPassphrase')
    expect(await opens(other, theirs)).toBe('done')
  })

  it('are not added twice, and wallets that an older file lacks stay', async () => {
    const { keystore, bundle, address } = await created()
    const other = await file()
    const { bundle: once } = await keystore.importWallets(asking(bundle, other, passphrase, theirs))
    const { bundle: twice } = await keystore.importWallets(asking(once, other, passphrase, theirs))
    expect(twice.wallets).toEqual(once.wallets)
    expect(keep(keystore, { bundle: twice }).addresses).toHaveLength(3)
    const older = await keystore.importWallets(asking(once, bundle, passphrase, passphrase))
    expect(keep(keystore, older).addresses).toEqual([address, ...other.wallets.map(wallet => wallet.address)])
  })

  it('are not added without both passphrases, or if a wallet is damaged', async () => {
    const { keystore, bundle, address } = await created()
    const other = await file()
    const added = (own: string, ofFile: string, from = other) =>
      codeOf(keystore.importWallets(asking(bundle, from, own, ofFile)))
    expect(await added('wrong horse', theirs)).toBe('wallet/wrongPassphrase')
    expect(await added(theirs, passphrase)).toBe('wallet/wrongPassphrase')
    expect(await added(passphrase, 'wrong horse')).toBe('wallet/wrongFilePassphrase')
    const [first, second] = other.wallets
    if (first === undefined || second === undefined) expect.fail('two wallets')
    const swapped = { ...other, wallets: [first, { ...second, ciphertext: first.ciphertext }] }
    expect(await added(passphrase, theirs, swapped)).toBe('wallet/bundleTampered')
    expect(await added(passphrase, theirs, { ...other, rev: 0 })).toBe('wallet/bundleMalformed')
    expect(keystore.addresses).toEqual([address])
    expect(await codeOf(withdraw(keystore, address))).toBe('done')
  })
})
