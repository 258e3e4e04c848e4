import type { Address } from '@tern/core'
import type { FrameLocator, Page } from 'playwright-core'
import { makeWalletFile, type WalletFile } from '../../../packages/custody/test/walletFile.ts'

export const passphrase = 'correct horse battery staple'

/** Returns the vault's frame, in which every secret is typed. */
export const vaultOn = (page: Page): FrameLocator => page.frameLocator('iframe[title="Vault"]')

/**
 * Restores an empty wallet from its file, which is much faster than making a wallet.
 *
 * @param wallet unset: a new wallet.
 * @returns its address.
 */
export async function bringWallet(page: Page, url: string, wallet?: WalletFile): Promise<Address> {
  const { text, address, recoveryCode } = wallet ?? (await makeWalletFile(passphrase))
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'Restore from file' }).click()
  const vault = vaultOn(page)
  const file = { name: 'wallets.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await vault.getByLabel('Wallet file').setInputFiles(file)
  await vault.getByLabel('Passphrase', { exact: true }).fill(recoveryCode)
  await vault.getByRole('button', { name: 'Restore wallet' }).click()
  await page.getByLabel('SOL balance', { exact: true }).waitFor()
  return address
}
