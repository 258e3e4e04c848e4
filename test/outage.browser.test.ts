import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet } from './onPage.ts'
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
