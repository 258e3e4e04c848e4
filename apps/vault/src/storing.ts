import { isTernError, TernError } from '@tern/core'
import { type Bundle, checkRevision, type Keys } from '@tern/custody/internal'
import { endSession, fetchRevision, postBundle, putBundle } from './bundle.ts'
import { readPin, removePin } from './pin.ts'
import { exclusively, isSame, type Stored } from './stored.ts'

/** HTTP status of the server for a revision that is not the next. */
const conflict = 409
const maxTries = 3

const isConflict = (error: unknown): boolean =>
  isTernError(error, 'wallet/storeRefused') && error.facts.status === conflict

/** Sends a bundle. After an error, it reads back whether the server stored the bundle nevertheless. */
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
 * Stores the next revision, with a proof by a key of the stored wallets.
 * @throws TernError `wallet/storeRefused`, `wallet/storeUnknown`, `wallet/locked`.
 */
export async function write(stored: Stored, bundle: Bundle, keys: Keys): Promise<void> {
  const proof = await keys.approve('store', stored.session, bundle)
  await send(stored, bundle, () => putBundle(bundle, proof))
}

/** Stores a bundle of any revision in a new session. @throws TernError `wallet/storeRefused`, `wallet/storeUnknown`. */
export const begin = (stored: Stored, bundle: Bundle): Promise<void> =>
  send(stored, bundle, async () => {
    stored.session = await postBundle(bundle)
  })

/**
 * Makes the next revision of the newest bundle and stores it. If another browser was faster, it starts over, at most twice.
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

/**
 * Ends the session in every other browser. If the answer is lost, it reads back whether the session has ended. This browser
 * then has no cookie for the moved bundle, so it begins a new session.
 *
 * @throws TernError `wallet/storeRefused`, `wallet/storeUnknown`, `wallet/locked`.
 */
export async function signOutOthers(stored: Stored, keys: Keys): Promise<void> {
  const bundle = await stored.newest()
  const proof = await keys.approve('signOut', stored.session, bundle)
  try {
    stored.session = await endSession(proof)
  } catch (error) {
    const now = await stored.read().catch(() => 'silent' as const)
    if (now === 'silent') throw new TernError('wallet/storeUnknown', {}, { cause: error })
    if (now !== undefined) throw error
    await begin(stored, bundle)
  }
}

/**
 * Finds the bundle that this browser last opened or made: its own copy, or an older revision of the server.
 *
 * @returns `undefined` if neither has it.
 */
export async function recover({ copies }: Stored): Promise<Bundle | undefined> {
  const copy = await copies.read()
  if (copy !== undefined) return copy
  const pinned = readPin()
  const older = pinned && (await fetchRevision(pinned.rev).catch(() => undefined))
  return older && checkRevision(pinned, older) === undefined ? older : undefined
}

/** Deletes the pin and the copy, as if this browser never had wallets. */
export async function forget({ copies }: Stored): Promise<void> {
  removePin()
  await copies.remove()
}
