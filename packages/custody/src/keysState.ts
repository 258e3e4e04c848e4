import type { Address } from '@tern/core'
import type { Reply, SignerConnection } from './caller.ts'
import type { Keys, KeysStatus } from './keys.ts'
import type { Notice } from './requests.ts'

export type KeysState = ReturnType<typeof createKeysState>

/** Creates the state of a signer's wallets, as the signer's notices and the page's requests change it. */
export function createKeysState(connection: SignerConnection) {
  const listeners = new Set<() => void>()
  let state: Pick<Keys, 'status' | 'addresses' | 'signedLamports'> = {
    status: 'locked',
    addresses: [],
    signedLamports: 0n,
  }

  function become(status: KeysStatus, addresses: readonly Address[] = [], signedLamports = state.signedLamports): void {
    const isSame = status === state.status && addresses.join() === state.addresses.join()
    if (isSame && signedLamports === state.signedLamports) return
    state = { status, addresses, signedLamports }
    for (const listener of listeners) listener()
  }

  /** Applies a notice. A request of any page may have caused it. */
  function onNotice({ open, signedLamports }: Notice): void {
    if (open.length > 0) become('unlocked', open, signedLamports)
    else become(state.status === 'unlocked' ? 'locked' : state.status, [], signedLamports)
  }

  connection.addEventListener('message', ({ data }) => {
    const notice = data as Notice | Reply
    if ('open' in notice) onNotice(notice)
  })
  connection.addEventListener('error', () => become('locked', [], 0n))

  return {
    keys: {
      get status() {
        return state.status
      },
      get addresses() {
        return state.addresses
      },
      get signedLamports() {
        return state.signedLamports
      },
      subscribe(listener: () => void): () => void {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    become,
    /** Shows `unlocking` until the wallets are open, or `locked` after a failure. */
    async opening<T extends { readonly addresses: readonly Address[] }>(open: () => Promise<T>): Promise<T> {
      become('unlocking')
      try {
        const opened = await open()
        become('unlocked', opened.addresses)
        return opened
      } catch (error) {
        become('locked')
        throw error
      }
    },
  }
}
