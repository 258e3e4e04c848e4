import type { Address } from '@tern/core'
import type { ListedWallet, VaultState } from '@tern/custody'
import type { Bundle, Lock } from '@tern/custody/internal'
import type { HeldWallets } from './heldWallets.ts'
import type { JoinedSigner } from './joinedSigner.ts'
import { listed, listWallets } from './listWallets.ts'
import * as storing from './storing.ts'

/** Creates the functions that tell forms and the terminal about this browser's wallets. */
export function createWalletViews({ open, limits }: JoinedSigner, { held, pinned, stored, current }: HeldWallets) {
  function wallets(): readonly ListedWallet[] {
    const now = held.get()
    if (now.status === 'held') return listWallets(now.bundle, pinned.get())
    if (now.status !== 'practice') return []
    const { address, label, createdAt, nonceMode } = now.wallet
    return [{ address, label, createdAt, nonceMode }]
  }
  function locks(): readonly Lock[] {
    const now = held.get()
    return now.status === 'held' ? now.bundle.ark : []
  }
  const hasLock = (type: Lock['type']) => locks().some(lock => lock.type === type)

  return {
    /** Calls `listener` whenever `state` may have changed. */
    subscribe(listener: () => void): void {
      for (const store of [held, open, limits, pinned]) store.subscribe(listener)
    },
    state(): VaultState {
      const now = held.get()
      if (now.status !== 'held' && now.status !== 'practice') return now
      const known = wallets()
      return {
        status: 'held',
        wallets: known,
        // A new wallet is open before it is stored, but not listed.
        open: open.get().filter(one => known.some(({ address }) => address === one)),
        isPractice: now.status === 'practice',
        hasRecoveryCode: hasLock('recovery'),
        hasPhrase: hasLock('phrase'),
        passkeys: locks()
          .filter(lock => lock.type === 'prf')
          .map(listed),
        limits: limits.get(),
      }
    },
    /** Returns a wallet's label, or `undefined` for any other address and for a wallet that no unlock has checked. */
    labelOf: (address: Address): string | undefined =>
      wallets().find(wallet => wallet.address === address && !wallet.isUnchecked)?.label,
    /** Tests if the wallet is a practice wallet. It needs no passphrase. */
    isPractice: () => held.get().status === 'practice',
    hasPhrase: (): boolean => current().phrase !== undefined,
    /** Returns the hint of a passphrase field: the other secret that opens the wallets, or `undefined` without such a secret. */
    orRecovery: (): string | undefined =>
      hasLock('phrase') ? 'Or your recovery phrase.' : hasLock('recovery') ? 'Or the recovery code.' : undefined,
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
