import type { Address } from '@tern/core'
import type { AutoLock, SignerLimits } from '@tern/custody'
import { type Keys, lockChannel } from '@tern/custody/internal'
import { lendSigner } from './lendSigner.ts'
import { limitsKey, readLimits, writeLimits } from './limits.ts'
import type { PageAccounts } from './pageAccounts.ts'
import { createStore } from './store.ts'
import type { WalletParts } from './walletTypes.ts'

/** Access to the signer, which starts when it is first needed. `accounts`: may receive tips and fees. */
export function createJoinedSigner(accounts: PageAccounts, { joinKeys, isSignerShared }: WalletParts) {
  const joined = createStore<Keys | undefined>(undefined)
  const open = createStore<readonly Address[]>([])
  const limits = createStore<SignerLimits>(readLimits())
  const signedLamports = createStore(0n)
  const locks = new BroadcastChannel(lockChannel)
  let rule: AutoLock | undefined
  let admit: ((port: MessagePort) => void) | undefined
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

  /** Reads limits that another tab may have changed. */
  function followLimits(): void {
    limits.set(readLimits())
    // This tab's own signer accepts stricter limits at once. Looser limits need the passphrase.
    joined
      .get()
      ?.setLimits(limits.get())
      .catch(() => undefined)
  }

  addEventListener('storage', ({ key }) => {
    if (key === limitsKey) followLimits()
  })
  addEventListener('pageshow', ({ persisted }) => {
    // The browser kept this page for going back, and its own signer received no lock or limit meanwhile.
    if (!persisted || isSignerShared) return
    followLimits()
    void joined.get()?.lock()
  })
  locks.addEventListener('message', ({ data }: MessageEvent<{ readonly saidAtMs?: number } | string>) => {
    // A tab's own signer slept with the tab, so it locks. A shared signer may have been unlocked since.
    const saidAtMs = isSignerShared && typeof data === 'object' ? data.saidAtMs : undefined
    void joined.get()?.lock(saidAtMs)
  })

  return {
    signer,
    isSignerShared,
    /** The signer once it was joined, until it is gone. */
    joined,
    /** The addresses of the open wallets. */
    open,
    limits,
    /** Lamports that the signed trades may spend, counted since the unlock or the last prompt. */
    signedLamports,
    /** Forgets the keys, in every tab of this browser. */
    async lock(): Promise<void> {
      // Other tabs may have their own signer, or an older signer from before an update. Lock these too.
      locks.postMessage({ saidAtMs: Date.now() })
      open.set([])
      await joined.get()?.lock()
    },
    /** Locks other tabs after a change of locks. A tab with its own signer would still accept the old secrets. */
    lockOthers(): void {
      if (!isSignerShared) locks.postMessage({ saidAtMs: Date.now() })
    },
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
    /**
     * Changes the limits. @throws TernError `wallet/wrongPassphrase`, `wallet/locked`; the limits are then unchanged.
     */
    async setLimits(next: SignerLimits, passphrase: string): Promise<void> {
      await (await signer()).setLimits(next, passphrase)
      writeLimits(next)
      limits.set(next)
    },
  }
}

export type JoinedSigner = ReturnType<typeof createJoinedSigner>
