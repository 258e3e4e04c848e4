import { Suspense, useEffect } from 'react'
import { useStore } from '../data/store.ts'
import { unlockDialog, unlockWallet } from '../data/wallets/session.ts'
import { lazyPage } from '../lazyPage.tsx'
import { chainChange } from './chainChange.ts'

/** Got after the page: on another chain there may be another version of it. */
export const OtherChainDialog = lazyPage(() => import('./OtherChainDialog.tsx'), 'OtherChainDialog')

const close = () => unlockDialog.set('closed')

/** Asks for the passphrase. Where the server or its node is on another chain than the page nothing is opened. */
export function UnlockDialog() {
  const change = useStore(chainChange)
  if (change === undefined) return <PassphraseDialog />
  return (
    <Suspense>
      <OtherChainDialog {...change} onClose={close} />
    </Suspense>
  )
}

/** The vault asks for it, on a form of its own; another program asks in its own way. */
function PassphraseDialog() {
  useEffect(() => {
    void unlockWallet().finally(close)
  }, [])
  return null
}
