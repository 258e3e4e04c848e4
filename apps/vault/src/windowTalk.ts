import type { Address, TernError } from '@tern/core'
import type { FormOutcome, VaultForm } from '@tern/custody'
import { pageLocks } from '@tern/terminal/pageLocks'

/** What a window of the vault tells the frame that was asked for its form. `from` names the window. */
export type WindowSays =
  | { readonly says: 'ready'; readonly from: string }
  /** Somebody has confirmed the withdrawal that it shows. */
  | { readonly says: 'wants'; readonly from: string }
  | { readonly says: 'signed'; readonly from: string; readonly signature: Uint8Array }
  | { readonly says: 'refused'; readonly from: string; readonly error: Pick<TernError, 'code' | 'facts'> }
  | { readonly says: 'ended'; readonly from: string; readonly outcome: FormOutcome }

/** What the frame says. `to` names the window. */
export type FrameSays =
  /** It has the request. A window that was up before says `ready` again. */
  | { readonly says: 'here' }
  | { readonly says: 'form'; readonly to: string; readonly form: VaultForm; readonly look: Readonly<DOMStringMap> }
  | { readonly says: 'withdraw'; readonly to: string; readonly address: Address; readonly bytes: Uint8Array }
  | { readonly says: 'over'; readonly to: string }

/** Joins the frame that has a request and the window that shows it. Only pages of the vault's own origin hear it, and no secret is said. */
export const channelOf = (request: string): BroadcastChannel => new BroadcastChannel(`tern-request-${request}`)

/** Holds a Web Lock while this page lives, or until the function that it answers is called. */
export function holdLock(name: string): Promise<() => void> {
  return new Promise(resolve => {
    void pageLocks.request(name, () => new Promise<void>(release => resolve(release)))
  })
}

/** Resolves once the page that holds a lock is gone, or has released it: a page that is closed or crashes says nothing. */
export const lockReleased = (name: string): Promise<void> =>
  pageLocks.request(name, { mode: 'shared' }, () => undefined)
