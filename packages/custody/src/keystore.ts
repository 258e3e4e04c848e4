import { type Address, type Terms, TernError } from '@tern/core'
import { bundleMessage, type Counted } from '@tern/core/internal'
import type { Asked } from './asked.ts'
import { type Bundle, type Lock, parseBundle, pinOf } from './bundle.ts'
import { readMessage } from './firewall.ts'
import { isSameWithdrawal, readWithdrawal, type Withdrawal } from './firewallWithdrawal.ts'
import { secretsOf } from './foreignSecrets.ts'
import type { Keystore } from './keystoreDuties.ts'
import {
  addPasskey,
  addWallet,
  changeWallet,
  createBundle,
  createBundleOfPhrase,
  defaultKdf,
  exportKey,
  givePhrase,
  importSecrets,
  importWallets,
  isDated,
  modernise,
  openBundle,
  openWallets,
  type Renewed,
  removePasskey,
  replaceLocks,
} from './keyTree.ts'
import { phraseBytes } from './phrase/phrase.ts'
import { openPracticeWallet, sealPracticeWallet } from './practiceWallet.ts'
import { createPrices, type Prices } from './prices.ts'
import { newRecoveryCode } from './recoveryCode.ts'
import type { Answer, Ask } from './requests.ts'
import { type Cost, type KekOf, kekCache, type OpenRoot, openRoot, type RootKeys } from './rootKey.ts'
import type { OpenWallet } from './sealedWallet.ts'
import { isLaxer, limitBeyond, type SignerLimits } from './signerLimits.ts'
import { createTally, type Nonces } from './tally.ts'
import { type CountedEffects, lossOf, readSet } from './tradeLoss.ts'

/** Characters of the recipient's address that a person types. */
const typedEndLength = 4

async function withdrawalIn(bytes: Uint8Array, address: Address, terms: Terms): Promise<Withdrawal> {
  const found = await readWithdrawal(bytes, address, terms)
  if (typeof found === 'string') throw new TernError('wallet/refusedToSign', { reason: found })
  return found
}

/** An opened bundle. A secret that opens it proves its owner. */
interface Opened {
  readonly bundle: Bundle
  readonly rootKeys: RootKeys
  readonly keys: ReadonlyMap<Address, CryptoKey>
}

async function openedBy(open: OpenRoot): Promise<Opened> {
  const wallets = await openWallets(open)
  return { bundle: open.bundle, rootKeys: open.keys, keys: new Map(wallets.map(({ address, key }) => [address, key])) }
}

const openAll = async (bundle: Bundle, kekOf: KekOf): Promise<Opened> => openedBy(await openRoot(bundle, kekOf))

/** Max bundles that wait for `keep`. */
const maxPending = 4

const nothing: ReadonlyMap<Address, CryptoKey> = new Map()

/** Lists the labels of the passkeys among locks. */
const passkeysOf = (locks: readonly Lock[]): readonly string[] =>
  locks.flatMap(lock => (lock.type === 'prf' ? [lock.label ?? 'Passkey'] : []))

/** Data of the vault's server. Unset: nothing is known. */
interface ServerData {
  readonly prices?: Pick<Prices, 'worthOf' | 'unitOf'>
  readonly nonces?: Nonces
}

const noNonces: Nonces = { isPresent: () => false, isPast: () => false }

