import { readFile } from 'node:fs/promises'
import { addressBytes } from '@tern/core/internal'
import { deriveKey, deriveSecret, phraseSeed } from '@tern/custody/internal/derivation'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { bringWallet, passphrase, pressLast, startPractising, vaultOn, vaultWindow, writeDownPhrase } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { storedBy } from './practiceServer.ts'

const about = `${'abandon '.repeat(11)}about`
/** The phrase's addresses on the paths `m/44'/501'/0'/0'`, `m/44'/501'/0'` and `m/44'/501'`, and without a path. */
const addresses = [
  'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  'GjJyeC1r2RgkuoCWMyPYkCWSGSGLcz266EaAkLA27AhL',
  'D2PPQSYFe83nDzk96FqGumVU8JA7J8vj2Rhjc2oXzEi5',
  'EHqmfkN89RJ7Y33CXM6uCzhVeuywHoJXZZLszBHHZy7o',
]

let chain: PracticeChain
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
const complaints: string[] = []

async function visitor(): Promise<BrowserContext> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(visit, complaints)
  return visit
}

beforeAll(async () => {
  chain = await startPracticeChain({ world: 'empty' })
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
  context = await visitor()
  page = await context.newPage()
})

afterAll(async () => {
  await closePages()
  await server?.remove()
  await chain?.close()
})

const corner = (of: Page, address: string) => of.getByTitle(`Wallet ${address}`, { exact: true })

describe('a practice wallet', () => {
  let address: string

  it('takes one click, opens by itself and exists only in this browser', async () => {
    address = await startPractising(page, server.url)
    await page.reload()
    await corner(page, address).waitFor()
    const other = await context.newPage()
    await other.goto(`${server.url}/wallets`)
    await corner(other, address).waitFor()
    await other.getByText('Only this browser has it').waitFor()
    for (const absent of ['Change passphrase', 'Download wallet file', 'New wallet'])
      expect(await other.getByRole('button', { name: absent }).count()).toBe(0)
    await other.close()
    const cookies = await context.cookies(server.url.replace('//', '//vault.'))
    expect(cookies.filter(({ name }) => name === 'tern_session')).toEqual([])
  })

  it('locks on request, and opens again at one press', async () => {
    await page.keyboard.press('Shift+L')
    await page.getByTitle(`Wallet ${address}, locked`).waitFor()
    await page.keyboard.press('Shift+L')
    await corner(page, address).waitFor()
    expect(await page.locator('dialog.vault-frame[open]').count()).toBe(0)
  })

  it('does not exist if the same host serves a real cluster', async () => {
    await page.goto('about:blank')
    await server.stop()
    await server.start({ RPC_URL: chain.rpcUrl, RPC_WS_URL: chain.wsUrl })
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Start trading' }).waitFor()
    expect(await page.getByTitle(new RegExp(address)).count()).toBe(0)
    complaints.length = 0
  })
})

let phrase: string

