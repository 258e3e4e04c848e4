import { type Address, TernError } from '@tern/core'
import type { VaultState } from '@tern/custody'
import { type Bundle, checkRevision, type Lock, sentError } from '@tern/custody/internal'
import type { JoinedSigner } from './joinedSigner.ts'
import { listed, listWallets } from './listWallets.ts'
import { readMoney } from './money.ts'
import { pinKey, readPin } from './pin.ts'
import { hasPractice, practiceKey } from './practiceMark.ts'
import { practiceStore } from './practising.ts'
import { createStore } from './store.ts'
import { createStored, hasSameLocks, isUnanswered } from './stored.ts'
import * as storing from './storing.ts'
import type { Held, WalletParts } from './walletTypes.ts'

const retryMs = 3_000

/** The wallets that this browser can open: the server's bundle, or this browser's practice wallet. */
export function createHeldWallets(appOrigin: string, copies: WalletParts['copies'], joined: JoinedSigner) {
  const { signer, isSignerShared, open, limits } = joined
  const held = createStore<Held>({ status: 'loading' })
  const pinned = createStore(readPin())
  let loading: Promise<void> | undefined

  const stored = createStored(appOrigin, copies, async bundle => {
    const before = held.get()
    adopt(bundle)
    await joined.joined.get()?.keep(bundle)
    if (before.status === 'held' && !hasSameLocks(before.bundle, bundle)) joined.lockOthers()
  })
  const { newest } = stored

  function current(): Bundle {
    const now = held.get()
    if (now.status !== 'held') throw new TernError('wallet/bundleForeign', {})
    return now.bundle
  }

  /** Uses a bundle from now on. The signer must have checked or made its seal. */
  function adopt(bundle: Bundle): void {
    stored.note(bundle)
    pinned.set(readPin())
    held.set({ status: 'held', bundle })
  }

  /** Opens this browser's practice wallet if there is no bundle and the server runs that practice chain. */
  async function openPractice(): Promise<void> {
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
        if (bundle === undefined) return await openPractice()
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

  addEventListener('storage', ({ key }) => {
    if (key === pinKey) {
      pinned.set(readPin())
      void follow()
    }
    if (key === practiceKey && ['none', 'practice'].includes(held.get().status)) void openPractice()
  })

  return {
    held,
    stored,
    load,
    openPractice,
    follow,
    adopt,
    current,
    newestKnown,
    /** Calls `listener` whenever `state` may have changed. */
    subscribe(listener: () => void): void {
      for (const store of [held, open, limits, pinned]) store.subscribe(listener)
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
    /** Returns a wallet's label, or `undefined` for any other address and for a wallet that no unlock has checked. */
    labelOf(address: Address): string | undefined {
      const now = held.get()
      const known = now.status === 'held' ? listWallets(now.bundle, pinned.get()) : []
      const wallets = now.status === 'practice' ? [now.wallet] : known.filter(({ isUnchecked }) => !isUnchecked)
      return wallets.find(wallet => wallet.address === address)?.label
    },
    /** Tests if the wallet is a practice wallet. It needs no passphrase. */
    isPractice: () => held.get().status === 'practice',
    hasPhrase: (): boolean => current().phrase !== undefined,
    /** Returns the hint of a passphrase field: the other secret that opens the wallets, or `undefined` without such a secret. */
    orRecovery(): string | undefined {
      const now = held.get()
      if (now.status !== 'held') return undefined
      const has = (type: Lock['type']) => now.bundle.ark.some(lock => lock.type === type)
      return has('phrase') ? 'Or your recovery phrase.' : has('recovery') ? 'Or the recovery code.' : undefined
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
  }
}

export type HeldWallets = ReturnType<typeof createHeldWallets>
