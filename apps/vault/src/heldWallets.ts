import { TernError } from '@tern/core'
import { type Bundle, checkRevision, sentError } from '@tern/custody/internal'
import type { JoinedSigner } from './joinedSigner.ts'
import { readMoney } from './money.ts'
import { pinKey, readPin } from './pin.ts'
import { hasPractice, practiceKey } from './practiceMark.ts'
import { practiceStore } from './practising.ts'
import { createStore } from './store.ts'
import { createStored, hasSameLocks, isUnanswered } from './stored.ts'
import type { Held, WalletParts } from './walletTypes.ts'

const retryMs = 3_000

/** The wallets that this browser can open: the server's bundle, or this browser's practice wallet. */
export function createHeldWallets(appOrigin: string, copies: WalletParts['copies'], joined: JoinedSigner) {
  const { signer, isSignerShared } = joined
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
      if (checkRevision(readPin(), bundle)) throw error
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

  return { held, pinned, stored, load, openPractice, follow, adopt, current, newestKnown }
}

export type HeldWallets = ReturnType<typeof createHeldWallets>
