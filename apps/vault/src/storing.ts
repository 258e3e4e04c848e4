import { isTernError, TernError } from '@tern/core'
import { type Bundle, checkRevision, type Keys } from '@tern/custody'
import { endSession, fetchRevision, postBundle, putBundle } from './bundle.ts'
import { readPin, removePin } from './pin.ts'
import { exclusively, isSame, type Stored } from './stored.ts'

/** The HTTP status by which the server refuses a revision that is not the next. */
const conflict = 409
const maxTries = 3

const isConflict = (error: unknown): boolean =>
  isTernError(error, 'wallet/storeRefused') && error.facts.status === conflict

/** Sends a bundle and, unless the answer says that it is stored, reads whether it is. */
async function send(stored: Stored, bundle: Bundle, sending: () => Promise<void>): Promise<void> {
  stored.uncertain = undefined
  try {
    await sending()
  } catch (error) {
    const now = await stored.read().catch(() => 'silent' as const)
    if (now === 'silent') {
      stored.uncertain = bundle
      throw new TernError('wallet/storeUnknown', {}, { cause: error })
    }
    if (now === undefined || !isSame(now, bundle)) throw error
  }
  await stored.onStored(bundle)
}

/**
 * Stores the next revision, proved by a key of the wallets that are stored.
 * @throws TernError `wallet/storeRefused`, `wallet/storeUnknown`, `wallet/locked`.
 */
export async function write(stored: Stored, bundle: Bundle, keys: Keys): Promise<void> {
  const proof = await keys.approve('store', stored.session, bundle)
  await send(stored, bundle, () => putBundle(bundle, proof))
}

/** Stores a bundle of any revision in a session of its own. @throws TernError `wallet/storeRefused`, `wallet/storeUnknown`. */
export const begin = (stored: Stored, bundle: Bundle): Promise<void> =>
  send(stored, bundle, async () => {
    stored.session = await postBundle(bundle)
  })

/**
 * Makes a next revision of the newest one and stores it. If another browser was faster, it is made anew.
 * @throws TernError `wallet/*`.
 */
export const change = <T extends { readonly bundle: Bundle }>(
  stored: Stored,
  keys: Keys,
  make: (newest: Bundle) => Promise<T>,
): Promise<T> =>
  exclusively(async () => {
    for (let tries = 1; ; tries++)
      try {
        const made = await make(await stored.newest())
        await write(stored, made.bundle, keys)
        return made
      } catch (error) {
        if (!isConflict(error) || tries === maxTries) throw error
      }
  })

/** Ends the session in every other browser. @throws TernError `wallet/storeRefused`, `wallet/locked`. */
export async function signOutOthers(stored: Stored, keys: Keys): Promise<void> {
  const bundle = await stored.newest()
  stored.session = await endSession(await keys.approve('signOut', stored.session, bundle))
}

/** The bundle that was last opened or made here, from this browser or from the server's older revisions; `undefined`: neither has it. */
export async function recover({ copies }: Stored): Promise<Bundle | undefined> {
  const copy = await copies.read()
  if (copy !== undefined) return copy
  const pinned = readPin()
  const older = pinned && (await fetchRevision(pinned.rev).catch(() => undefined))
  return older && checkRevision(pinned, older) === undefined ? older : undefined
}

/** Forgets that this browser had wallets. */
export async function forget({ copies }: Stored): Promise<void> {
  removePin()
  await copies.remove()
}
