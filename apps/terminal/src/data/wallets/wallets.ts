import { type Address, TernError } from '@tern/core'
import { type Bundle, checkRevision } from '@tern/custody'
import { fetchBundle, putBundle } from './bundle.ts'
import { writeChosenWallet } from './chosenWallet.ts'
import { readPin } from './pin.ts'
import { adopt, lockWallet, openSession, session } from './session.ts'
import { signer } from './signer.ts'

/** Uses another of this browser's wallets from now on. */
export async function chooseWallet(address: Address): Promise<void> {
  const current = session.get()
  if (current.status !== 'locked' && current.status !== 'unlocked') return
  writeChosenWallet(address)
  await adopt(current.bundle)
}

/** The newest bundle that the server has: another tab may have changed it. */
async function newestBundle(): Promise<Bundle> {
  const bundle = await fetchBundle()
  if (bundle === undefined) throw new TernError('wallet/bundleForeign', {})
  const refused = checkRevision(readPin(), bundle)
  if (refused) throw refused
  return bundle
}

/** Stores a bundle that was changed, then uses it. @throws what the server says: nothing has changed then. */
async function keep(bundle: Bundle): Promise<void> {
  await putBundle(bundle)
  await adopt(bundle)
}

/** Stores what the signer already works with; when that fails it is locked, and what opens it is what is stored. */
async function store(bundle: Bundle): Promise<void> {
  try {
    await putBundle(bundle)
  } catch (error) {
    await lockWallet()
    await (await signer()).lock()
    throw error
  }
}

/**
 * Makes one more wallet, which is then the chosen one; all of them are unlocked.
 * @throws TernError `wallet/wrongPassphrase`, or what the server says: nothing was added then.
 */
export async function addWallet(passphrase: string, label: string): Promise<Address> {
  const keys = await signer()
  const { bundle } = await keys.addWallet(await newestBundle(), passphrase, label)
  await store(bundle)
  const address = bundle.wallets.at(-1)?.address
  if (address === undefined) throw new TypeError('A bundle without a wallet')
  writeChosenWallet(address)
  return openSession(bundle)
}

/** Gives a wallet another name; its key is not touched. @throws what the server says. */
export async function renameWallet(address: Address, label: string): Promise<void> {
  const bundle = await newestBundle()
  const wallets = bundle.wallets.map(wallet => (wallet.address === address ? { ...wallet, label } : wallet))
  await keep({ ...bundle, rev: bundle.rev + 1, wallets })
}

/** Another passphrase for all wallets. `passphrase` may be the recovery code. @throws TernError `wallet/*`, or what the server says. */
export async function changePassphrase(passphrase: string, next: string): Promise<void> {
  const keys = await signer()
  const bundle = await keys.changePassphrase(await newestBundle(), passphrase, next)
  await store(bundle)
  await adopt(bundle)
}

/** A new recovery code, which is in force once it was kept; the one before is until then. */
export interface BegunCode {
  /** Shown once. */
  readonly recoveryCode: string
  /** @throws what the server says: nothing has changed then. */
  readonly keep: () => Promise<void>
}

/** Makes another recovery code for all wallets. @throws TernError `wallet/*`, or what the server says. */
export async function beginRecoveryCode(passphrase: string): Promise<BegunCode> {
  const keys = await signer()
  const { bundle, recoveryCode } = await keys.replaceRecoveryCode(await newestBundle(), passphrase)
  return { recoveryCode, keep: () => keep(bundle) }
}
