import { type Address, isTernError, type Owner } from '@tern/core'
import { type Bundle, checkRevision } from '@tern/custody'
import { fetchBundle, putBundle } from './bundle.ts'
import { errorText } from './errorText.ts'
import { readPin, writePin } from './pin.ts'
import { signer } from './signer.ts'
import { createStore } from './store.ts'

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

function firstAddress(bundle: Bundle): Address | undefined {
  return bundle.wallets[0]?.address
}

function rest(bundle: Bundle | undefined): Session {
  const address = bundle && firstAddress(bundle)
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

async function open(bundle: Bundle, address: Address | undefined): Promise<Address> {
  if (address === undefined) throw new TypeError('A bundle without a wallet')
  const keys = await signer()
  writePin(bundle)
  session.set({ status: 'unlocked', bundle, address, owner: keys.owner(address) })
  return address
}

/** Creates a wallet in the browser, stores its ciphertext, and leaves it open. @throws TernError `wallet/*`, or what the server says. */
export async function createWallet(passphrase: string): Promise<Address> {
  const keys = await signer()
  const { bundle, addresses } = await keys.create(passphrase, { suborgId: crypto.randomUUID() })
  try {
    await putBundle(bundle)
  } catch (error) {
    await keys.lock()
    throw error
  }
  return open(bundle, addresses[0])
}

/** Opens the wallets of this session. @throws TernError `wallet/wrongPassphrase` and its siblings. */
export async function unlockWallet(passphrase: string): Promise<void> {
  const current = session.get()
  if (current.status !== 'locked') return
  const keys = await signer()
  const [address] = await keys.unlock(current.bundle, passphrase)
  await open(current.bundle, address)
}

/** Opens a downloaded bundle and makes it this session's. Nothing is stored unless the passphrase opens it. */
export async function restoreWallet(bundle: Bundle, passphrase: string): Promise<Address> {
  const keys = await signer()
  const [address] = await keys.unlock(bundle, passphrase)
  try {
    await putBundle(bundle)
  } catch (error) {
    await keys.lock()
    throw error
  }
  return open(bundle, address)
}

/** Forgets the keys; balances stay visible. */
export async function lockWallet(): Promise<void> {
  const current = session.get()
  if (current.status !== 'unlocked') return
  session.set(rest(current.bundle))
  await (await signer()).lock()
}
