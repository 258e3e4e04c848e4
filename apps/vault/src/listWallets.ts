import { type Address, TernError } from '@tern/core'
import {
  type Bundle,
  type ListedPasskey,
  type ListedWallet,
  type PasskeyLock,
  type PinnedRevision,
  pinOf,
} from '@tern/custody'

/**
 * The wallets of a bundle that the server has told of. Their names are as they were when this browser last opened or made them. A
 * wallet that came since is not checked until the next unlocking, which checks the seal on all of it.
 */
export function listWallets(bundle: Bundle, pinned: PinnedRevision | undefined): readonly ListedWallet[] {
  const isChecked = pinned !== undefined && pinned.digest === pinOf(bundle).digest
  const checked = pinned?.addresses ?? []
  return bundle.wallets.map(({ address, label, createdAt, nonceMode }, i) => {
    const wallet = { address, createdAt, nonceMode }
    if (isChecked) return { ...wallet, label }
    // What the server calls it may be another one's name.
    const name = (checked[i] === address && pinned?.labels?.[i]) || `Wallet ${i + 1}`
    return checked[i] === address ? { ...wallet, label: name } : { ...wallet, label: name, isUnchecked: true }
  })
}

/** The first wallet of a bundle, which always has one. */
export const firstOf = ({ wallets }: Bundle): Address => {
  const [wallet] = wallets
  if (wallet === undefined) throw new TernError('wallet/bundleMalformed', { at: 'wallets' })
  return wallet.address
}

/** A passkey as the terminal may know it. */
export const listed = ({ kid, label, addedAt }: PasskeyLock): ListedPasskey => ({
  id: kid,
  ...(label !== undefined && { label }),
  ...(addedAt !== undefined && { addedAt }),
})
