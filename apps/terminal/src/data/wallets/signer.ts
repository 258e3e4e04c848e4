import { type Address, parseAddress } from '@tern/core'
import { connectKeys, type Keys } from '@tern/custody'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { createStore } from '../store.ts'
import { openVault } from './vault.ts'

let connected: Promise<Keys> | undefined

/** The wallets that are open, in whichever tab they were opened. */
export const openWallets = createStore<readonly Address[]>([])

/**
 * Whether one signer serves all tabs of this browser: everywhere but in some older browsers on Android, where each tab has
 * its own and a wallet is unlocked in each. A signature is asked for on the asking tab's own port and passes the same
 * firewall. That gives a script injected in one tab what it would have had in the tab that unlocked: signatures for
 * trades, no key.
 */
export const isSignerShared = typeof SharedWorker !== 'undefined'

/** The signer, in the vault, started when it is first needed. It pays fees to the server's fee wallet and nobody else. */
export function signer(): Promise<Keys> {
  connected ??= connect().catch(error => {
    connected = undefined
    throw error
  })
  return connected
}

async function connect(): Promise<Keys> {
  const [{ feeWallet }, vault] = await Promise.all([queryClient.fetchQuery(networkQuery), openVault()])
  const payees = feeWallet === null ? [] : [parseAddress(feeWallet)]
  const keys = connectKeys(vault, { payees })
  keys.subscribe(() => openWallets.set(keys.addresses))
  vault.addEventListener('error', () => {
    connected = undefined
    openWallets.set([])
    vault.close()
  })
  vault.start()
  return keys
}

const tabs = new BroadcastChannel('tern-signer')

/** Where each tab has a signer of its own, or an older one from before an update, none of them stays open. */
export function lockOtherTabs(): void {
  tabs.postMessage('lock')
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'lock') void connected?.then(keys => keys.lock())
})