/** Creates a keystore. @param cost of a try at the passphrase of a new lock. */
export function createKeystore(
  cost: Cost = defaultKdf,
  { prices = createPrices(), nonces = noNonces }: ServerData = {},
): Keystore {
  let keys = nothing
  let opened: Opened | undefined
  let isPractice = false
  /** Bundles that may replace `opened` once they are stored, by digest. `opens`: even if nothing is open. */
  const pending = new Map<string, Opened & { readonly opens: boolean }>()
  /** Counts calls of `forget`. An unlock that began in an earlier era opens nothing. */
  let era = 0
  let paid: Ask<'payees'> | undefined
  let limits: SignerLimits | undefined
  const tally = createTally(nonces)

  function forget(): void {
    keys = nothing
    opened = undefined
    isPractice = false
    pending.clear()
    era++
    tally.reset()
  }

  /**
   * Returns a check that a passphrase opens the bundle of the open wallets. A practice wallet has no passphrase and accepts any.
   *
   * @returns `undefined` if nothing is open. The check throws TernError `wallet/wrongPassphrase`.
   */
  function ownerCheck(): ((passphrase: Uint8Array) => Promise<void>) | undefined {
    if (isPractice) return async () => {}
    if (!opened) return undefined
    const { bundle } = opened
    return async passphrase => void (await openBundle(bundle, kekCache(passphrase)))
  }

  async function effectsOf({ address, messages }: Asked): Promise<readonly CountedEffects[]> {
    const all: CountedEffects[] = []
    const closed = new Set<Address>()
    for (const { bytes, terms } of messages) {
      const read = await readMessage(bytes, address, { ...paid, terms })
      if (typeof read === 'string') throw new TernError('wallet/refusedToSign', { reason: read })
      for (const account of read.closes ?? []) {
        if (closed.has(account)) throw new TernError('wallet/refusedToSign', { reason: 'a token account closed twice' })
        closed.add(account)
      }
      const isExclusive = read.nonce !== undefined && nonces.isPresent(address, read.nonce)
      all.push({ ...read, ...lossOf(read, prices.worthOf), isExclusive })
    }
    const unlike = readSet(all)
    if (unlike !== undefined) throw new TernError('wallet/refusedToSign', { reason: unlike })
    return all
  }

  function become(next: Opened): readonly Address[] {
    opened = next
    isPractice = false
    keys = next.keys
    return [...keys.keys()]
  }

  function becomePractice({ address, key }: OpenWallet): void {
    forget()
    keys = new Map([[address, key]])
    isPractice = true
  }

  /** Checks that the keys were not forgotten since `began`. @throws TernError `wallet/locked`. */
  function assertSame(began: number, { bundle }: Opened): void {
    if (began !== era) throw new TernError('wallet/locked', { address: bundle.wallets[0]?.address ?? '' })
  }

  function note(prepared: Opened & { readonly opens: boolean }, began: number): void {
    assertSame(began, prepared)
    // Pages may have made bundles that they never stored.
    if (pending.size >= maxPending) pending.clear()
    pending.set(pinOf(prepared.bundle).digest, prepared)
  }

  /** Opens the very bundle that will be stored. A bundle that does not open must neither be kept nor receive funds. */
  async function prepare(bundle: Bundle, kekOf: KekOf, began: number, opens = false): Promise<Bundle> {
    const parsed = parseBundle(bundle)
    const prepared = { ...(await openAll(parsed, kekOf)), opens }
    note(prepared, began)
    return parsed
  }

  /**
   * Changes a bundle's locks. A version-1 recovery code cannot receive a new root key, so a new code replaces it.
   *
   * @param fresh opens the bundle afterwards.
   */
  async function change(
    bundle: Bundle,
    work: (recoveryCode: KekOf | undefined) => Promise<Renewed>,
    { kekOf, fresh = kekOf, isNewCode = false }: { kekOf: KekOf; fresh?: KekOf; isNewCode?: boolean },
  ): Promise<Answer<'replaceLock'>> {
    const began = era
    const { lock } = await openRoot(bundle, kekOf)
    const isStuck = bundle.ark.some(one => one.type === 'recovery' && one.box === undefined && one.kid !== lock.kid)
    const recoveryCode = isNewCode || isStuck ? newRecoveryCode() : undefined
    const code = recoveryCode === undefined ? undefined : kekCache(new TextEncoder().encode(recoveryCode))
    const { bundle: after, dropped } = await work(code)
    const kept = await prepare(after, isNewCode && code ? code : fresh, began)
    return { bundle: kept, dropped: passkeysOf(dropped), ...(recoveryCode !== undefined && { recoveryCode }) }
  }

  return {
    get addresses() {
      return [...keys.keys()]
    },
    get isPractice() {
      return isPractice
    },
    get nonceWallets() {
      return (opened?.bundle.wallets ?? []).flatMap(({ address, nonceMode }) => (nonceMode ? [address] : []))
    },
    get hasKeys() {
      return keys.size > 0 || pending.size > 0
    },
    get signedLamports() {
      return tally.total.lamports
    },
    payees({ payees, tipAccounts }) {
      paid ??= { payees, tipAccounts }
      if (paid.payees.join() !== payees.join()) throw new TernError('wallet/requestMalformed', { at: 'payees' })
      if (paid.tipAccounts.join() !== tipAccounts.join())
        throw new TernError('wallet/requestMalformed', { at: 'tipAccounts' })
      return null
    },
    async create({ passphrase, suborgId, label, createdAt }) {
      forget()
      const began = era
      try {
        const kekOf = kekCache(passphrase)
        const recoveryCode = newRecoveryCode()
        const recovery = kekCache(new TextEncoder().encode(recoveryCode))
        const bundle = await createBundle({ suborgId, label, createdAt }, kekOf, cost, recovery)
        // Open the very bundle that will be stored: a bundle that does not open must never receive funds.
        const made = await openAll(parseBundle(bundle), kekOf)
        assertSame(began, made)
        return { bundle, addresses: become(made), recoveryCode }
      } finally {
        passphrase.fill(0)
      }
    },
    async createOfPhrase({ passphrase, phrase, suborgId, createdAt, accounts }) {
      forget()
      const began = era
      const words = phraseBytes(phrase)
      try {
        if (words === undefined) throw new TernError('wallet/noPhrase', {})
        const kekOf = kekCache(passphrase)
        const secrets = { passphrase: kekOf, phrase: words }
        const bundle = await createBundleOfPhrase({ suborgId, createdAt, wallets: accounts }, secrets, cost)
        const made = await openAll(parseBundle(bundle), kekOf)
        assertSame(began, made)
        return { bundle, addresses: become(made) }
      } finally {
        for (const secret of [passphrase, phrase, words]) secret?.fill(0)
      }
    },
    async addWallet({ bundle, passphrase, label, createdAt }) {
      const began = era
      try {
        const kekOf = kekCache(passphrase)
        const grown = await addWallet(parseBundle(bundle), { label, createdAt }, kekOf)
        return { bundle: await prepare(grown, kekOf, began, true) }
      } finally {
        passphrase.fill(0)
      }
    },
    async importWallets({ bundle, passphrase, file, filePassphrase }) {
      const began = era
      try {
        const kekOf = kekCache(passphrase)
        const grown = await importWallets(parseBundle(bundle), kekOf, parseBundle(file), kekCache(filePassphrase))
        return { bundle: await prepare(grown, kekOf, began, true) }
      } finally {
        passphrase.fill(0)
        filePassphrase.fill(0)
      }
    },
    async replaceLock({ bundle, passphrase, next }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        const fresh = next && kekCache(next)
        const work = (recoveryCode: KekOf | undefined) =>
          replaceLocks(
            before,
            kekOf,
            { ...(fresh && { passphrase: fresh }), ...(recoveryCode && { recoveryCode }) },
            cost,
          )
        return await change(before, work, { kekOf, ...(fresh ? { fresh } : { isNewCode: true }) })
      } finally {
        passphrase.fill(0)
        next?.fill(0)
      }
    },
    async addPasskey({ bundle, passphrase, output, credentialId, label, addedAt, salt }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        const passkey = { credentialId, label, addedAt, salt, kekOf: kekCache(output) }
        return await change(before, code => addPasskey(before, kekOf, passkey, code), { kekOf })
      } finally {
        passphrase.fill(0)
        output.fill(0)
      }
    },
    async removePasskey({ bundle, passphrase, kid }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        return await change(before, code => removePasskey(before, kekOf, kid, code), { kekOf })
      } finally {
        passphrase.fill(0)
      }
    },
    async changeWallet({ bundle, address, label, nonceMode }) {
      if (!opened) throw new TernError('wallet/locked', { address })
      const began = era
      const { rootKeys } = opened
      const changes = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
      const after = await changeWallet(parseBundle(bundle), rootKeys, address, changes).catch(() => {
        throw new TernError('wallet/locked', { address })
      })
      note({ ...opened, bundle: after, opens: false }, began)
      return { bundle: after }
    },
    keep({ digest }) {
      const next = pending.get(digest)
      if (next === undefined) return { addresses: [...keys.keys()] }
      // The other pending bundles follow an older revision.
      pending.clear()
      // Keep the wallets open only if the new bundle has all open wallets, so no page can substitute a bundle of its own.
      const isOpen = keys.size > 0 && [...keys.keys()].every(address => next.keys.has(address))
      return { addresses: next.opens || isOpen ? become(next) : [...keys.keys()] }
    },
    async approve({ act, session, digest }) {
      const made = act === 'store' ? pending.get(digest) : undefined
      const from = made ?? (opened && pinOf(opened.bundle).digest === digest ? opened : undefined)
      const [address, key] = from?.keys.entries().next().value ?? []
      if (from === undefined || address === undefined || key === undefined)
        throw new TernError('wallet/locked', { address: '' })
      const claim = { host: globalThis.location?.host ?? '', session, rev: from.bundle.rev, digest }
      const signature = await crypto.subtle.sign('Ed25519', key, bundleMessage(act, address, claim))
      return { address, signature: new Uint8Array(signature) }
    },
    async prove({ bundle, passphrase }) {
      try {
        await openRoot(parseBundle(bundle), kekCache(passphrase))
        return null
      } finally {
        passphrase.fill(0)
      }
    },
    async exportKey({ bundle, passphrase, address }) {
      try {
        return { secret: await exportKey(parseBundle(bundle), kekCache(passphrase), address) }
      } finally {
        passphrase.fill(0)
      }
    },
    async unlock({ bundle, passphrase }) {
      forget()
      const began = era
      try {
        const kekOf = kekCache(passphrase)
        const open = await openRoot(parseBundle(bundle), kekOf)
        const all = await openedBy(open)
        assertSame(began, all)
        const addresses = become(all)
        if (!isDated(open)) return { addresses }
        return { addresses, bundle: await prepare(await modernise(open), kekOf, began) }
      } finally {
        passphrase.fill(0)
      }
    },
    async importKeys({ bundle, passphrase, createdAt, ...from }) {
      const began = era
      let secrets: Awaited<ReturnType<typeof secretsOf>> = []
      try {
        secrets = await secretsOf(from)
        const kekOf = kekCache(passphrase)
        const grown = await importSecrets(parseBundle(bundle), kekOf, { secrets, createdAt })
        return { bundle: await prepare(grown, kekOf, began, true) }
      } finally {
        const given = [passphrase, from.phrase, ...(from.secretKeys ?? []).map(({ secretKey }) => secretKey)]
        for (const secret of [...given, ...secrets.map(({ secret }) => secret)]) secret?.fill(0)
      }
    },
    async givePhrase({ bundle, passphrase, phrase, label, createdAt }) {
      const began = era
      const words = phraseBytes(phrase)
      try {
        if (words === undefined) throw new TernError('wallet/noPhrase', {})
        const kekOf = kekCache(passphrase)
        const given = { phrase: words, wallet: { label, createdAt } }
        const { bundle: after, dropped } = await givePhrase(parseBundle(bundle), kekOf, given)
        // If the recovery code opened the bundle, it no longer does, so open it with the phrase.
        const kept = await prepare(after, kekCache(words.slice()), began, true)
        return { bundle: kept, dropped: passkeysOf(dropped) }
      } finally {
        for (const secret of [passphrase, phrase, words]) secret?.fill(0)
      }
    },
    async practise({ phrase, genesisHash, label, createdAt }) {
      try {
        const { wallet, open } = await sealPracticeWallet(phrase, { genesisHash, label, createdAt })
        becomePractice(open)
        return { wallet }
      } finally {
        phrase.fill(0)
      }
    },
    async openPractice({ wallet }) {
      // If it is open already, keep the signed total. It never replaces wallets with a passphrase.
      const isOpen = opened !== undefined || keys.has(wallet.address)
      if (!isOpen) becomePractice(await openPracticeWallet(wallet))
      return { addresses: [...keys.keys()] }
    },
    lock() {
      forget()
      return null
    },
    async limits({ limits: next, passphrase }) {
      try {
        if (passphrase !== undefined) {
          const [address = '', prove] = [keys.keys().next().value, ownerCheck()]
          if (prove === undefined) throw new TernError('wallet/locked', { address })
          await prove(passphrase)
        } else if (limits !== undefined && isLaxer(next, limits)) throw new TernError('wallet/notConfirmed', {})
        limits = next
        return null
      } finally {
        passphrase?.fill(0)
      }
    },
    async sign({ address, messages, passphrase }) {
      try {
        const [key, prove] = [keys.get(address), ownerCheck()]
        if (!key || !prove) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copies = messages.map(({ bytes, terms }) => ({ bytes: Uint8Array.from(bytes), terms }))
        const effects = await effectsOf({ address, messages: copies })
        const taken = tally.taken(address, effects)
        const beyond = effects.find(({ asks }) => asks)?.asks ?? limitBeyond(limits ?? {}, tally.total, taken)
        if (beyond !== undefined && passphrase === undefined)
          throw new TernError('wallet/overLimit', { limit: beyond, lamports: taken.lamports })
        if (passphrase !== undefined) await prove(passphrase)
        // A lock may have come during the check.
        if (keys.get(address) !== key) throw new TernError('wallet/locked', { address })
        // The owner has confirmed, so the limits count from zero.
        if (passphrase !== undefined) tally.reset()
        tally.add(address, effects)
        const signatures = copies.map(
          async ({ bytes }) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes)),
        )
        return { signatures: await Promise.all(signatures) }
      } finally {
        passphrase?.fill(0)
      }
    },
    async readTrades(ask) {
      return { trades: await effectsOf(ask) }
    },
    readUnits({ mints }) {
      const units = mints.map(mint => [mint, prices.unitOf(mint)] as const)
      return { units: new Map(units.filter((one): one is readonly [Address, Counted] => one[1] !== undefined)) }
    },
    async readWithdrawal({ address, bytes, terms }) {
      return withdrawalIn(bytes, address, terms)
    },
    async withdraw({ address, bytes, terms, shown, recipientEnd, passphrase }) {
      try {
        const [key, prove] = [keys.get(address), ownerCheck()]
        if (!key || !prove) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copy = Uint8Array.from(bytes)
        const withdrawal = await withdrawalIn(copy, address, terms)
        if (!isSameWithdrawal(withdrawal, shown))
          throw new TernError('wallet/refusedToSign', { reason: 'another withdrawal than was shown' })
        if (recipientEnd !== withdrawal.recipient.slice(-typedEndLength))
          throw new TernError('wallet/recipientNotTyped', {})
        await prove(passphrase)
        if (keys.get(address) !== key) throw new TernError('wallet/locked', { address })
        return { signature: new Uint8Array(await crypto.subtle.sign('Ed25519', key, copy)) }
      } finally {
        passphrase.fill(0)
      }
    },
  }
}
