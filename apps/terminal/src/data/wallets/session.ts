import { type Address, isTernError, type Owner } from '@tern/core'
import { type Bundle, checkRevision } from '@tern/custody'
import { errorText } from '../../text/errorText.ts'
import { createStore } from '../store.ts'
import { fetchBundle, putBundle } from './bundle.ts'
import { readChosenWallet } from './chosenWallet.ts'
import { readPin, writePin } from './pin.ts'
import { lockOtherTabs, signer } from './signer.ts'

/** Who is here. `none`: no wallet yet. `unreachable`: the server did not tell. `refused`: it told of a bundle that must not be used. */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'unreachable' | 'refused'; readonly why: string }
  | { readonly status: 'none' }
  | { readonly status: 'locked'; readonly bundle: Bundle; readonly address: Address }
  | { readonly status: 'unlocked'; readonly bundle: Bundle; readonly address: Address; readonly owner: Owner }

export const session = createStore<Session>({ status: 'loading' })

/** Whether the dialog that asks for the passphrase is open. */
export const unlockDialog = createStore<'open' | 'closed'>('closed')

/** The wallet of a bundle that was last chosen in this browser, or its first. */
function chosenAddress({ wallets }: Bundle): Address | undefined {
  const chosen = readChosenWallet()
  return (wallets.find(({ address }) => address === chosen) ?? wallets[0])?.address
}

function rest(bundle: Bundle | undefined): Session {
  const address = bundle && chosenAddress(bundle)
  return bundle === undefined || address === undefined ? { status: 'none' } : { status: 'locked', bundle, address }
}

const retryMs = 3_000

let retry: ReturnType<typeof setTimeout> | undefined
let loading: Promise<Session> | undefined

/** Asks the server for this browser's wallets, once; when it does not answer, again and again. Never rejects. */
export function loadSession(): Promise<Session> {
  loading ??= (async () => {
    try {
      const bundle = await fetchBundle()
      const refused = bundle && checkRevision(readPin(), bundle)
      if (refused) throw refused
      // A wallet may have been made or restored since the server was asked.
      if (session.get().status !== 'unlocked') session.set(rest(bundle))
    } catch (error) {
      session.set({ status: isTernError(error) ? 'refused' : 'unreachable', why: errorText(error) })
      loading = undefined
      clearTimeout(retry)
      // A bundle that is refused stays refused; a server that did not answer may come back.
      if (!isTernError(error)) retry = setTimeout(loadSession, retryMs)
    }
    return session.get()
  })()
  return loading
}

/** The keys of these wallets are open: so is the session. */
export async function openSession(bundle: Bundle): Promise<Address> {
  const address = chosenAddress(bundle)
  if (address === undefined) throw new TypeError('A bundle without a wallet')
  const keys = await signer()
  writePin(bundle)
  session.set({ status: 'unlocked', bundle, address, owner: keys.owner(address) })
  return address
}

/** Takes a newer bundle of the same wallets, or another chosen wallet, and leaves open or locked what was. */
export async function adopt(bundle: Bundle): Promise<void> {
  if (session.get().status === 'unlocked') {
    await openSession(bundle)
    return
  }
  writePin(bundle)
  session.set(rest(bundle))
}

/** A wallet that was made and is open, but is stored nowhere until `keep`. */
export interface BegunWallet {
  /** Shown once. */
  readonly recoveryCode: string
  /** Stores the ciphertext. May be called again after it failed. @throws what the server says. */
  readonly keep: () => Promise<Address>
  /** Forgets the keys, unless they were kept. */
  readonly abandon: () => Promise<void>
}

/** Makes a wallet in this browser. @throws TernError `wallet/*`. */
export async function beginWallet(passphrase: string): Promise<BegunWallet> {
  const keys = await signer()
  const { bundle, recoveryCode } = await keys.create(passphrase, { suborgId: crypto.randomUUID() })
  let isKept = false
  return {
    recoveryCode,
    async keep() {
      await putBundle(bundle)
      isKept = true
      return openSession(bundle)
    },
    async abandon() {
      if (!isKept) await keys.lock()
    },
  }
}

/** Opens the wallets of this session. @throws TernError `wallet/wrongPassphrase` and its siblings. */
export async function unlockWallet(passphrase: string): Promise<void> {
  const current = session.get()
  if (current.status !== 'locked') return
  const keys = await signer()
  await keys.unlock(current.bundle, passphrase)
  await openSession(current.bundle)
}

/** Opens a downloaded bundle and makes it this session's. Nothing is stored unless the passphrase opens it. */
export async function restoreWallet(bundle: Bundle, passphrase: string): Promise<Address> {
  const keys = await signer()
  await keys.unlock(bundle, passphrase)
  try {
    await putBundle(bundle)
  } catch (error) {
    await keys.lock()
    throw error
  }
  return openSession(bundle)
}

/** The keys were forgotten; balances stay visible. */
export function closeSession(): void {
  const current = session.get()
  if (current.status === 'unlocked') session.set(rest(current.bundle))
}

/** Forgets the keys, in every tab of this browser. */
export async function lockWallet(): Promise<void> {
  if (session.get().status !== 'unlocked') return
  closeSession()
  lockOtherTabs()
  await (await signer()).lock()
}
