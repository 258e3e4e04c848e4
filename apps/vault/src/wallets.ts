import { type Address, TernError } from '@tern/core'
import {
  type AutoLock,
  type Bundle,
  checkRevision,
  type ForeignKeys,
  freeName,
  type Keys,
  type Lock,
  type PasskeyOutput,
  type PhraseLength,
  type Relocked,
  type SignerLimits,
  sentError,
  type Unlocked,
  type VaultState,
  type WalletChange,
} from '@tern/custody'
import { lendSigner } from './lendSigner.ts'
import { limitsKey, readLimits, writeLimits } from './limits.ts'
import { firstOf, listed, listWallets } from './listWallets.ts'
import { readMoney } from './money.ts'
import type { PageAccounts } from './pageAccounts.ts'
import { pinKey, readPin } from './pin.ts'
import { hasPractice, practiceKey } from './practiceMark.ts'
import { dropPractice, practiceStore } from './practising.ts'
import { createStore } from './store.ts'
import { createStored, exclusively, isSame, isUnanswered } from './stored.ts'
import * as storing from './storing.ts'
import type { BegunChange, BegunPhrase, BegunWallet, FirstWallets, Held, WalletParts } from './walletTypes.ts'

export type { BegunChange, BegunPhrase, BegunWallet, WalletParts }

const newPhrase = async (length: PhraseLength): Promise<string> =>
  (await import('@tern/custody/words')).newPhrase(length)

const retryMs = 3_000

/**
 * This browser's wallets: what the server keeps of them, and what the signer has open. One a page. `accounts`: where trades may tip
 * and pay their fee.
 */
