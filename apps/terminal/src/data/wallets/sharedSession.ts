import type { Address } from '@tern/core'
import { type Bundle, checkRevision } from '@tern/custody'
import { fetchBundle } from './bundle.ts'
import { pinKey, readPin } from './pin.ts'
import { adopt, closeSession, loadSession, openSession, session } from './session.ts'
import { isSignerShared, openWallets, signer } from './signer.ts'

const holds = (bundle: Bundle, open: readonly Address[]) =>
  open.every(address => bundle.wallets.some(wallet => wallet.address === address))

/** The server's bundle, where it answers with one that may be used. */
async function fetchUsable(): Promise<Bundle | undefined> {
  const bundle = await fetchBundle().catch(() => undefined)
  return bundle === undefined || checkRevision(readPin(), bundle) !== undefined ? undefined : bundle
}

/** Brings this tab's session to what the signer has open. */
async function followSigner(): Promise<void> {
  const current = await loadSession().then(session.get)
  const open = openWallets.get()
  if (current.status === 'unlocked' && !open.includes(current.address)) closeSession()
  if (open.length === 0 || (current.status === 'unlocked' && holds(current.bundle, open))) return
  const known = 'bundle' in current && holds(current.bundle, open) ? current.bundle : await fetchUsable()
  // A wallet that is being made is open before it is stored, and what was open may have changed meanwhile.
  if (known === undefined || !holds(known, open) || openWallets.get() !== open) return
  await openSession(known)
}

/** Another tab has made, restored or changed wallets. */
async function followBundle(): Promise<void> {
  const bundle = await fetchUsable()
  if (bundle === undefined) return
  await adopt(bundle)
  await connect()
}

/** Hears what is open from the signer that all tabs share. */
async function connect(): Promise<void> {
  const { status } = await loadSession()
  if (!isSignerShared || (status !== 'locked' && status !== 'unlocked')) return
  await signer()
  await followSigner()
}

/** Follows in this tab what others do with the wallets: make, restore, change, unlock and lock. Call once. @returns ends it. */
export function startSharedSession(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === pinKey) void followBundle()
  }
  addEventListener('storage', onStorage)
  const stop = openWallets.subscribe(() => void followSigner())
  void connect()
  return () => {
    removeEventListener('storage', onStorage)
    stop()
  }
}
