import { isTernError, TernError } from '@tern/core'
import { type Bundle, checkRevision, pinOf } from '@tern/custody'
import { pageLocks } from '@tern/terminal/pageLocks'
import { fetchBundle } from './bundle.ts'
import type { Copies } from './copy.ts'
import { readPin, writePin } from './pin.ts'

/** Nobody answered, or the server refused; anything else speaks against the bundle itself. */
export const isUnanswered = (error: unknown): boolean =>
  !isTernError(error) || isTernError(error, 'wallet/storeRefused') || isTernError(error, 'wallet/storeUnknown')

export const isSame = (one: Bundle, other: Bundle): boolean => pinOf(one).digest === pinOf(other).digest

/** Two tabs that store at once wait for each other. */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  pageLocks.request('tern-store', work) as Promise<T>

/** The server's copy of this browser's bundle. */
export interface Stored {
  readonly copies: Copies
  /** The public name of its session. */
  session: string
  /** What may be stored or not: the server did not answer. */
  uncertain: Bundle | undefined
  /** What the server has, whatever it is worth. @throws TernError `wallet/storeRefused`, `wallet/bundle*`. */
  read(): Promise<Bundle | undefined>
  /**
   * What the server has and may be used; `undefined` when there is and was none.
   * @throws TernError `wallet/storeRefused`, and `wallet/bundle*` for what speaks against it.
   */
  readUsable(): Promise<Bundle | undefined>
  /** The newest bundle: another tab may have changed it. @throws TernError as `readUsable`. */
  newest(): Promise<Bundle>
  /** Goes on with a bundle whose seal the signer has checked or made. */
  note(bundle: Bundle): void
  /** Hears of a bundle that was made here and is stored. */
  onStored(bundle: Bundle): Promise<void>
}

/** The server's copy of this browser's bundle, held to what the browser knows of it. */
export function createStored(appOrigin: string, copies: Copies, onStored: Stored['onStored']): Stored {
  const stored: Stored = {
    copies,
    session: '',
    uncertain: undefined,
    onStored,
    async read() {
      const found = await fetchBundle(appOrigin)
      stored.session = found?.session ?? ''
      const [made, bundle] = [stored.uncertain, found?.bundle]
      if (made !== undefined && bundle !== undefined) {
        stored.uncertain = undefined
        if (isSame(made, bundle)) await onStored(bundle)
      }
      return bundle
    },
    async readUsable() {
      const bundle = await stored.read()
      const pinned = readPin()
      if (bundle === undefined) {
        if (pinned === undefined) return undefined
        const { labels, addresses = [] } = pinned
        throw new TernError('wallet/bundleMissing', { names: labels ?? addresses })
      }
      const refused = checkRevision(pinned, bundle)
      if (refused) throw refused
      return bundle
    },
    async newest() {
      const bundle = await stored.readUsable()
      if (bundle === undefined) throw new TernError('wallet/bundleForeign', {})
      return bundle
    },
    note(bundle) {
      writePin(bundle)
      void copies.write(bundle)
    },
  }
  return stored
}