export function createWallets(
  appOrigin: string,
  accounts: PageAccounts,
  { joinKeys, isSignerShared, copies }: WalletParts,
) {
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
    const { keys, connection } = await joinKeys(accounts)
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

  const stored = createStored(appOrigin, copies, async bundle => {
    adopt(bundle)
    await joined.get()?.keep(bundle)
  })
  const { newest } = stored

  /** Goes on with a bundle whose seal the signer has checked or made. */
  function adopt(bundle: Bundle): void {
    stored.note(bundle)
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
        const bundle = await stored.readUsable()
        // A wallet may have been made or restored since the server was asked.
        if (held.get().status === 'held') return
        if (bundle === undefined) return await practise()
        held.set({ status: 'held', bundle })
        if (isSignerShared) void signer()
      } catch (error) {
        held.set({ status: isUnanswered(error) ? 'unreachable' : 'refused', error: sentError(error, 'load') })
        loading = undefined
        // A bundle that is refused stays refused; a server that did not answer may come back.
        if (isUnanswered(error)) setTimeout(load, retryMs)
      }
    })()
    return loading
  }

  /** Another tab has made, restored or changed wallets. Asks until the server answers: what this tab has is old. */
  async function follow(): Promise<void> {
    try {
      held.set({ status: 'held', bundle: await newest() })
    } catch (error) {
      if (isUnanswered(error)) setTimeout(() => void follow(), retryMs)
      return
    }
    if (isSignerShared) await signer()
  }

  /** The newest bundle. While the server does not answer, the one that is here, if this browser knows of no newer. */
  async function newestKnown(): Promise<Bundle> {
    try {
      return await newest()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      const bundle = current()
      const refused = checkRevision(readPin(), bundle)
      if (refused) throw error
      return bundle
    }
  }

  /** What opens the wallets has changed. A tab with a signer of its own would still confirm by what did before. */
  const lockOthers = () => isSignerShared || locks.postMessage({ saidAtMs: Date.now() })

  /** Has what opens the wallets changed: at once, or when a new code that comes with it is written down. */
  async function begin(make: (keys: Keys, bundle: Bundle) => Promise<Relocked>): Promise<BegunChange> {
    const keys = await signer()
    let made = await make(keys, await newest())
    const { recoveryCode, dropped } = made
    let isSent = false

    async function next(bundle: Bundle): Promise<Relocked> {
      const isNext = made.bundle.rev === bundle.rev + 1
      // What was made anew would have another code than was written down.
      if (!isNext && recoveryCode !== undefined) throw new TernError('wallet/changedElsewhere', {})
      if (!isNext) made = await make(keys, bundle)
      isSent = true
      return made
    }
    return {
      ...(recoveryCode !== undefined && { recoveryCode }),
      dropped,
      async keep() {
        // Asked again, it may have been stored the first time.
        const isStored = isSent && isSame(await newest(), made.bundle)
        if (!isStored) await storing.change(stored, keys, next)
        lockOthers()
      },
    }
  }

  /** Changes what is no secret about a wallet that is open. */
  async function change(address: Address, changed: WalletChange): Promise<void> {
    const now = held.get()
    if (now.status === 'practice') {
      const wallet = { ...now.wallet, ...changed }
      await (await practiceStore()).writePractice(wallet)
      return held.set({ status: 'practice', wallet })
    }
    const keys = await signer()
    const { change: store } = storing
    await store(stored, keys, async bundle => ({ bundle: await keys.changeWallet(bundle, address, changed) }))
  }

  /** What was opened is what its seal says. One of version 1 is stored as version 2, at another time if the server does not answer. */
  function noteOpened(keys: Keys, opened: Bundle, { bundle }: Unlocked): void {
    adopt(opened)
    if (bundle === undefined) return
    exclusively(async () => storing.write(stored, bundle, keys)).catch(() => undefined)
  }

  /** Opens the newest bundle, never an older one by what opened that. */
  async function unlock(open: (keys: Keys, bundle: Bundle) => Promise<Unlocked>): Promise<void> {
    const [keys, bundle] = [await signer(), await newestKnown()]
    noteOpened(keys, bundle, await open(keys, bundle))
  }

  /** Forgets the keys, in every tab of this browser. */
  async function lock(): Promise<void> {
    // Where each tab has a signer of its own, or an older one from before an update, none of them stays open.
    locks.postMessage({ saidAtMs: Date.now() })
    open.set([])
    await joined.get()?.lock()
  }

  addEventListener('storage', ({ key }) => {
    if (key === pinKey) {
      pinned.set(readPin())
      void follow()
    }
    if (key === practiceKey && ['none', 'practice'].includes(held.get().status)) void practise()
    if (key === limitsKey) {
      limits.set(readLimits())
      // A signer of this tab's own takes stricter ones at once; laxer ones take the passphrase.
      joined
        .get()
        ?.setLimits(limits.get())
        .catch(() => undefined)
    }
  })
  locks.addEventListener('message', ({ data }: MessageEvent<{ readonly saidAtMs?: number } | string>) => {
    // A signer of this tab's own was asleep with it; a shared one may have been unlocked since.
    const saidAtMs = isSignerShared && typeof data === 'object' ? data.saidAtMs : undefined
    void joined.get()?.lock(saidAtMs)
  })

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
      const wallet = await keys.practise(await newPhrase(12), { genesisHash: money.genesisHash, label: 'Practice' })
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
          await exclusively(async () => {
            // Another tab may have been as quick.
            if ((await stored.readUsable()) !== undefined) {
              await follow()
              throw new TernError('wallet/madeElsewhere', {})
            }
            await storing.begin(stored, bundle)
          })
          isKept = true
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
      const keys = await signer()
      const { change: store } = storing
      await store(stored, keys, async bundle => ({ bundle: await keys.importKeys(bundle, passphrase, from) }))
    },
    /** Makes a recovery phrase for wallets that have a recovery code, and a wallet of it. @throws TernError `wallet/*`. */
    async givePhrase(passphrase: string): Promise<BegunPhrase> {
      const phrase = await newPhrase(12)
      let address: Address | undefined
      const give = async (keys: Keys, bundle: Bundle) => {
        const label = freeName('From the phrase', new Set(bundle.wallets.map(wallet => wallet.label)))
        const changed = await keys.givePhrase(bundle, passphrase, phrase, label)
        address = changed.bundle.wallets.at(-1)?.address
        return changed
      }
      const begun = await begin(give)
      if (address === undefined) throw new TernError('wallet/bundleMalformed', { at: 'wallets' })
      return { ...begun, phrase, address }
    },
    /** The recovery phrase of the wallets. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`. */
    revealPhrase: async (passphrase: string): Promise<string> => (await signer()).revealPhrase(current(), passphrase),
    /** @throws TernError `wallet/wrongPassphrase` and its siblings. */
    unlock: (passphrase: string): Promise<void> => unlock((keys, bundle) => keys.unlock(bundle, passphrase)),
    /** Opens the wallets by what a passkey of theirs answered. @throws TernError `wallet/wrongPassphrase`. */
    unlockByPasskey: (output: Uint8Array): Promise<void> =>
      unlock((keys, bundle) => keys.unlockByPasskey(bundle, output)),
    /**
     * Has a passkey made that opens the wallets too, once the passphrase has proved right: what is made stays on its device.
     * @throws TernError `wallet/*`.
     */
    async addPasskey(passphrase: string, make: (bundle: Bundle) => Promise<PasskeyOutput>): Promise<BegunChange> {
      const before = await newest()
      await (await signer()).prove(before, passphrase)
      const { output, ...passkey } = await make(before)
      // The signer takes what it is given.
      return begin((keys, bundle) =>
        keys.addPasskey(bundle, passphrase, { ...passkey, output: output.slice() }),
      ).finally(() => output.fill(0))
    },
    /** From then on this passkey does not open the newest copy. @throws TernError `wallet/*`. */
    removePasskey: (id: string, passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.removePasskey(bundle, passphrase, id)),
    /** The secret key of one wallet, which whoever shows it zero-fills. @throws TernError `wallet/wrongPassphrase`. */
    async exportKey(address: Address, passphrase: string): Promise<Uint8Array> {
      return (await signer()).exportKey(current(), passphrase, address)
    },
    /**
     * Opens a bundle and makes it this browser's, in a session of its own: what the session before has is kept. Nothing is stored
     * unless the passphrase opens it.
     */
    async restore(bundle: Bundle, passphrase: string): Promise<Address> {
      const keys = await signer()
      const opened = await keys.unlock(bundle, passphrase)
      try {
        await exclusively(async () => storing.begin(stored, bundle))
      } catch (error) {
        await lock()
        throw error
      }
      noteOpened(keys, bundle, opened)
      await dropPractice()
      return firstOf(bundle)
    },
    /** A copy to restore without a file; `undefined` where neither this browser nor the server has one. */
    recover: async (): Promise<Bundle | undefined> => storing.recover(stored),
    /** Whether the server has nothing of the wallets that this browser had. */
    isMissing(): boolean {
      const now = held.get()
      return now.status === 'refused' && now.error.code === 'wallet/bundleMissing'
    },
    /** Goes on as if this browser had had no wallets. */
    async forget(): Promise<void> {
      await storing.forget(stored)
      pinned.set(undefined)
      held.set({ status: 'none' })
    },
    /** Ends the session in every other browser, whoever has its cookie. @throws TernError `wallet/locked`, `wallet/storeRefused`. */
    signOutOthers: async (): Promise<void> => storing.signOutOthers(stored, await signer()),
    /** The bundle to hand out as a file. @throws TernError `wallet/*` when it is not known to be the newest. */
    toDownload: newestKnown,
    /** Makes one more wallet; all of them are open then. @throws TernError `wallet/*`: nothing was added then. */
    async add(passphrase: string, label: string): Promise<Address> {
      const keys = await signer()
      const add = async (to: Bundle) => ({ bundle: await keys.addWallet(to, passphrase, label) })
      const { bundle } = await storing.change(stored, keys, add)
      return bundle.wallets.at(-1)?.address ?? firstOf(bundle)
    },
    /**
     * Adds the wallets of a downloaded bundle, which this browser's passphrase opens from then on; all of them are open then.
     * @throws TernError `wallet/*`: nothing was added then.
     */
    async importFrom(file: Bundle, filePassphrase: string, passphrase: string): Promise<void> {
      const keys = await signer()
      const { change: store } = storing
      await store(stored, keys, async bundle => {
        return { bundle: await keys.importWallets(bundle, passphrase, file, filePassphrase) }
      })
    },
    /** Gives a wallet another name, while it is open. */
    rename: (address: Address, label: string): Promise<void> => change(address, { label }),
    /** Notes whether a wallet's trades live by its durable nonce account. */
    setNonceMode: (address: Address, nonceMode: boolean): Promise<void> => change(address, { nonceMode }),
    /** Another passphrase for all wallets. `passphrase` may be the recovery code. */
    changePassphrase: (passphrase: string, next: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.changePassphrase(bundle, passphrase, next)),
    /** Makes another recovery code for all wallets. */
    beginRecoveryCode: (passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.replaceRecoveryCode(bundle, passphrase)),
  }
}

export type Wallets = ReturnType<typeof createWallets>
