import type { Address } from '@tern/core'
import { openToast } from '../toasts.ts'
import { offerWallet } from './offerWallet.ts'
import { showForm, vault } from './vault.ts'
import { noteDownloaded } from './walletFile.ts'

/** Has a wallet made. The wallet in use stays the same, unless there was none. */
export async function addWallet(form: 'newWallet' | 'create'): Promise<void> {
  const { address } = await showForm({ form })
  if (address !== undefined) await offerWallet(address)
}

/** Gives a wallet another name; its key is not touched. @throws what the server says. */
export async function renameWallet(address: Address, label: string): Promise<void> {
  await (await vault()).rename(address, label)
}

/** Has another passphrase chosen for all wallets. */
export async function changePassphrase(): Promise<void> {
  const { outcome } = await showForm({ form: 'changePassphrase' })
  if (outcome !== 'done') return
  openToast({
    state: 'confirmed',
    title: 'Passphrase changed',
    detail: 'Older copies of the file open with the old one.',
  })
}

/** Has another recovery code made for all wallets, and written down. */
export async function replaceRecoveryCode(): Promise<void> {
  await showForm({ form: 'replaceCode' })
}

/** Has a passkey made that opens the wallets too. */
export async function addPasskey(): Promise<void> {
  const { outcome } = await showForm({ form: 'addPasskey' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Passkey added' })
}

/** Has one passkey taken from the wallets, by its id. */
export async function removePasskey(id: string): Promise<void> {
  const { outcome } = await showForm({ form: 'removePasskey', id })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Passkey removed' })
}

/** Has the secret key of one wallet shown, in the vault alone. */
export async function exportKey(address: Address): Promise<void> {
  await showForm({ form: 'exportKey', address })
}

/** Has other limits chosen, up to which the signer signs trades without asking. */
export async function changeSignerLimits(): Promise<void> {
  const { outcome } = await showForm({ form: 'limits' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Signer limits changed' })
}

/** Has the wallets of a downloaded file added to those that are here. */
export async function importWallets(): Promise<void> {
  const { outcome } = await showForm({ form: 'restore' })
  if (outcome !== 'done') return
  openToast({
    state: 'confirmed',
    title: 'Wallets added',
    detail: 'What opens your other wallets here opens them too.',
  })
}

/** Has the practice wallet kept: it gets a passphrase, and its phrase is written down. */
export async function keepPracticeWallet(): Promise<void> {
  const { outcome } = await showForm({ form: 'create' })
  if (outcome === 'done')
    openToast({ state: 'confirmed', title: 'Wallet kept', detail: 'The same address, with a passphrase now.' })
}

/** Has the wallets of a recovery phrase brought back, in the place of a practice wallet. */
export async function restoreByPhrase(): Promise<void> {
  const { address } = await showForm({ form: 'restorePhrase' })
  if (address !== undefined) await offerWallet(address)
}

/** Has the wallets of a downloaded file brought back, in the place of a practice wallet. */
export async function restoreFromFile(): Promise<void> {
  const { address } = await showForm({ form: 'restore' })
  if (address !== undefined) await offerWallet(address)
}

/** Has wallets of another program's phrase or key added to those that are here. */
export async function importForeignWallet(): Promise<void> {
  const { outcome } = await showForm({ form: 'importKeys' })
  if (outcome === 'done') openToast({ state: 'confirmed', title: 'Wallets imported' })
}

/** Has a recovery phrase made for wallets that have none, with a new wallet of it. */
export async function getPhrase(): Promise<void> {
  const { address } = await showForm({ form: 'givePhrase' })
  if (address === undefined) return
  openToast({
    state: 'confirmed',
    title: 'You have a recovery phrase',
    detail: 'It brings back the new wallet alone. Move everything there: in the menu of each older wallet.',
  })
  await offerWallet(address)
}

/** Has the recovery phrase shown, in the vault alone. */
export async function revealPhrase(): Promise<void> {
  await showForm({ form: 'revealPhrase' })
}

/** Has the server forget every other browser's session. @throws what the vault or the server says. */
export async function signOutOthers(): Promise<void> {
  await (await vault()).signOutOthers()
  openToast({
    state: 'confirmed',
    title: 'Other browsers are signed out',
    detail:
      'They get no wallet file from this server any more. Copies that they have still open with what opened them.',
  })
}

/** Hands the person the encrypted wallet file, which holds `wallets`. */
export async function downloadWallets(wallets: readonly Address[]): Promise<void> {
  await (await vault()).download()
  noteDownloaded(wallets)
}
