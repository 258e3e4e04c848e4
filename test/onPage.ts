import { type Address, decodeBase58, parseAmount } from '@tern/core'
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { bringWallet, passphrase, vaultOn } from '../apps/terminal/test/bringWallet.ts'
import { practiceRpc } from './practiceRpc.ts'

export { bringWallet, passphrase, vaultOn }

/** The vault's page, in its frame or in a window. */
type Locating = Pick<Page, 'getByLabel' | 'getByRole' | 'getByText'>

/** The figures of a preview: label → the exact amount, as text. */
export type ShownPreview = ReadonlyMap<string, string>

/** Reads the preview on the page. */
export const previewOn = async (page: Page): Promise<ShownPreview> =>
  new Map(
    await page.locator('dl div:has(> dt):has(data)').evaluateAll(rows =>
      rows.map(row => {
        const label = row.querySelector('dt')?.firstChild?.textContent ?? ''
        return [label, row.querySelector('data')?.value ?? ''] as const
      }),
    ),
  )

/** Reads a figure of a preview, in raw units. */
export function figure(of: ShownPreview, label: string, decimals: number): bigint {
  const [found] = [...of].filter(([name]) => name.startsWith(label))
  if (!found) throw new RangeError(`the preview has no '${label}': ${[...of.keys()].join(', ')}`)
  return parseAmount(found[1], decimals)
}

/** Adds up the costs on a preview, with account rent. The rest of the preview's total comes back or never leaves the wallet. */
export const paid = (promised: ShownPreview): bigint =>
  ['Amount', 'Trade fee 1%', 'Priority fee', 'Bribe', 'Account rent', 'Venue account rent', 'Network fee']
    .filter(label => promised.has(label))
    .reduce((sum, label) => sum + figure(promised, label, 9), 0n)

/** The signatures and the errors in a page's toasts. */
async function toastsOn(page: Page) {
  const submitted = page.getByRole('status').filter({ hasText: 'Order submitted: ' }).locator('b > data')
  const [signatures, failures] = await Promise.all([
    submitted.evaluateAll(shown => shown.map(data => (data as HTMLDataElement).value)),
    page.getByRole('alert').allTextContents(),
  ])
  return { signatures, failures }
}

/**
 * Presses the main button twice once it has the name `button`, and waits until the trade is submitted.
 * If the page asks about a high price impact, confirms. Adds the trade's signature to `signatures`.
 * Toasts from before the press do not count, and neither do `signatures`: a tab may show another tab's trade late.
 * @returns the preview as it was before the click. @throws if the page then shows an error.
 */
export async function trade(page: Page, button: string | RegExp, signatures: string[]): Promise<ShownPreview> {
  const main = page.getByRole('button', { name: button })
  const question = page.getByRole('button', { name: /^Review: price impact/ })
  await main.or(question).waitFor()
  const promised = await previewOn(page)
  const before = await toastsOn(page)
  if (await question.isVisible()) await goOnAnyway(page, question)
  else await main.dblclick()
  const known = [...before.signatures, ...signatures]
  const next = async () => {
    const now = await toastsOn(page)
    const failures = now.failures.filter(text => !before.failures.includes(text))
    if (failures.length > 0) throw new Error(failures.join('; '))
    return now.signatures.find(signature => !known.includes(signature))
  }
  const signature = await vi.waitUntil(next, { timeout: 100_000, interval: 100 })
  expect(decodeBase58(signature)).toHaveLength(64)
  signatures.push(signature)
  return promised
}

async function goOnAnyway(page: Page, question: Locator): Promise<void> {
  await question.click()
  const dialog = page.getByRole('dialog', { name: /^Price impact/ })
  await dialog.waitFor()
  const word = dialog.getByLabel(/^Type/)
  if (await word.isVisible()) await word.fill(/“(.*)”/.exec((await dialog.textContent()) ?? '')?.[1] ?? '')
  await dialog.getByRole('button', { name: /anyway$/ }).dblclick()
}

/** Returns the vault's window that `ask` opens, once its form takes input. */
export async function vaultWindow(page: Page, ask: () => Promise<unknown>): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await ask()
  const window = await opening
  await window.locator('dialog[open] fieldset:enabled').waitFor()
  return window
}

/** Presses the button that closes the vault's window. The window may be gone before the press is answered. */
export async function pressLast(window: Page, button: Locator): Promise<void> {
  await button.click().catch(error => {
    if (!window.isClosed()) throw error
  })
  await expect.poll(() => window.isClosed()).toBe(true)
}