describe('a wallet for real money', () => {
  let address: string
  const form = () => vaultOn(page).getByRole('dialog', { name: 'Create a wallet' })
  it('takes no passphrase from a cracking list', async () => {
    const scripts: string[] = []
    page.on('response', answer => void (answer.url().includes('/guesses-') && scripts.push(answer.url())))
    await page.getByRole('button', { name: 'Start trading' }).click()
    await form().getByLabel('Passphrase', { exact: true }).fill('Summer2024!')
    await form().getByLabel('Again', { exact: true }).fill('Summer2024!')
    await form().getByText('Too weak.').waitFor()
    await form().getByRole('button', { name: 'Continue', exact: true }).click()
    await form().getByText('Too easy to guess').first().waitFor()
    await form().getByText('Step 1 of 3').waitFor()
    expect(scripts).toHaveLength(1)
  })

  it('is offered a passphrase, new each time', async () => {
    const offered = form().locator('.offered-passphrase')
    const [before] = await offered.allTextContents()
    expect(before).toMatch(/^[a-z]+(-[a-z]+){4}$/)
    await form().getByRole('button', { name: 'Suggest another' }).click()
    await expect.poll(() => offered.textContent()).not.toBe(before)
    await form().getByRole('button', { name: 'Use this passphrase' }).click()
    await form().getByText('Strong.').waitFor()
    for (const label of ['Passphrase', 'Again'])
      expect(await form().getByLabel(label, { exact: true }).inputValue()).toBe(await offered.textContent())
  })

  it('comes from a phrase of 12 or 24 words, and the user retypes some', async () => {
    await form().getByLabel('24 words').check()
    await form().getByRole('button', { name: 'Continue', exact: true }).click()
    await form().getByText('Step 2 of 3').waitFor()
    phrase = await writeDownPhrase(page)
    expect(phrase.split(' ')).toHaveLength(24)
    await form().getByRole('button', { name: 'Create wallet', exact: true }).click()
    const title = page.getByTitle(/^Wallet \S{32,44}$/)
    await title.waitFor()
    address = ((await title.getAttribute('title')) ?? '').slice('Wallet '.length)
    for (const text of await storedBy(server)) expect(text.includes(phrase)).toBe(false)
  })

  it('comes back in an empty browser by its words alone, in any spacing and case', async () => {
    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    const vault = vaultOn(other)
    await other.goto(server.url)
    await other.getByRole('button', { name: 'Use a phrase' }).click()
    const words = vault.getByLabel('Recovery phrase')
    const look = vault.getByRole('button', { name: 'Find my wallets' })
    await words.fill('abandon ability')
    await look.click()
    await vault.getByText('A recovery phrase has 12 or 24 words, not 2').waitFor()
    await words.fill(phrase.replace(/\w+$/, 'tern'))
    await look.click()
    await vault.getByText('Word 24, “tern”, is not a recovery word').waitFor()
    await words.fill(` ${phrase.toUpperCase().replaceAll(' ', '  ')}\n`)
    await look.click()
    const list = vault.getByRole('list', { name: 'Wallets of this phrase' })
    await list.waitFor()
    // No address has received anything, so the form proposes the first.
    expect(await list.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await vault.getByRole('button', { name: 'Use this passphrase' }).click()
    await vault.getByRole('button', { name: 'Restore wallet' }).click()
    await corner(other, address).waitFor()
    await elsewhere.close()
  })
})

describe('next to a wallet of a phrase', () => {
  const rows = () =>
    page
      .getByRole('list', { name: 'Your wallets' })
      .getByRole('listitem')
      .locator('.mono')
      .evaluateAll(all => all.map(one => one.getAttribute('title')))
  const form = (name: string) => vaultOn(page).getByRole('dialog', { name })

  it('the next wallet of the phrase, of a secret key and of another phrase can be added', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'New wallet' }).click()
    await form('New wallet').getByText('It comes from your recovery phrase').waitFor()
    await form('New wallet').getByLabel('Passphrase').fill(phrase)
    await form('New wallet').getByRole('button', { name: 'Create wallet' }).click()
    const seed = await phraseSeed(new TextEncoder().encode(phrase))
    const derived = async (account: number) => (await deriveKey(seed, { scheme: 'change', account })).address
    await expect.poll(rows).toEqual([await derived(0), await derived(1)])

    const [secret] = [
      await deriveSecret(await phraseSeed(new TextEncoder().encode(about)), { scheme: 'none', account: 0 }),
    ]
    const key = [...secret, ...addressBytes(addresses[3] ?? '')]
    await page.getByRole('button', { name: 'Import a wallet' }).click()
    const typed = form('Import a wallet').getByLabel('Recovery phrase or secret key')
    await typed.fill(addresses[3] ?? '')
    await form('Import a wallet').getByRole('button', { name: 'Continue' }).click()
    await form('Import a wallet').getByText('This is an address, not a secret key').waitFor()
    await typed.fill(JSON.stringify(key))
    await form('Import a wallet').getByRole('button', { name: 'Continue' }).click()
    await form('Import a wallet').getByLabel('Name').fill('From keygen')
    await form('Import a wallet').getByLabel('Your passphrase here').fill(phrase)
    await form('Import a wallet').getByRole('button', { name: 'Import the wallet' }).click()
    await page.getByRole('status').filter({ hasText: 'Wallets imported' }).waitFor()
    expect((await rows()).at(-1)).toBe(addresses[3])

    await page.getByRole('button', { name: 'Import a wallet' }).click()
    await typed.fill(about)
    await form('Import a wallet').getByRole('button', { name: 'Continue' }).click()
    const choice = form('Choose the wallets to import')
    await choice.getByText('here already').waitFor()
    await choice.getByRole('listitem').filter({ hasText: "m/44'/501' ·" }).getByRole('checkbox').check()
    await choice.getByLabel('Your passphrase here').fill(phrase)
    await choice.getByRole('button', { name: /^Import / }).click()
    await expect.poll(async () => (await rows()).includes(addresses[2] ?? '')).toBe(true)
  })

  it('a newer file replaces the copy of the wallets in another browser', async () => {
    async function download(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download wallet file' }).click()
      const buffer = await readFile(await (await downloading).path())
      return { name: 'tern-wallets.json', mimeType: 'application/json', buffer }
    }
    const [first] = await rows()
    const older = await download()
    await page.getByRole('button', { name: 'New wallet' }).click()
    await form('New wallet').getByLabel('Name').fill('Latest')
    await form('New wallet').getByLabel('Passphrase').fill(phrase)
    await form('New wallet').getByRole('button', { name: 'Create wallet' }).click()
    await page.getByRole('listitem', { name: 'Wallet Latest' }).waitFor()
    const newer = await download()

    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    const vault = vaultOn(other)
    await other.goto(server.url)
    await other.getByRole('button', { name: 'Restore from file' }).click()
    await vault.getByLabel('Wallet file').setInputFiles(older)
    await vault.getByLabel('Passphrase', { exact: true }).fill(phrase)
    await vault.getByRole('button', { name: 'Restore wallet' }).click()
    await corner(other, first ?? '').waitFor()
    await other.keyboard.press('g')
    await other.keyboard.press('w')
    await other.getByRole('button', { name: 'Add from file' }).click()
    await vault.getByLabel('Your passphrase here').waitFor()
    await vault.getByLabel('Wallet file').setInputFiles(newer)
    await vault.getByText('This file is a newer copy of your wallets').waitFor()
    await vault.getByLabel('Your passphrase here').waitFor({ state: 'detached' })
    await vault.getByLabel('Passphrase of the file').fill('wrong horse battery staple')
    await vault.getByRole('button', { name: 'Use the newer file' }).click()
    await vault.getByText(/Wrong passphrase$/).waitFor()
    await other.getByRole('button', { name: 'Lock now' }).waitFor()
    await vault.getByLabel('Passphrase of the file').fill(phrase)
    await vault.getByRole('button', { name: 'Use the newer file' }).click()
    await other.getByRole('status').filter({ hasText: 'Wallets updated from the file' }).waitFor()
    await other.getByRole('listitem', { name: 'Wallet Latest' }).waitFor()
    await elsewhere.close()
  })

  it('shows the phrase for the passphrase', async () => {
    const window = await vaultWindow(page, () => page.getByRole('button', { name: 'Show recovery phrase' }).click())
    await window.getByLabel('Passphrase').fill(phrase)
    await window.getByRole('button', { name: 'Show the phrase' }).click()
    const items = window.getByRole('list', { name: 'Recovery phrase' }).locator('li')
    await expect.poll(() => items.count()).toBe(24)
    const shown = await items.evaluateAll(all => all.map(one => one.lastChild?.textContent ?? ''))
    expect(shown.join(' ')).toBe(phrase)
    await pressLast(window, window.getByRole('button', { name: 'Done' }))
  })

  it('a wallet from before phrases gets a phrase, with a new wallet to move everything to', async () => {
    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    await bringWallet(other, server.url)
    await other.goto(`${server.url}/wallets`)
    const give = other.getByRole('button', { name: 'Get a recovery phrase' })
    const window = await vaultWindow(other, () => give.click())
    await window.getByLabel('Passphrase').fill(passphrase)
    await window.getByRole('button', { name: 'Show the phrase' }).click()
    const given = await writeDownPhrase(window, window)
    await pressLast(window, window.getByRole('button', { name: 'Use this phrase' }))
    const row = other.getByRole('listitem', { name: 'Wallet From the phrase' })
    await row.waitFor()
    const { address: next } = await deriveKey(await phraseSeed(new TextEncoder().encode(given)), {
      scheme: 'change',
      account: 0,
    })
    expect(await row.locator('.mono').getAttribute('title')).toBe(next)
    await other.getByRole('button', { name: 'Show recovery phrase' }).waitFor()
    await other.getByRole('button', { name: 'More for Main' }).click()
    await other.getByRole('menuitem', { name: 'Move everything…' }).click()
    const move = other.getByRole('dialog', { name: 'Move everything from Main' })
    await expect.poll(() => move.getByLabel('To', { exact: true }).inputValue()).toBe(next)
    await move.getByText('SOL goes last').waitFor()
    await elsewhere.close()
  })
})

