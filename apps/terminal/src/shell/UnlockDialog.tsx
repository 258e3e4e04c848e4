import { useEffect } from 'react'
import { useStore } from '../data/store.ts'
import { unlockDialog, unlockWallet } from '../data/wallets/session.ts'
import { lazyPage } from '../lazyPage.tsx'
import { AwaitDialog } from '../ui/AwaitDialog.tsx'
import { chainChange } from './chainChange.ts'

/** Loads with the page: a server on another chain may have another version of this file. */
export const OtherChainDialog = lazyPage(() => import('./OtherChainDialog.tsx'), 'OtherChainDialog')

const close = () => unlockDialog.set('closed')

/** Asks for the passphrase. If the server or its node is on another chain, explains that instead. */
export function UnlockDialog() {
  const change = useStore(chainChange)
  if (change === undefined) return <PassphraseDialog />
  return (
    <AwaitDialog>
      <OtherChainDialog {...change} onClose={close} />
    </AwaitDialog>
  )
}

/** The vault asks in its own form, and an external wallet in its own way. */
function PassphraseDialog() {
  useEffect(() => {
    void unlockWallet().finally(close)
  }, [])
  return null
}
