import type { Address } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import { type Bundle, parseBundle } from './bundle.ts'
import { readTrade, type TradeEffects } from './firewall.ts'
import { readReclaim } from './firewallReclaim.ts'
import { isSameWithdrawal, readWithdrawal, type Withdrawal } from './firewallWithdrawal.ts'
import {
  addPasskey,
  addWallet,
  type Cost,
  createBundle,
  DEFAULT_KDF,
  deriveKek,
  exportKey,
  importWallets,
  type KekOf,
  openBundle,
  removePasskey,
  replaceLocks,
} from './keyTree.ts'
import { newRecoveryCode } from './recoveryCode.ts'
import type { Answer, Ask, Asked } from './requests.ts'
import { isLaxer, limitBeyond, type SignerLimits } from './signerLimits.ts'

/** Holds the open wallets; lives in the worker, knows nothing of it. Calls must not overlap, but for `lock`. */
export interface Keystore {
  /** The open wallets, in the bundle's order. */
  readonly addresses: readonly Address[]
  /** How many lamports the trades may take that were signed since they were opened, or since the passphrase was last asked for. */
  readonly signedLamports: bigint
  /** Where trades may pay their fee and tip. What was said first stays, whichever page says it. */
  payees(ask: Ask<'payees'>): Answer<'payees'>
  /** Makes a wallet in a new bundle and opens it. Zero-fills the passphrase. */
  create(ask: Ask<'create'>): Promise<Answer<'create'>>
  /** Adds a wallet to a bundle and opens all of it; without the right passphrase what was open stays so. Zero-fills the passphrase. */
  addWallet(ask: Ask<'addWallet'>): Promise<Answer<'addWallet'>>
  /** Adds the wallets of a file to a bundle and opens all of it; when that fails what was open stays so. Zero-fills both passphrases. */
  importWallets(ask: Ask<'importWallets'>): Promise<Answer<'importWallets'>>
  /** Changes what opens a bundle, not what is open. Zero-fills both passphrases. */
  replaceLock(ask: Ask<'replaceLock'>): Promise<Answer<'replaceLock'>>
  /** Lets a passkey open a bundle too, and confirm what is asked of it while it is open. Zero-fills both secrets. */
  addPasskey(ask: Ask<'addPasskey'>): Promise<Answer<'addPasskey'>>
  /** Lets a passkey open a bundle no longer, nor confirm anything of what is open. Zero-fills the passphrase. */
  removePasskey(ask: Ask<'removePasskey'>): Promise<Answer<'removePasskey'>>
  /** Answers the secret key of one wallet, whether it is open or not, and opens nothing. Zero-fills the passphrase. */
  exportKey(ask: Ask<'exportKey'>): Promise<Answer<'exportKey'>>
  /** Opens every wallet of a bundle; what was open before is forgotten, even when this fails. Zero-fills the passphrase. */
  unlock(ask: Ask<'unlock'>): Promise<Answer<'unlock'>>
  /** Forgets every key. */
  lock(): Answer<'lock'>
  /**
   * What may be signed without the passphrase; what was said first is taken, and laxer limits only with it. Zero-fills it.
   * @throws TernError `wallet/locked`, `wallet/wrongPassphrase`; `wallet/notConfirmed` for laxer ones without it.
   */
  limits(ask: Ask<'limits'>): Promise<Answer<'limits'>>
  /**
   * Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign` when the firewall refuses one of the messages, `wallet/overLimit`
   *   without the passphrase, `wallet/wrongPassphrase`.
   */
  sign(ask: Ask<'sign'>): Promise<Answer<'sign'>>
  /** @throws TernError `wallet/refusedToSign` as `sign`. */
  readTrades(ask: Ask<'readTrades'>): Promise<Answer<'readTrades'>>
  /** @throws TernError `wallet/refusedToSign` when it is no withdrawal, or does more. */
  readWithdrawal(ask: Ask<'readWithdrawal'>): Promise<Answer<'readWithdrawal'>>
  /**
   * Signs a withdrawal whose bytes say what was shown, for whoever typed the last four characters of the recipient's address
   * and the passphrase. Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign`, `wallet/recipientNotTyped`, `wallet/wrongPassphrase`.
   */
  withdraw(ask: Ask<'withdraw'>): Promise<Answer<'withdraw'>>
}

