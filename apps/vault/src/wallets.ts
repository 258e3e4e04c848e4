import { type Address, TernError } from '@tern/core'
import type { AutoLock, SignerLimits, VaultState } from '@tern/custody'
import {
  type Bundle,
  checkRevision,
  type ForeignKeys,
  freeName,
  type Keys,
  type Lock,
  lockChannel,
  type PasskeyOutput,
  type PhraseLength,
  type Relocked,
  sentError,
  type Unlocked,
  type WalletChange,
} from '@tern/custody/internal'
import { lendSigner } from './lendSigner.ts'
import { limitsKey, readLimits, writeLimits } from './limits.ts'
import { firstOf, listed, listWallets } from './listWallets.ts'
import { readMoney } from './money.ts'
import type { PageAccounts } from './pageAccounts.ts'
import { pinKey, readPin } from './pin.ts'
import { hasPractice, practiceKey } from './practiceMark.ts'
import { dropPractice, practiceStore } from './practising.ts'
import { createStore } from './store.ts'
import { createStored, exclusively, hasSameLocks, isSame, isUnanswered } from './stored.ts'
import * as storing from './storing.ts'
import type { BegunChange, BegunPhrase, BegunWallet, FirstWallets, Held, WalletParts } from './walletTypes.ts'

export type { BegunChange, BegunPhrase, BegunWallet, WalletParts }

const newPhrase = async (length: PhraseLength): Promise<string> =>
  (await import('@tern/custody/internal/words')).newPhrase(length)

const retryMs = 3_000

