import type { Address } from '@tern/core'
import { useMemo, useSyncExternalStore } from 'react'
import { unreachableText } from '../../text/errorText.ts'
import { feed } from '../market/liveTrades.ts'
import { useStore } from '../store.ts'
import { latestBlockhash } from '../stream/latestBlockhash.ts'
import { underwayOf } from '../underway.ts'
import { useOnline } from '../useOnline.ts'
import { lockedOwner } from '../wallets/ownerOf.ts'
import { openerOf, session, unlockDialog } from '../wallets/session.ts'
import type { WalletSituation } from './walletButton.ts'

/**
 * Follows the wallet in use.
 *
 * @param subjectOf names the action, because the wallet sends each action once at a time.
 */
export function useWalletSituation(subjectOf: (owner: Address) => string) {
  const current = useStore(session)
  const dialog = useStore(unlockDialog)
  const { state } = useStore(feed)
  const isOnline = useOnline()
  // Follow only whether there is a blockhash, because following each new blockhash would render everything again.
  const hasBlockhash = useSyncExternalStore(latestBlockhash.subscribe, () => latestBlockhash.get() !== undefined)
  const address = 'address' in current ? current.address : undefined
  const unlocked = current.status === 'unlocked' ? current.owner : undefined
  const owner = useMemo(() => unlocked ?? (address && lockedOwner(address)), [unlocked, address])
  const underway = useStore(underwayOf(address === undefined ? '' : subjectOf(address)))
  const situation: WalletSituation = {
    session: current.status,
    opener: openerOf(current),
    isOpening: dialog === 'open',
    connectionReason: state === 'down' ? unreachableText(isOnline) : undefined,
    lifetimeReason: hasBlockhash ? undefined : 'No blockhash',
    underway,
  }
  return {
    situation,
    address,
    /** Signs; unset while the wallet is locked. */
    unlocked,
    /** Plans, and signs only while the wallet is unlocked. Unset without a wallet. */
    owner,
    /** Why the wallets are not known. */
    why: 'why' in current ? current.why : undefined,
  }
}