/** How much of the recipient's address is typed by hand. */
const TYPED_END = 4

/** Each lock's key once, however often it is asked for: stretching is the slow part. */
function kekCache(secret: Uint8Array): KekOf {
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return kdf => {
    const name = JSON.stringify(kdf)
    const kek = known.get(name) ?? deriveKek(secret, kdf)
    known.set(name, kek)
    return kek
  }
}

async function withdrawalIn(bytes: Uint8Array, address: Address): Promise<Withdrawal> {
  const found = await readWithdrawal(bytes, address)
  if (typeof found === 'string') throw new TernError('wallet/refusedToSign', { reason: found })
  return found
}

/** `cost`: what trying a passphrase of a new lock costs. */
export function createKeystore(cost: Cost = DEFAULT_KDF): Keystore {
  let keys: ReadonlyMap<Address, CryptoKey> = new Map()
  /** The sealed bundle that the keys are from: who knows its passphrase is its owner. */
  let opened: Bundle | undefined
  let paid: Ask<'payees'> | undefined
  let limits: SignerLimits | undefined
  let signedLamports = 0n

  function forget(): void {
    keys = new Map()
    opened = undefined
    signedLamports = 0n
  }

  /** Nobody who cannot open the very wallets that are open is their owner. @throws TernError `wallet/wrongPassphrase`. */
  async function assertOwner(bundle: Bundle, passphrase: Uint8Array): Promise<void> {
    await openBundle(bundle, kekCache(passphrase))
  }

  async function effectsOf({ address, messages }: Asked): Promise<readonly TradeEffects[]> {
    const all: TradeEffects[] = []
    const closed = new Set<Address>()
    for (const { bytes, limits: shown, closes } of messages) {
      const read = closes
        ? readReclaim(bytes, address, closes)
        : await readTrade(bytes, address, paid?.payees ?? [], shown, paid?.tipAccounts)
      if (typeof read === 'string') throw new TernError('wallet/refusedToSign', { reason: read })
      for (const account of read.closes ?? []) {
        if (closed.has(account)) throw new TernError('wallet/refusedToSign', { reason: 'a token account closed twice' })
        closed.add(account)
      }
      all.push(read)
    }
    return all
  }

  async function open(bundle: Bundle, kekOf: KekOf): Promise<readonly Address[]> {
    const wallets = await openBundle(bundle, kekOf)
    keys = new Map(wallets.map(({ address, key }) => [address, key]))
    opened = bundle
    return [...keys.keys()]
  }

  /** What is open answers to other locks from now on, if they lock the root key that it came from: a page may bring any. */
  async function relock(ark: Bundle['ark'], kekOf: KekOf): Promise<void> {
    if (!opened) return
    const relocked = { ...opened, ark }
    const isSameRoot = await openBundle(relocked, kekOf).then(
      () => true,
      () => false,
    )
    if (isSameRoot) opened = relocked
  }

  return {
    get addresses() {
      return [...keys.keys()]
    },
    get signedLamports() {
      return signedLamports
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
      try {
        const kekOf = kekCache(passphrase)
        const recoveryCode = newRecoveryCode()
        const recovery = kekCache(new TextEncoder().encode(recoveryCode))
        const bundle = await createBundle({ suborgId, label, createdAt }, kekOf, cost, recovery)
        // Opened from what will be stored: a bundle that cannot be opened must never receive funds.
        return { bundle, addresses: await open(parseBundle(bundle), kekOf), recoveryCode }
      } finally {
        passphrase.fill(0)
      }
    },
    async addWallet({ bundle, passphrase, label, createdAt }) {
      try {
        const kekOf = kekCache(passphrase)
        const grown = await addWallet(parseBundle(bundle), { label, createdAt }, kekOf)
        return { bundle: grown, addresses: await open(parseBundle(grown), kekOf) }
      } finally {
        passphrase.fill(0)
      }
    },
    async importWallets({ bundle, passphrase, file, filePassphrase }) {
      try {
        const kekOf = kekCache(passphrase)
        const grown = await importWallets(parseBundle(bundle), kekOf, parseBundle(file), kekCache(filePassphrase))
        return { bundle: grown, addresses: await open(parseBundle(grown), kekOf) }
      } finally {
        passphrase.fill(0)
        filePassphrase.fill(0)
      }
    },
    async replaceLock({ bundle, passphrase, next }) {
      try {
        const kekOf = kekCache(passphrase)
        const before = parseBundle(bundle)
        const recoveryCode = next === undefined ? newRecoveryCode() : undefined
        const fresh = kekCache(
          recoveryCode === undefined ? (next ?? passphrase) : new TextEncoder().encode(recoveryCode),
        )
        const secrets = recoveryCode === undefined ? { passphrase: fresh } : { recoveryCode: fresh }
        const after = parseBundle(await replaceLocks(before, kekOf, secrets, cost))
        await relock(after.ark, fresh)
        return { bundle: after, ...(recoveryCode && { recoveryCode }) }
      } finally {
        passphrase.fill(0)
        next?.fill(0)
      }
    },
    async addPasskey({ bundle, passphrase, output, credentialId, label, addedAt, salt }) {
      try {
        const kekOf = kekCache(passphrase)
        const passkey = { credentialId, label, addedAt, salt, kekOf: kekCache(output) }
        const after = parseBundle(await addPasskey(parseBundle(bundle), kekOf, passkey))
        await relock(after.ark, kekOf)
        return { bundle: after }
      } finally {
        passphrase.fill(0)
        output.fill(0)
      }
    },
    async removePasskey({ bundle, passphrase, kid }) {
      try {
        const kekOf = kekCache(passphrase)
        const after = parseBundle(await removePasskey(parseBundle(bundle), kekOf, kid))
        await relock(after.ark, kekOf)
        return { bundle: after }
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
      try {
        return { addresses: await open(parseBundle(bundle), kekCache(passphrase)) }
      } finally {
        passphrase.fill(0)
      }
    },
    lock() {
      forget()
      return null
    },
    async limits({ limits: next, passphrase }) {
      try {
        if (passphrase !== undefined) {
          const [address = '', bundle] = [keys.keys().next().value, opened]
          if (bundle === undefined) throw new TernError('wallet/locked', { address })
          await assertOwner(bundle, passphrase)
        } else if (limits !== undefined && isLaxer(next, limits)) throw new TernError('wallet/notConfirmed', {})
        limits = next
        return null
      } finally {
        passphrase?.fill(0)
      }
    },
    async sign({ address, messages, passphrase }) {
      try {
        const [key, bundle] = [keys.get(address), opened]
        if (!key || !bundle) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copies = messages.map(({ bytes, ...shown }) => ({ bytes: Uint8Array.from(bytes), ...shown }))
        // Each counts, though by a nonce one of several may land: that they live by one cannot be seen, since the runtime takes a
        // recent blockhash in its place.
        const effects = await effectsOf({ address, messages: copies })
        const taken = effects.map(({ lamports }) => lamports)
        const all = taken.reduce((sum, one) => sum + one, 0n)
        const beyond = limitBeyond(limits ?? {}, signedLamports, taken) ?? effects.find(({ asks }) => asks)?.asks
        if (beyond !== undefined && passphrase === undefined)
          throw new TernError('wallet/overLimit', { limit: beyond, lamports: all })
        if (passphrase !== undefined) await assertOwner(bundle, passphrase)
        // It may have been locked meanwhile.
        if (keys.get(address) !== key) throw new TernError('wallet/locked', { address })
        signedLamports = passphrase === undefined ? signedLamports + all : all
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
    async readWithdrawal({ address, bytes }) {
      return withdrawalIn(bytes, address)
    },
    async withdraw({ address, bytes, shown, recipientEnd, passphrase }) {
      try {
        const key = keys.get(address)
        if (!key || !opened) throw new TernError('wallet/locked', { address })
        // Copied first: memory shared with the page could change between the check and the signature.
        const copy = Uint8Array.from(bytes)
        const withdrawal = await withdrawalIn(copy, address)
        if (!isSameWithdrawal(withdrawal, shown))
          throw new TernError('wallet/refusedToSign', { reason: 'another withdrawal than was shown' })
        if (recipientEnd !== withdrawal.recipient.slice(-TYPED_END)) throw new TernError('wallet/recipientNotTyped', {})
        await assertOwner(opened, passphrase)
        if (keys.get(address) !== key) throw new TernError('wallet/locked', { address })
        return { signature: new Uint8Array(await crypto.subtle.sign('Ed25519', key, copy)) }
      } finally {
        passphrase.fill(0)
      }
    },
  }
}
