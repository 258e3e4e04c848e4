import { type Address, TernError } from '@tern/core'
import type { ListedPasskey, ListedWallet } from '@tern/custody'
import { type Bundle, type PasskeyLock, type PinnedRevision, pinOf } from '@tern/custody/internal'

/**
 * Lists the wallets of the server's bundle. Pinned wallets keep the labels that this browser last opened or made.
 * A new wallet is unchecked until the next unlock checks the bundle's seal.
 */
export function listWallets(bundle: Bundle, pinned: PinnedRevision | undefined): readonly ListedWallet[] {
  const isChecked = pinned !== undefined && pinned.digest === pinOf(bundle).digest
  const checked = pinned?.addresses ?? []
  return bundle.wallets.map(({ address, label, createdAt, nonceMode }, i) => {
    const wallet = { address, createdAt, nonceMode }
    if (isChecked) return { ...wallet, label }
    // The server's label may belong to another wallet.
    const name = (checked[i] === address && pinned?.labels?.[i]) || `Wallet ${i + 1}`
    return checked[i] === address ? { ...wallet, label: name } : { ...wallet, label: name, isUnchecked: true }
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
  ...(label !== undefined && { label }),
  ...(addedAt !== undefined && { addedAt }),
})
