import type { Client } from '@tern/client'
import type { Address } from '@tern/core'

type Watcher = Pick<Client['chain'], 'watchAccount'>
type OnAccount = Parameters<Watcher['watchAccount']>[1]

const retryMs = 2_000

/**
 * Follows an account, beginning with its present state. If a read fails, starts the watch again after 2 s, until it succeeds.
 * So a page that was opened while the server was away shows its balances once the server is back.
 *
 * @returns stops following.
 */
export function followAccount(chain: Watcher, address: Address, onAccount: OnAccount): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  const watch = () => {
    stop()
    stop = chain.watchAccount(address, onAccount, () => {
      timer = setTimeout(watch, retryMs)
    })
  }
  watch()
  return () => {
    clearTimeout(timer)
    stop()
  }
}