/** This browser's wallets: the server's copy and the signer's open wallets. `accounts`: may receive tips and fees. */
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
  const locks = new BroadcastChannel(lockChannel)
  let rule: AutoLock | undefined
  let admit: ((port: MessagePort) => void) | undefined
  let loading: Promise<void> | undefined

  let joining: Promise<Keys> | undefined

  /** Returns the signer; the first call starts it. */
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
    // Another page may have set stricter limits. The signer then refuses these and keeps the stricter limits.
    keys.setLimits(limits.get()).catch(() => undefined)
    return keys
  }

  function current(): Bundle {
    const now = held.get()
    if (now.status !== 'held') throw new TernError('wallet/bundleForeign', {})
    return now.bundle
  }

  const stored = createStored(appOrigin, copies, async bundle => {
    const before = held.get()
    adopt(bundle)
    await joined.get()?.keep(bundle)
    if (before.status === 'held' && !hasSameLocks(before.bundle, bundle)) lockOthers()
  })
  const { newest } = stored

  /** Locks other tabs after a change of locks. A tab with its own signer would still accept the old secrets. */
  const lockOthers = () => isSignerShared || locks.postMessage({ saidAtMs: Date.now() })

  /** Uses a bundle from now on. The signer must have checked or made its seal. */
  function adopt(bundle: Bundle): void {
    stored.note(bundle)
    pinned.set(readPin())
    held.set({ status: 'held', bundle })
  }

  /** Opens this browser's practice wallet if there is no bundle and the server runs that practice chain. */
  async function practise(): Promise<void> {
    const wallet = hasPractice() ? await (await practiceStore()).readPractice() : undefined
    // A browser without a practice wallet waits for nothing.
    const money = wallet && (await readMoney())
    if (held.get().status === 'held') return
    if (money?.kind !== 'practice' || money.genesisHash !== wallet?.genesisHash) return held.set({ status: 'none' })
    await (await signer()).openPractice(wallet).catch(() => undefined)
    if (held.get().status !== 'held') held.set({ status: 'practice', wallet })
  }

  /** Loads the bundle once, and retries until the server answers. Never rejects. */
  function load(): Promise<void> {
    loading ??= (async () => {
      try {
        const bundle = await stored.readUsable()
        // A wallet may have been made or restored while the server answered.
        if (held.get().status === 'held') return
        if (bundle === undefined) return await practise()
        held.set({ status: 'held', bundle })
        if (isSignerShared) void signer()
      } catch (error) {
        held.set({ status: isUnanswered(error) ? 'unreachable' : 'refused', error: sentError(error, 'load') })
        loading = undefined
        // A refused bundle stays refused, but an unreachable server may come back.
        if (isUnanswered(error)) setTimeout(load, retryMs)
      }
    })()
    return loading
  }

  /**
   * Loads the bundle after a change in another tab. It retries until the server answers, because this tab's copy is old.
   */
  async function follow(): Promise<void> {
    try {
      held.set({ status: 'held', bundle: await newest() })
    } catch (error) {
      if (isUnanswered(error)) setTimeout(() => void follow(), retryMs)
      return
    }
    if (isSignerShared) await signer()
  }

  /**
   * Returns the newest bundle. If the server does not answer, it returns this tab's bundle, unless the pin contradicts it.
   */
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

  /** Begins a change of locks. A change with a new code takes effect once the user has written the code down. */
  async function begin(make: (keys: Keys, bundle: Bundle) => Promise<Relocked>): Promise<BegunChange> {
    const keys = await signer()
    let made = await make(keys, await newest())
    const { recoveryCode, dropped } = made
    let isSent = false

    async function next(bundle: Bundle): Promise<Relocked> {
      const isNext = made.bundle.rev === bundle.rev + 1
      // A repeated change would have another code than the code that the user wrote down.
      if (!isNext && recoveryCode !== undefined) throw new TernError('wallet/changedElsewhere', {})
      if (!isNext) made = await make(keys, bundle)
      isSent = true
      return made
    }
    return {
      ...(recoveryCode !== undefined && { recoveryCode }),
      dropped,
      async keep() {
        // After a failed first try, the server may have stored it nevertheless.
        const isStored = isSent && isSame(await newest(), made.bundle)
        if (!isStored) await storing.change(stored, keys, next)
      },
    }
  }

  /** Changes the label or nonce mode of an open wallet. */
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

  /** Pins an opened bundle and stores a version-1 bundle as version 2. If that fails, the next unlock tries again. */
  function noteOpened(keys: Keys, opened: Bundle, { bundle }: Unlocked): void {
    adopt(opened)
    if (bundle === undefined) return
    exclusively(async () => storing.write(stored, bundle, keys)).catch(() => undefined)
  }

  /** Opens the newest known bundle. A secret that opens only an older bundle is never enough. */
  async function unlock(open: (keys: Keys, bundle: Bundle) => Promise<Unlocked>): Promise<void> {
    const [keys, bundle] = [await signer(), await newestKnown()]
    noteOpened(keys, bundle, await open(keys, bundle))
  }

  /** Forgets the keys, in every tab of this browser. */
  async function lock(): Promise<void> {
    // Other tabs may have their own signer, or an older signer from before an update. Lock these too.
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
      // This tab's own signer accepts stricter limits at once. Looser limits need the passphrase.
      joined
        .get()
        ?.setLimits(limits.get())
        .catch(() => undefined)
    }
  })
  locks.addEventListener('message', ({ data }: MessageEvent<{ readonly saidAtMs?: number } | string>) => {
    // A tab's own signer slept with the tab, so it locks. A shared signer may have been unlocked since.
    const saidAtMs = isSignerShared && typeof data === 'object' ? data.saidAtMs : undefined
    void joined.get()?.lock(saidAtMs)
  })

  return {
    load,
    lock,
    signer,
    /** The signer once it was joined, until it is gone. */
    joined,
    /** Lamports that the signed trades may spend, counted since the unlock or the last prompt. */
    signedLamports,
    current,
    /**
     * Lends this page's own signer to a request's window. A shared signer needs no loan. @returns a function that ends it.
     */
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
        // A new wallet is open before it is stored, but not listed.
        open: open.get().filter(address => known.has(address)),
        isPractice: false,
        hasRecoveryCode: ark.some(({ type }) => type === 'recovery'),
        hasPhrase: ark.some(({ type }) => type === 'phrase'),
        passkeys: ark.filter(lock => lock.type === 'prf').map(listed),
        limits: limits.get(),
      }
    },
    /**
     * Changes the limits. @throws TernError `wallet/wrongPassphrase`, `wallet/locked`; the limits are then unchanged.
     */
    async setLimits(next: SignerLimits, passphrase: string): Promise<void> {
      await (await signer()).setLimits(next, passphrase)
      writeLimits(next)
      limits.set(next)
    },
    /** Returns a wallet's label, or `undefined` for any other address and for a wallet that no unlock has checked. */
    labelOf(address: Address): string | undefined {
      const now = held.get()
      const known = now.status === 'held' ? listWallets(now.bundle, pinned.get()) : []
      const wallets = now.status === 'practice' ? [now.wallet] : known.filter(({ isUnchecked }) => !isUnchecked)
      return wallets.find(wallet => wallet.address === address)?.label
    },
    /** Tests if the wallet is a practice wallet. It needs no passphrase. */
    isPractice: () => held.get().status === 'practice',
    /**
     * Opens this browser's practice wallet, and makes it first if necessary.
     * @throws TernError `wallet/notPractising` on any other chain, or if there are wallets with a passphrase.
     */
    async practise(): Promise<Address> {
      await load()
      const [money, keys, now] = [await readMoney(), await signer(), held.get()]
      if (now.status === 'practice') {
        await keys.openPractice(now.wallet)
        return now.wallet.address
      }
      if (money.kind !== 'practice' || now.status !== 'none') throw new TernError('wallet/notPractising', {})
      const { newPhrase } = await import('@tern/custody/internal/words')
      const wallet = await keys.practise(await newPhrase(12), { genesisHash: money.genesisHash, label: 'Practice' })
      await (await practiceStore()).writePractice(wallet)
      held.set({ status: 'practice', wallet })
      return wallet.address
    },
    /** Makes the first wallets, of a given phrase, the practice wallet's phrase or a new phrase. @throws TernError `wallet/*`. */
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
            // Another tab may have stored wallets meanwhile.
            if ((await stored.readUsable()) !== undefined) {
              await follow()
              throw new TernError('wallet/madeElsewhere', {})
            }
            await storing.begin(stored, bundle)
          })
          isKept = true
          // The bundle now holds the practice wallet, or other wallets replace it.
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
    /** Returns the hint of a passphrase field: the other secret that opens the wallets, or `undefined` without such a secret. */
    orRecovery(): string | undefined {
      const now = held.get()
      if (now.status !== 'held') return undefined
      const has = (type: Lock['type']) => now.bundle.ark.some(lock => lock.type === type)
      return has('phrase') ? 'Or your recovery phrase.' : has('recovery') ? 'Or the recovery code.' : undefined
    },
    /** Imports wallets of other programs and opens all wallets. @throws TernError `wallet/*`; nothing is added then. */
    async importKeys(passphrase: string, from: ForeignKeys): Promise<void> {
      const keys = await signer()
      const { change: store } = storing
      await store(stored, keys, async bundle => ({ bundle: await keys.importKeys(bundle, passphrase, from) }))
    },
    /** Begins to replace the recovery code by a recovery phrase with a wallet of it. @throws TernError `wallet/*`. */
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
    /** Returns the recovery phrase. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`. */
    revealPhrase: async (passphrase: string): Promise<string> => (await signer()).revealPhrase(current(), passphrase),
    /** Unlocks the wallets. @throws TernError `wallet/wrongPassphrase` and as `Keys.unlock`. */
    unlock: (passphrase: string): Promise<void> => unlock((keys, bundle) => keys.unlock(bundle, passphrase)),
    /** Unlocks the wallets with a passkey's output. @throws TernError `wallet/wrongPassphrase`. */
    unlockByPasskey: (output: Uint8Array): Promise<void> =>
      unlock((keys, bundle) => keys.unlockByPasskey(bundle, output)),
    /**
     * Begins to add a passkey. It checks the passphrase first, because a new passkey stays on its device even if the change fails.
     * @throws TernError `wallet/*`.
     */
    async addPasskey(passphrase: string, make: (bundle: Bundle) => Promise<PasskeyOutput>): Promise<BegunChange> {
      const before = await newest()
      await (await signer()).prove(before, passphrase)
      const { output, ...passkey } = await make(before)
      // The signer's call transfers the array, so give it a copy.
      return begin((keys, bundle) =>
        keys.addPasskey(bundle, passphrase, { ...passkey, output: output.slice() }),
      ).finally(() => output.fill(0))
    },
    /** Begins to remove a passkey, so that it no longer opens the newest copy. @throws TernError `wallet/*`. */
    removePasskey: (id: string, passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.removePasskey(bundle, passphrase, id)),
    /** Returns a wallet's secret key. The caller zero-fills it. @throws TernError `wallet/wrongPassphrase`. */
    async exportKey(address: Address, passphrase: string): Promise<Uint8Array> {
      return (await signer()).exportKey(current(), passphrase, address)
    },
    /**
     * Opens a bundle and makes it this browser's, in a new session. The old session's bundle stays on the server.
     * It stores nothing unless the passphrase opens the bundle.
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
    /** Finds a copy to restore without a file. @returns `undefined` if neither this browser nor the server has a copy. */
    recover: async (): Promise<Bundle | undefined> => storing.recover(stored),
    /** Tests if the server lacks the wallets that this browser had. */
    isMissing(): boolean {
      const now = held.get()
      return now.status === 'refused' && now.error.code === 'wallet/bundleMissing'
    },
    /** Deletes this browser's memory of its wallets. */
    async forget(): Promise<void> {
      await storing.forget(stored)
      pinned.set(undefined)
      held.set({ status: 'none' })
    },
    /**
     * Ends the session in every other browser that has its cookie. @throws TernError `wallet/locked`, `wallet/storeRefused`.
     */
    signOutOthers: async (): Promise<void> => storing.signOutOthers(stored, await signer()),
    /** The bundle to download. @throws TernError `wallet/*` unless it is known to be the newest. */
    toDownload: newestKnown,
    /** Adds a wallet and opens all wallets. @throws TernError `wallet/*`; nothing is added then. */
    async add(passphrase: string, label: string): Promise<Address> {
      const keys = await signer()
      const add = async (to: Bundle) => ({ bundle: await keys.addWallet(to, passphrase, label) })
      const { bundle } = await storing.change(stored, keys, add)
      return bundle.wallets.at(-1)?.address ?? firstOf(bundle)
    },
    /**
     * Adds the wallets of a downloaded bundle and opens all wallets. From then on, this browser's passphrase opens the added wallets.
     * @throws TernError `wallet/*`; nothing is added then.
     */
    async importFrom(file: Bundle, filePassphrase: string, passphrase: string): Promise<void> {
      const keys = await signer()
      const { change: store } = storing
      await store(stored, keys, async bundle => {
        return { bundle: await keys.importWallets(bundle, passphrase, file, filePassphrase) }
      })
    },
    rename: (address: Address, label: string): Promise<void> => change(address, { label }),
    /** Sets if a wallet trades by its durable nonce account. */
    setNonceMode: (address: Address, nonceMode: boolean): Promise<void> => change(address, { nonceMode }),
    /** Begins to replace the passphrase. `passphrase` may be the recovery code or phrase. */
    changePassphrase: (passphrase: string, next: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.changePassphrase(bundle, passphrase, next)),
    beginRecoveryCode: (passphrase: string): Promise<BegunChange> =>
      begin((keys, bundle) => keys.replaceRecoveryCode(bundle, passphrase)),
  }
}

export type Wallets = ReturnType<typeof createWallets>
