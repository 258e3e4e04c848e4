import type { TernError } from '@tern/core'
import type { FormOutcome, VaultForm } from '@tern/custody'
import type { WalletMessage } from '@tern/custody/internal'
import { pageLocks } from '@tern/terminal/pageLocks'

/** Messages of a vault window to the frame that got its request. `from`: id of the window. */
export type WindowSays =
  | { readonly says: 'ready'; readonly from: string }
  /** The person has confirmed the shown withdrawal. */
  | { readonly says: 'wants'; readonly from: string }
  | { readonly says: 'signed'; readonly from: string; readonly signature: Uint8Array }
  | { readonly says: 'refused'; readonly from: string; readonly error: Pick<TernError, 'code' | 'facts'> }
  | { readonly says: 'ended'; readonly from: string; readonly outcome: FormOutcome }

/** Messages of the frame. `to`: id of the window. */
export type FrameSays =
  /** The frame has the request. A window that opened earlier sends `ready` again. */
  | { readonly says: 'here' }
  | { readonly says: 'form'; readonly to: string; readonly form: VaultForm; readonly look: Readonly<DOMStringMap> }
  | { readonly says: 'withdraw'; readonly to: string; readonly asked: WalletMessage }
  | { readonly says: 'over'; readonly to: string }

/**
 * Opens the channel between a request's frame and its window. Only the vault's origin can listen, and no message holds a secret.
 */
export const channelOf = (request: string): BroadcastChannel => new BroadcastChannel(`tern-request-${request}`)

/** Holds a Web Lock until this page ends, or until the returned function is called. */
export function holdLock(name: string): Promise<() => void> {
  return new Promise(resolve => {
    void pageLocks.request(name, () => new Promise<void>(release => resolve(release)))
  })
}

/** Resolves once the lock's holder has released it or is gone. A page that closes or crashes sends no message. */
export const lockReleased = (name: string): Promise<void> =>
  pageLocks.request(name, { mode: 'shared' }, () => undefined)
