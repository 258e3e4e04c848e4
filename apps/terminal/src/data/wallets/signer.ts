import { type Address, parseAddress } from '@tern/core'
import { connectKeys, type Keys, type SignerConnection } from '@tern/custody'
import workerUrl from '@tern/custody/worker?worker&url'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { createStore } from '../store.ts'
import { trustedScriptUrl } from './trustedScriptUrl.ts'

let connected: Promise<Keys> | undefined

/** The wallets that are open, in whichever tab they were opened. */
export const openWallets = createStore<readonly Address[]>([])

/**
 * Whether one signer serves all tabs of this browser: everywhere but in some older browsers on Android, where each tab has
 * its own and a wallet is unlocked in each. There is one holder of the keys, which no tab's page can read and which the
 * system ends with the last tab; a signature is asked for on the asking tab's own port and passes the same firewall. That
 * gives a script injected in one tab what it would have had in the tab that unlocked: signatures for trades, no key.
 */
export const isSignerShared = typeof SharedWorker !== 'undefined'

/** The signer, started when it is first needed. It pays fees to the server's fee wallet and nobody else. */
export function signer(): Promise<Keys> {
  connected ??= queryClient.fetchQuery(networkQuery).then(({ feeWallet }) => {
    const payees = feeWallet === null ? [] : [parseAddress(feeWallet)]
    const url = trustedScriptUrl(workerUrl)
    const { connection, start } = isSignerShared ? sharedWorker(url) : ownWorker(url)
    const keys = connectKeys(connection, { payees })
    keys.subscribe(() => openWallets.set(keys.addresses))
    connection.addEventListener('error', () => {
      connected = undefined
      openWallets.set([])
    })
    start()
    return keys
  })
  return connected
}

const tabs = new BroadcastChannel('tern-signer')

/** Where each tab has a signer of its own, or an older one from before an update, none of them stays open. */
export function lockOtherTabs(): void {
  tabs.postMessage('lock')
}

tabs.addEventListener('message', ({ data }) => {
  if (data === 'lock') void connected?.then(keys => keys.lock())
})

interface Started {
  readonly connection: SignerConnection
  /** After everybody listens: nothing that it says is lost. */
  start(): void
}

const options = { type: 'module', name: 'signer' } as const

const ownWorker = (url: string): Started => ({ connection: new Worker(url, options), start: () => undefined })

/** A port says nothing when the other side is gone: that the worker lives is told by the lock that it holds. */
function sharedWorker(url: string): Started {
  const worker = new SharedWorker(url, options)
  const { port } = worker
  let isWatched = false
  port.addEventListener('message', ({ data }: MessageEvent<{ readonly life?: string }>) => {
    if (isWatched || data.life === undefined) return
    isWatched = true
    void navigator.locks.request(data.life, { mode: 'shared' }, () => worker.dispatchEvent(new Event('error')))
  })
  const connection: SignerConnection = {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener(type: 'message' | 'error', listener: (event: MessageEvent<unknown>) => void) {
      if (type === 'message') port.addEventListener(type, listener)
      else worker.addEventListener(type, listener as (event: Event) => void)
    },
  }
  return { connection, start: () => port.start() }
}
