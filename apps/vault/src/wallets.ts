import { type Address, isTernError } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import {
  type AutoLock,
  type Bundle,
  checkRevision,
  type ForeignKeys,
  freeName,
  type Keys,
  type ListedPasskey,
  type Lock,
  type NamedDerivation,
  type PasskeyLock,
  type PasskeyOutput,
  type PhraseLength,
  type PracticeWallet,
  type Relocked,
  type SignerLimits,
  type Unlocked,
  type VaultState,
  type WalletChange,
} from '@tern/custody'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { fetchBundle, putBundle } from './bundle.ts'
import { isSignerShared } from './isSignerShared.ts'
import { lendSigner } from './lendSigner.ts'
import { limitsKey, readLimits, writeLimits } from './limits.ts'
import { listWallets } from './listWallets.ts'
import { readMoney } from './money.ts'
import type { PageAccounts } from './pageAccounts.ts'
import { pinKey, readPin, writePin } from './pin.ts'
import { hasPractice, practiceKey } from './practiceMark.ts'
import { createStore } from './store.ts'

/** What there is to be opened. */
type Held =
  | { readonly status: 'loading' | 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly why: string }
  | { readonly status: 'held'; readonly bundle: Bundle }
  | { readonly status: 'practice'; readonly wallet: PracticeWallet }

/** A wallet that was made and is open, but is stored nowhere until `keep`. */
export interface BegunWallet {
  /** Opens the wallet too, and brings it back anywhere. */
  readonly phrase: string
  /** Stores the ciphertext. May be called again after it failed. @throws what the server says. */
  readonly keep: () => Promise<Address>
  /** Forgets the keys, unless they were kept. */
  readonly abandon: () => Promise<void>
}

/** Another way to open the wallets, which is in force once it was kept; until then what opened them goes on doing so. */
export interface BegunChange {
  /** A new recovery code, shown once, if one was asked for or the present one cannot go on. */
  readonly recoveryCode?: string
  /** Passkeys of version 1, which open the wallets no longer and must be added again. */
  readonly dropped: readonly string[]
  /** @throws what the server says. */
  readonly keep: () => Promise<void>
}

/** A recovery phrase for wallets that have none, with a wallet of it. */
export interface BegunPhrase extends BegunChange {
  readonly phrase: string
  /** Of the new wallet. */
  readonly address: Address
}

/** The phrase of a first wallet, unless a new one is made, and which of its accounts are wanted. */
interface FirstWallets {
  readonly phrase?: string
  readonly length?: PhraseLength
  readonly accounts?: readonly NamedDerivation[]
}

const newPhrase = async (length: PhraseLength): Promise<string> =>
  (await import('@tern/custody/words')).newPhrase(length)

/** Loaded by whoever practises. */
const practiceStore = () => import('./practice.ts')

/** Other wallets are in the place of the practice wallet. */
async function dropPractice(): Promise<void> {
  if (hasPractice())
    await practiceStore()
      .then(kept => kept.dropPractice())
      .catch(() => undefined)
}

const retryMs = 3_000

const isUnanswered = (error: unknown) => !isTernError(error) || isTernError(error, 'wallet/storeRefused')

const firstOf = ({ wallets }: Bundle): Address => {
  const [wallet] = wallets
  if (wallet === undefined) throw new TernError('wallet/bundleMalformed', { at: 'wallets' })
  return wallet.address
}

const listed = ({ kid, label, addedAt }: PasskeyLock): ListedPasskey => ({
  id: kid,
  ...(label !== undefined && { label }),
  ...(addedAt !== undefined && { addedAt }),
})

/**
 * This browser's wallets: what the server keeps of them, and what the signer has open. One a page. `accounts`: where trades may tip
 * and pay their fee. `request`: the one that this window shows the form of.
 */
