import { parseAddress } from '@tern/core'
import { connectKeys, type Keys } from '@tern/custody'
import workerUrl from '@tern/custody/worker?worker&url'
import { networkQuery } from './network.ts'
import { queryClient } from './queryClient.ts'
import { trustedScriptUrl } from './trustedScriptUrl.ts'

let connected: Promise<Keys> | undefined

/** The signer in its worker, started when it is first needed. It pays fees to the server's fee wallet and nobody else. */
export function signer(): Promise<Keys> {
  connected ??= queryClient.fetchQuery(networkQuery).then(({ feeWallet }) => {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'signer' })
    return connectKeys(worker, { payees: feeWallet === null ? [] : [parseAddress(feeWallet)] })
  })
  return connected
}
