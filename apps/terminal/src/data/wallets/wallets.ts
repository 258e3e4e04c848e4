import type { Address } from '@tern/core'
import { openToast } from '../toasts.ts'
import { offerWallet } from './offerWallet.ts'
import { showForm, vault } from './vault.ts'
import { noteDownloaded } from './walletFile.ts'

/** Opens the vault's form for a new wallet. The wallet in use stays the same, if there was a wallet. */
export async function addWallet(form: 'newWallet' | 'create'): Promise<void> {
  const { address } = await showForm({ form })
  if (address !== undefined) await offerWallet(address)
}

/**
 * Renames a wallet. Its key is not touched.
 *
 * @throws TernError the server's error.
 */
export async function renameWallet(address: Address, label: string): Promise<void> {
  await (await vault()).rename(address, label)
}

/** Opens the vault's form that changes the passphrase of all wallets. */
export async function changePassphrase(): Promise<void> {
  const { outcome } = await showForm({ form: 'changePassphrase' })
  if (outcome !== 'done') return
  openToast({
    state: 'confirmed',
    title: 'Passphrase changed',
    detail: 'Older copies of the file still open with the old passphrase.',
  })
}

/** Opens the vault's form that replaces the recovery code of all wallets. */
export async function replaceRecoveryCode(): Promise<void> {
  await showForm({ form: 'replaceCode' })
}

/** Opens the vault's form that adds a passkey, to open the wallets with it too. */
export async function addPasskey(): Promise<void> {
  const { outcome } = await showForm({ form: 'addPasskey' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Passkey added' })
}

/**
 * Opens the vault's form that removes a passkey.
 *
 * @param id the passkey's id.
 */
export async function removePasskey(id: string): Promise<void> {
  const { outcome } = await showForm({ form: 'removePasskey', id })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Passkey removed' })
}

/** Shows the secret key of a wallet, in the vault only. */
export async function exportKey(address: Address): Promise<void> {
  await showForm({ form: 'exportKey', address })
}

/** Opens the vault's form that changes the limits of trades that the signer signs without asking. */
export async function changeSignerLimits(): Promise<void> {
  const { outcome } = await showForm({ form: 'limits' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Signer limits changed' })
}

/**
 * Opens the vault's form that adds the wallets of a downloaded file to the wallets here.
 * A newer copy of the wallets here replaces them. The outcome then has an address.
 */
export async function importWallets(): Promise<void> {
  const { outcome, address } = await showForm({ form: 'restore' })
  if (outcome !== 'done') return
  const [title, detail] =
    address === undefined
      ? ['Wallets added', 'Your passphrase here unlocks them too.']
      : ['Wallets updated from the file', 'The file’s passphrase unlocks them now.']
  openToast({ state: 'confirmed', title, detail })
}

/** Keeps the practice wallet: it gets a passphrase, and the person writes down its recovery phrase. */
export async function keepPracticeWallet(): Promise<void> {
  const { outcome } = await showForm({ form: 'create' })
  if (outcome === 'done')
    openToast({ state: 'confirmed', title: 'Wallet kept', detail: 'Same address, now with a passphrase.' })
}

/** Restores the wallets of a recovery phrase. They replace a practice wallet, if there is one. */
export async function restoreByPhrase(): Promise<void> {
  const { address } = await showForm({ form: 'restorePhrase' })
  if (address !== undefined) await offerWallet(address)
}

/** Restores the wallets of a downloaded file. They replace a practice wallet, if there is one. */
export async function restoreFromFile(): Promise<void> {
  const { address } = await showForm({ form: 'restore' })
  if (address !== undefined) await offerWallet(address)
}

/** Opens the vault's form that imports another program's recovery phrase or key. */
export async function importForeignWallet(): Promise<void> {
  const { outcome } = await showForm({ form: 'importKeys' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Wallets imported' })
}

/** Makes a recovery phrase for wallets without a phrase, together with a new wallet that derives from it. */
export async function getPhrase(): Promise<void> {
  const { address } = await showForm({ form: 'givePhrase' })
  if (address === undefined) return
  openToast({
    state: 'confirmed',
    title: 'You have a recovery phrase',
    detail: 'It restores only the new wallet. Move your funds there: “Move everything…” in each older wallet’s menu.',
  })
  await offerWallet(address)
}

/** Shows the recovery phrase, in the vault only. */
export async function revealPhrase(): Promise<void> {
  await showForm({ form: 'revealPhrase' })
}

/**
 * Makes the server forget the sessions of all other browsers.
 *
 * @throws TernError the vault's or the server's error.
 */
export async function signOutOthers(): Promise<void> {
  await (await vault()).signOutOthers()
  openToast({
    state: 'confirmed',
    title: 'Other browsers are signed out',
    detail: 'They can no longer fetch the wallet file. Copies they already have still open.',
  })
}

/**
 * Downloads the encrypted wallet file.
 *
 * @param wallets the wallets in the file.
 */
export async function downloadWallets(wallets: readonly Address[]): Promise<void> {
  await (await vault()).download()
  noteDownloaded(wallets)
}
