import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, passphrase, vaultOn } from './onPage.ts'
import { openBrowser } from './openBrowser.ts'

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '2' })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await createWallet(page, server.url)
})

afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const typed = () => page.getByLabel('Search tokens, pages and actions').inputValue()

describe('when something is wrong with everything', () => {
  it('says that the browser is offline, and goes on when it is back', async () => {
    await page.context().setOffline(true)
    await alert('You are offline.').waitFor()
    // What is here already works meanwhile.
    await page.keyboard.press('/')
    await page.keyboard.type('kite')
    expect(await typed()).toBe('kite')
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await alert('You are offline.').waitFor({ state: 'hidden' })
  })

  it('dims prices while none can arrive, and says how old they are', async () => {
    const colours = () =>
      page
        .locator('.token-card data')
        .first()
        .evaluate(shown => {
          const faint = shown.appendChild(document.createElement('i'))
          faint.style.color = 'var(--fg2)'
          const [colour, dim] = [shown, faint].map(one => getComputedStyle(one).color)
          faint.remove()
          return colour === dim ? 'dim' : 'bright'
        })
    await expect.poll(colours).toBe('bright')
    await server.kill()
    await alert('Your Tern server does not answer.').waitFor()
    await page.getByText(/^Prices are \d+ s old$/).waitFor()
    expect(await colours()).toBe('dim')
    await server.start()
    await alert('Your Tern server does not answer.').waitFor({ state: 'hidden' })
    await expect.poll(colours).toBe('bright')
  })

  it('F11 locks the wallets and opens none while the server’s node is on another chain', async () => {
    /** As when somebody comes back to the tab: the node is asked then. */
    const comeBack = () =>
      page.evaluate(() => {
        for (const state of ['hidden', 'visible']) {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }
      })
    const elsewhere = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    await page.route('**/rpc', async route =>
      route.request().postData()?.includes('getGenesisHash')
        ? route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: elsewhere } })
        : route.continue(),
    )
    await page.getByTitle(/^Wallet \w+$/).waitFor()
    await comeBack()
    await alert('node is on another chain, 5eykt4Us, and the server trades on Practice').waitFor()
    await page.getByTitle(/^Wallet \w+, locked$/).waitFor()
    await page.keyboard.press('Shift+L')
    const dialog = page.getByRole('dialog', { name: 'Another chain' })
    await dialog.waitFor()
    const asked = page.waitForResponse(/\/rpc$/)
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    await asked
    await page.unroute('**/rpc')
    await dialog.getByRole('button', { name: 'Ask again' }).click()
    // It is back: the passphrase is asked for, and nothing is said any more.
    const unlocking = vaultOn(page).getByRole('dialog', { name: 'Unlock wallet' })
    await unlocking.getByLabel('Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
    await page.getByTitle(/^Wallet \w+$/).waitFor()
    expect(await alert('another chain').count()).toBe(0)
  })

  it('locks the wallets and opens none once the server is on another chain', async () => {
    await server.kill()
    for (const entry of await readdir(server.dataDir)) await rm(join(server.dataDir, entry), { recursive: true })
    await server.start()
    await alert('your wallets are locked and nothing is sent').waitFor()
    await page.getByTitle(/^Wallet \w+, locked$/).waitFor()
    await page.keyboard.press('Shift+L')
    const dialog = page.getByRole('dialog', { name: 'Another chain' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Passphrase').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: 'Start practising' }).or(page.getByText('Create a wallet')).first().waitFor()
    expect(await alert('nothing is sent').count()).toBe(0)
  })
})