/** Closes the vault's window, which cancels its form, and waits until the page goes on. */
export async function closeVaultWindow(window: Page, page: Page): Promise<void> {
  await window.close()
  await page.getByRole('dialog', { name: 'Continue in the vault’s window' }).waitFor({ state: 'detached' })
}

/** Retypes a wrong passphrase. The field must have the focus and its text be selected, so typing replaces the text. */
export async function retypePassphrase(page: Page, vault: Locating = vaultOn(page)): Promise<void> {
  await vault.getByText('Wrong passphrase').waitFor()
  await page.keyboard.type(passphrase)
}

/** Types the two groups that the form asks for. @returns the recovery code. */
export async function writeDownRecoveryCode(page: Page, vault: Locating = vaultOn(page)): Promise<string> {
  const list = vault.getByRole('list', { name: 'Recovery code' })
  await list.waitFor()
  const groups = await list.locator('li').evaluateAll(items => items.map(item => item.lastChild?.textContent ?? ''))
  for (const field of await vault.getByLabel(/^(Type|And) group \d/).all()) {
    const label = (await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent)) ?? ''
    await field.fill(groups[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  }
  await vault.getByLabel('I have it on paper or in a password manager').check()
  return groups.join('-')
}

/** Imports a wallet and gives it 10 SOL, like a new wallet of the practice chain. @returns its address. */
export async function bringPracticeWallet(page: Page, url: string): Promise<Address> {
  const address = await bringWallet(page, url)
  const { rpc, lamportsOf } = practiceRpc(() => Number(new URL(url).port))
  await rpc('requestAirdrop', address, 10_000_000_000)
  await vi.waitUntil(async () => (await lamportsOf(address)) === 10_000_000_000n, { timeout: 100_000 })
  return address
}

/** Types the words that the form asks for. @returns the recovery phrase. */
export async function writeDownPhrase(page: Page, vault: Locating = vaultOn(page)): Promise<string> {
  const list = vault.getByRole('list', { name: 'Recovery phrase' })
  await list.waitFor()
  const words = await list.locator('li').evaluateAll(items => items.map(item => item.lastChild?.textContent ?? ''))
  for (const field of await vault.getByLabel(/^(Type|And) word \d/).all()) {
    const label = (await field.evaluate(input => (input as HTMLInputElement).labels?.[0]?.textContent)) ?? ''
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1] ?? '')
  }
  await vault.getByLabel('I have it on paper or in a password manager').check()
  return words.join(' ')
}

/** Locks the wallets, from the corner of a page that has them open. */
export async function lockWallets(page: Page): Promise<void> {
  await page.getByTitle(/^Wallet \S{32,44}$/).click()
  await page.getByRole('menuitem', { name: /^Lock/ }).click()
  await page.getByTitle(/^Wallet \S{32,44}, locked$/).waitFor()
}

/** Unlocks the wallets by their passphrase. */
export async function unlockWallets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlock', exact: true }).first().click()
  const dialog = vaultOn(page).getByRole('dialog')
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Reads the address of the wallet in use. */
const addressInUse = async (page: Page): Promise<string> => {
  const corner = page.getByTitle(/^Wallet \S{32,44}$/)
  return ((await corner.getAttribute('title')) ?? '').slice('Wallet '.length)
}

/** Begins to practise from the welcome page, with a wallet that needs no input. @returns its address. */
export async function startPractising(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'Start practising' }).click()
  await page.waitForURL('**/discover')
  await page.getByLabel('SOL balance', { exact: true }).waitFor()
  return addressInUse(page)
}

/** Fills in the form that makes or keeps a wallet, up to the check of the phrase. @returns the phrase. */
export async function fillCreation(page: Page): Promise<string> {
  const vault = vaultOn(page)
  await vault.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await vault.getByLabel('Again', { exact: true }).fill(passphrase)
  await vault.getByRole('button', { name: 'Continue', exact: true }).click()
  return writeDownPhrase(page)
}

/** Makes a wallet with a passphrase and a recovery phrase on the practice chain. @returns its address. */
export async function createWallet(page: Page, url: string): Promise<string> {
  const address = await startPractising(page, url)
  await page.goto(`${url}/wallets`)
  await page.getByRole('button', { name: 'Keep this wallet' }).click()
  await fillCreation(page)
  await vaultOn(page).getByRole('button', { name: 'Create wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Change passphrase' }).waitFor()
  return address
}

/** Finds a token on Discover by its mint. Afterwards the list has only this token. */
export async function findToken(page: Page, mint: string) {
  await page.getByLabel('Find a token').fill(mint)
  // The rail may link to the token, too, if the page showed it last.
  const link = page.locator(`main a[href="/t/${mint}"]`)
  await link.waitFor()
  return link
}
