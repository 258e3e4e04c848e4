import { isTernError, TernError } from '@tern/core'
import { canonicalJson } from '@tern/core/internal'
import { type Bundle, checkRevision, pinOf } from '@tern/custody/internal'
import { pageLocks } from '@tern/terminal/pageLocks'
import { fetchBundle } from './bundle.ts'
import type { Copies } from './copy.ts'
import { readPin, writePin } from './pin.ts'

/** Checks if the server did not answer or refused. Any other error is a fault of the bundle itself. */
export const isUnanswered = (error: unknown): boolean =>
  !isTernError(error) || isTernError(error, 'wallet/storeRefused') || isTernError(error, 'wallet/storeUnknown')

export const isSame = (one: Bundle, other: Bundle): boolean => pinOf(one).digest === pinOf(other).digest

/** Tests if the same secrets open both bundles. A new root key changes every lock. */
export const hasSameLocks = (one: Bundle, other: Bundle): boolean => canonicalJson(one.ark) === canonicalJson(other.ark)

/** Runs `work` while no other tab stores. */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  pageLocks.request('tern-store', work) as Promise<T>

/** The server's copy of this browser's bundle. */
export interface Stored {
  readonly copies: Copies
  /** Public name of its session. */
  session: string
  /** A bundle that may or may not be stored, because the server did not answer. */
  uncertain: Bundle | undefined
  /**
   * Reads the server's bundle without checks against the pin. @throws TernError `wallet/storeRefused`, `wallet/bundle*`.
   */
  read(): Promise<Bundle | undefined>
  /**
   * Reads the server's bundle and checks it against the pin.
   *
   * @returns `undefined` if the server has no bundle and this browser never had a bundle.
   * @throws TernError `wallet/storeRefused`, and `wallet/bundle*` if the bundle fails the check or is missing.
   */
  readUsable(): Promise<Bundle | undefined>
  /**
   * Reads the newest bundle, because another tab may have changed it.
   *
   * @throws TernError `wallet/bundleForeign` if there is no bundle, and the errors of `readUsable`.
   */
  newest(): Promise<Bundle>
  /** Pins and copies a bundle. The signer must have checked or made its seal. */
  note(bundle: Bundle): void
  /** Called with each bundle that this page made, once it is stored. */
  onStored(bundle: Bundle): Promise<void>
}

/** Creates access to the server's copy and checks it against this browser's pin. */
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
      const before = readPin()
      const bundle = await stored.read()
      const pinned = readPin()
      // Another tab stored a newer bundle while the server answered.
      if (pinned?.digest !== before?.digest) return stored.readUsable()
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