describe('the wallets of another program’s phrase', () => {
  it('are found on every common path, with their balances, and the chosen wallets come back', async () => {
    const rpc = (method: string, ...params: unknown[]) =>
      fetch(chain.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    await rpc('requestAirdrop', addresses[1], 2_000_000_000)
    await rpc('requestAirdrop', addresses[3], 3_000_000_000)
    await expect
      .poll(
        async () => (await (await rpc('getBalance', addresses[3], { commitment: 'confirmed' })).json()).result.value,
      )
      .toBe(3_000_000_000)
    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    // The form is taller than a phone's screen.
    await other.setViewportSize({ width: 390, height: 844 })
    const vault = vaultOn(other)
    const asked: string[] = []
    other.on('request', request => asked.push(`${request.url()} ${request.postData() ?? ''}`))
    await other.goto(server.url)
    await other.getByRole('button', { name: 'Use a phrase' }).click()
    await vault.getByLabel('Recovery phrase').fill(about)
    await vault.getByRole('button', { name: 'Find my wallets' }).click()
    const list = vault.getByRole('list', { name: 'Wallets of this phrase' })
    const rows = list.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(4)
    const shown = await rows.locator('data').evaluateAll(all => all.map(one => (one as HTMLDataElement).value))
    expect(shown.toSorted()).toEqual(addresses.toSorted())
    const ticked = await list
      .getByRole('checkbox', { checked: true })
      .evaluateAll(all => all.map(box => box.closest('li')?.querySelector('data')?.value))
    expect(ticked.toSorted()).toEqual([addresses[1], addresses[3]].toSorted())
    await list.getByText('3.00000 SOL').waitFor()
    await vault.getByRole('button', { name: 'Search accounts 6 and up' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(4)
    await vault.getByRole('button', { name: 'Use this passphrase' }).click()
    await vault.getByRole('button', { name: 'Restore 2 wallets' }).click()
    await vault.getByRole('dialog').waitFor({ state: 'detached' })
    await other.setViewportSize({ width: 1440, height: 900 })
    await corner(other, addresses[1] ?? '').waitFor()
    for (const request of asked) expect(request).not.toMatch(/abandon/)

    await elsewhere.close()
  })
})

it('says nothing on the console and breaks no policy', () => {
  expect(complaints).toEqual([])
})
