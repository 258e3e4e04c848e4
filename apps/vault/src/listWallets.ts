import { type Address, TernError } from '@tern/core'
import type { ListedPasskey, ListedWallet } from '@tern/custody'
import { type Bundle, type PasskeyLock, type PinnedRevision, pinOf } from '@tern/custody/internal'
import { shownName } from './pin.ts'

/**
 * Lists the wallets of the server's bundle. Pinned wallets keep the labels that this browser last opened or made.
 * A new wallet is unchecked until the next unlock checks the bundle's seal.
 */
export function listWallets(bundle: Bundle, pinned: PinnedRevision | undefined): readonly ListedWallet[] {
  const isChecked = pinned !== undefined && pinned.digest === pinOf(bundle).digest
  const checked = pinned?.addresses ?? []
  return bundle.wallets.map(({ address, label, createdAt, nonceMode }, i) => {
    const wallet = { address, createdAt, nonceMode }
    const isKnown = isChecked || checked[i] === address
    // The server's label may belong to another wallet.
    const name = isChecked ? shownName(label) : isKnown && pinned?.labels?.[i]
    return { ...wallet, label: name || `Wallet ${i + 1}`, ...(isKnown ? {} : { isUnchecked: true }) }
  })
}

/** Returns the address of a bundle's first wallet. A parsed bundle is never empty. */
export const firstOf = ({ wallets }: Bundle): Address => {
  const [wallet] = wallets
  if (wallet === undefined) throw new TernError('wallet/bundleMalformed', { at: 'wallets' })
  return wallet.address
}

/** Returns a passkey's public data for the terminal. */
export const listed = ({ kid, label, addedAt }: PasskeyLock): ListedPasskey => ({
  id: kid,
  ...(label !== undefined && { label: shownName(label) }),
  ...(addedAt !== undefined && { addedAt }),
})