export function createWallets(appOrigin: string, accounts: PageAccounts, request?: string) {
  const held = createStore<Held>({ status: 'loading' })
  const joined = createStore<Keys | undefined>(undefined)
  const open = createStore<readonly Address[]>([])
  const limits = createStore<SignerLimits>(readLimits())
  const pinned = createStore(readPin())
  const signedLamports = createStore(0n)
  const locks = new BroadcastChannel('tern-lock')
  let rule: AutoLock | undefined
  let admit: ((port: MessagePort) => void) | undefined
  let loading: Promise<void> | undefined

  let joining: Promise<Keys> | undefined

  /** The signer, started when it is first needed. */
  async function signer(): Promise<Keys> {
    const before = joined.get()
    if (before !== undefined) return before
    joining ??= join().finally(() => {
      joining = undefined
    })
    return joining
  }

  async function join(): Promise<Keys> {
    const { joinKeys } = await import('./joinKeys.ts')
    const { keys, connection } = joinKeys(accounts, request)
    admit = connection.admit
    keys.subscribe(() => {
      if (keys.addresses.join() !== open.get().join()) open.set(keys.addresses)
      signedLamports.set(keys.signedLamports)
    })
    connection.addEventListener('error', () => {
      if (joined.get() !== keys) return
      joined.set(undefined)
      open.set([])
    })
    connection.start()
    joined.set(keys)
    if (rule !== undefined) keys.setAutoLock(rule)
    // Refused where another page's signer knows stricter ones, which stay.
    keys.setLimits(limits.get()).catch(() => undefined)
    return keys
  }

  function current(): Bundle {
    const now = held.get()
    if (now.status !== 'held') throw new TernError('wallet/bundleForeign', {})
    return now.bundle
  }

  /** @throws TernError what speaks against using it. */
  function assertUsable(bundle: Bundle): void {
    const refused = checkRevision(readPin(), bundle)
    if (refused) throw refused
  }

  /** Goes on with a bundle whose seal the signer has checked or made. */
  function adopt(bundle: Bundle): void {
    writePin(bundle)
    pinned.set(readPin())
    held.set({ status: 'held', bundle })
  }

  /** Without a bundle, on a practice chain: its practice wallet, if this browser has one. It opens by itself. */
  async function practise(): Promise<void> {
    const wallet = hasPractice() ? await (await practiceStore()).readPractice() : undefined
    // Whoever has none waits for nothing.
    const money = wallet && (await readMoney())
    if (held.get().status === 'held') return
    if (money?.kind !== 'practice' || money.genesisHash !== wallet?.genesisHash) return held.set({ status: 'none' })
    await (await signer()).openPractice(wallet).catch(() => undefined)
    if (held.get().status !== 'held') held.set({ status: 'practice', wallet })
  }

  /** Asks the server, once; when it does not answer, again and again. Never rejects. */
  function load(): Promise<void> {
    loading ??= (async () => {
      try {
        const bundle = await fetchBundle(appOrigin)
        // A wallet may have been made or restored since the server was asked.
        if (held.get().status === 'held') return
        if (bundle === undefined) return await practise()
        assertUsable(bundle)
        held.set({ status: 'held', bundle })
        if (isSignerShared) void signer()
      } catch (error) {
        held.set({ status: isUnanswered(error) ? 'unreachable' : 'refused', why: errorText(error) })
        loading = undefined
        // A bundle that is refused stays refused; a server that did not answer may come back.
        if (isUnanswered(error)) setTimeout(load, retryMs)
      }
    })()
    return loading
  }

  /** Another tab has made, restored or changed wallets. */
  async function follow(): Promise<void> {
    const bundle = await fetchBundle(appOrigin).catch(() => undefined)
    if (bundle === undefined || checkRevision(readPin(), bundle) !== undefined) return
    held.set({ status: 'held', bundle })
    if (isSignerShared) await signer()
  }

  /** The newest bundle that the server has: another tab may have changed it. */
  async function newest(): Promise<Bundle> {
    const bundle = await fetchBundle(appOrigin)
    if (bundle === undefined) throw new TernError('wallet/bundleForeign', {})
    assertUsable(bundle)
    return bundle
  }

  /** Stores what the signer has made, and has it go on with that. Until then the signer goes on as before. */
  async function store(bundle: Bundle): Promise<void> {
    await putBundle(bundle)
    adopt(bundle)
    await joined.get()?.keep(bundle)
  }

  const begun = ({ bundle, ...change }: Relocked): BegunChange => ({ ...change, keep: () => store(bundle) })

  /** Changes what is no secret about a wallet that is open. */
  async function change(address: Address, changed: WalletChange): Promise<void> {
    const now = held.get()
    if (now.status === 'practice') {
      const wallet = { ...now.wallet, ...changed }
      await (await practiceStore()).writePractice(wallet)
      return held.set({ status: 'practice', wallet })
    }
    await store(await (await signer()).changeWallet(await newest(), address, changed))
  }

  /** What was opened is what its seal says. One of version 1 is stored as version 2, at another time if the server does not answer. */
  function noteOpened(opened: Bundle, { bundle }: Unlocked): void {
    adopt(opened)
    if (bundle !== undefined) store(bundle).catch(() => undefined)
  }

  /** Forgets the keys, in every tab of this browser. */
  async function lock(): Promise<void> {
    // Where each tab has a signer of its own, or an older one from before an update, none of them stays open.
    locks.postMessage('lock')
    open.set([])
    await joined.get()?.lock()
  }

  addEventListener('storage', ({ key }) => {
    if (key === pinKey) {
      pinned.set(readPin())
      void follow()
    }
    if (key === practiceKey && ['none', 'practice'].includes(held.get().status)) void practise()
    if (key === limitsKey) limits.set(readLimits())
  })
  locks.addEventListener('message', () => void joined.get()?.lock())

  return {
    load,
    lock,
    signer,
    /** The signer that was started or joined, until it is gone. */
    joined,
    /** How many lamports the trades may take that were signed since the wallets were opened, or since their owner was last asked. */
    signedLamports,
    current,
    /** Has this page's own signer serve the window of a request. Does nothing where all pages share one. @returns ends it. */
    lend(to: string): () => void {
      if (isSignerShared) return () => undefined
      return lendSigner(to, port => void signer().then(() => admit?.(port)))
    },
    setAutoLock(said: AutoLock): void {
      rule = said
      joined.get()?.setAutoLock(said)
    },
    notePresence: (presence: { readonly isActive: boolean; readonly isInSight: boolean }): void =>
      joined.get()?.notePresence(presence),
    /** Calls `listener` whenever `state` may have changed. */
    subscribe(listener: () => void): void {
      held.subscribe(listener)
      open.subscribe(listener)
      limits.subscribe(listener)
      pinned.subscribe(listener)
    },
    state(): VaultState {
      const now = held.get()
      if (now.status === 'practice') {
        const { address, label, createdAt, nonceMode } = now.wallet
        return {
          status: 'held',
          wallets: [{ address, label, createdAt, nonceMode }],
          open: open.get().filter(one => one === address),
          isPractice: true,
          hasRecoveryCode: false,
          hasPhrase: false,
          passkeys: [],
          limits: limits.get(),
        }
      }
      if (now.status !== 'held') return now
      const { wallets, ark } = now.bundle
      const known = new Set(wallets.map(({ address }) => address))
      return {
        status: 'held',
        wallets: listWallets(now.bundle, pinned.get()),
        // One that is being made is open before it is stored.
        open: open.get().filter(address => known.has(address)),
        isPractice: false,
        hasRecoveryCode: ark.some(({ type }) => type === 'recovery'),
        hasPhrase: ark.some(({ type }) => type === 'phrase'),
        passkeys: ark.filter(lock => lock.type === 'prf').map(listed),
        limits: limits.get(),
      }
    },
    /** @throws TernError `wallet/wrongPassphrase`, `wallet/locked`: nothing has changed then. */
    async setLimits(next: SignerLimits, passphrase: string): Promise<void> {
      await (await signer()).setLimits(next, passphrase)
      writeLimits(next)
      limits.set(next)
    },
    /** What a wallet is called; `undefined` for any other address. */
    labelOf(address: Address): string | undefined {
      const now = held.get()
      const wallets = now.status === 'held' ? now.bundle.wallets : now.status === 'practice' ? [now.wallet] : []
      return wallets.find(wallet => wallet.address === address)?.label
    },
    /** Whether the wallet is a practice wallet: nobody is asked for a passphrase. */
    isPractice: () => held.get().status === 'practice',
    /**
     * Opens this browser's practice wallet, or makes one.
     * @throws TernError `wallet/notPractising` on any other chain, and beside wallets with a passphrase.
     */
    async practise(): Promise<Address> {
      await load()
      const [money, keys, now] = [await readMoney(), await signer(), held.get()]
      if (now.status === 'practice') {
        await keys.openPractice(now.wallet)
        return now.wallet.address
      }
      if (money.kind !== 'practice' || now.status !== 'none') throw new TernError('wallet/notPractising', {})
      const { newPhrase } = await import('@tern/custody/words')
      const wallet = await keys.practise(newPhrase(12), { genesisHash: money.genesisHash, label: 'Practice' })
      await (await practiceStore()).writePractice(wallet)
      held.set({ status: 'practice', wallet })
      return wallet.address
    },
    /**
     * Makes first wallets: of a new phrase, of a phrase that is given, or of the practice wallet's.
     * @throws TernError `wallet/*`.
     */
    async begin(passphrase: string, { phrase: given, length = 12, accounts }: FirstWallets = {}): Promise<BegunWallet> {
      const [keys, before] = [await signer(), held.get()]
      const ofPractice = before.status === 'practice' && given === undefined
      const phrase = ofPractice ? await keys.practicePhrase(before.wallet) : (given ?? (await newPhrase(length)))
      const { bundle } = await keys.createOfPhrase(passphrase, phrase, {
        suborgId: crypto.randomUUID(),
        accounts: accounts ?? [{ scheme: 'change', account: 0, label: 'Main' }],
      })
      let isKept = false
      return {
        phrase,
        async keep() {
          await putBundle(bundle)
          isKept = true
          adopt(bundle)
          // It is in the bundle now, or others are in its place.
          if (before.status === 'practice') await dropPractice()
          return firstOf(bundle)
        },
        async abandon() {
          if (isKept) return
          await keys.lock()
          if (before.status === 'practice') await keys.openPractice(before.wallet)
        },
      }
    },
    hasPhrase: (): boolean => current().phrase !== undefined,
    /** What opens the wallets beside the passphrase, as the hint of a field; `undefined`: nothing does. */
    orRecovery(): string | undefined {
      const now = held.get()
      if (now.status !== 'held') return undefined
      const has = (type: Lock['type']) => now.bundle.ark.some(lock => lock.type === type)
      return has('phrase') ? 'Or your recovery phrase.' : has('recovery') ? 'Or the recovery code.' : undefined
    },
    /** Adds wallets from other programs; all of them are open then. @throws TernError `wallet/*`: nothing was added then. */
    async importKeys(passphrase: string, from: ForeignKeys): Promise<void> {
      await store(await (await signer()).importKeys(await newest(), passphrase, from))
    },
    /** Makes a recovery phrase for wallets that have a recovery code, and a wallet of it. @throws TernError `wallet/*`. */
    async givePhrase(passphrase: string): Promise<BegunPhrase> {
      const phrase = await newPhrase(12)
      const bundle = await newest()
      const label = freeName('From the phrase', new Set(bundle.wallets.map(wallet => wallet.label)))
      const changed = await (await signer()).givePhrase(bundle, passphrase, phrase, label)
      return { ...begun(changed), phrase, address: changed.bundle.wallets.at(-1)?.address ?? firstOf(changed.bundle) }
    },
    /** The recovery phrase of the wallets. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`. */
    revealPhrase: async (passphrase: string): Promise<string> => (await signer()).revealPhrase(current(), passphrase),
    /** @throws TernError `wallet/wrongPassphrase` and its siblings. */
    async unlock(passphrase: string): Promise<void> {
      const bundle = current()
      noteOpened(bundle, await (await signer()).unlock(bundle, passphrase))
    },
    /** Opens the wallets by what a passkey of theirs answered. @throws TernError `wallet/wrongPassphrase`. */
    async unlockByPasskey(output: Uint8Array): Promise<void> {
      const bundle = current()
      noteOpened(bundle, await (await signer()).unlockByPasskey(bundle, output))
    },
    /**
     * Has a passkey made that opens the wallets too, once the passphrase has proved right: what is made stays on its device.
     * @throws TernError `wallet/*`.
     */
    async addPasskey(passphrase: string, make: (bundle: Bundle) => Promise<PasskeyOutput>): Promise<BegunChange> {
      const [keys, bundle] = [await signer(), await newest()]
      await keys.prove(bundle, passphrase)
      return begun(await keys.addPasskey(bundle, passphrase, await make(bundle)))
    },
    /** From then on this passkey does not open the newest copy. @throws TernError `wallet/*`. */
    async removePasskey(id: string, passphrase: string): Promise<BegunChange> {
      return begun(await (await signer()).removePasskey(await newest(), passphrase, id))
    },
    /** The secret key of one wallet, which whoever shows it zero-fills. @throws TernError `wallet/wrongPassphrase`. */
    async exportKey(address: Address, passphrase: string): Promise<Uint8Array> {
      return (await signer()).exportKey(current(), passphrase, address)
    },
    /** Opens a downloaded bundle and makes it this browser's. Nothing is stored unless the passphrase opens it. */
    async restore(bundle: Bundle, passphrase: string): Promise<Address> {
      const keys = await signer()
      const { bundle: renewed } = await keys.unlock(bundle, passphrase)
      try {
        await putBundle(bundle)
      } catch (error) {
        await lock()
        throw error
      }
      noteOpened(bundle, { addresses: [], ...(renewed && { bundle: renewed }) })
      await dropPractice()
      return firstOf(bundle)
    },
    /** Makes one more wallet; all of them are open then. @throws TernError `wallet/*`: nothing was added then. */
    async add(passphrase: string, label: string): Promise<Address> {
      const bundle = await (await signer()).addWallet(await newest(), passphrase, label)
      await store(bundle)
      return bundle.wallets.at(-1)?.address ?? firstOf(bundle)
    },
    /**
     * Adds the wallets of a downloaded bundle, which this browser's passphrase opens from then on; all of them are open then.
     * @throws TernError `wallet/*`: nothing was added then.
     */
    async importFrom(file: Bundle, filePassphrase: string, passphrase: string): Promise<void> {
      await store(await (await signer()).importWallets(await newest(), passphrase, file, filePassphrase))
    },
    /** Gives a wallet another name, while it is open. */
    rename: (address: Address, label: string): Promise<void> => change(address, { label }),
    /** Notes whether a wallet's trades live by its durable nonce account. */
    setNonceMode: (address: Address, nonceMode: boolean): Promise<void> => change(address, { nonceMode }),
    /** Another passphrase for all wallets. `passphrase` may be the recovery code. */
    async changePassphrase(passphrase: string, next: string): Promise<BegunChange> {
      return begun(await (await signer()).changePassphrase(await newest(), passphrase, next))
    },
    /** Makes another recovery code for all wallets. */
    async beginRecoveryCode(passphrase: string): Promise<BegunChange> {
      return begun(await (await signer()).replaceRecoveryCode(await newest(), passphrase))
    },
  }
}

export type Wallets = ReturnType<typeof createWallets>
