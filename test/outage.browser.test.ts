import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { bringPracticeWallet, passphrase, vaultOn } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'

const phone = { width: 390, height: 844 }
let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '2' })
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: phone })
  page = await context.newPage()
  await bringPracticeWallet(page, server.url)
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const typed = () => page.getByLabel('Search tokens, pages and actions').inputValue()

describe('when something is wrong with everything', () => {
  it('F34 says that the browser is offline, does not trade and says why, and goes on when it is online again', async () => {
    const other = await page.context().newPage()
    await other.setViewportSize({ width: 1440, height: 900 })
    const token = page.locator('.token-card a[href^="/t/"]').first()
    await other.goto(`${server.url}${await token.getAttribute('href')}`)
    const amount = other.getByLabel('Amount', { exact: true })
    await amount.fill('0.1')
    const buy = other.getByRole('button', { name: /^Buy [A-Z0-9]+$/ })
    await buy.waitFor()
    await page.context().setOffline(true)
    await other.getByRole('alert').filter({ hasText: 'You are offline.' }).waitFor()
    // Trading is off once the page shows the notice.
    expect(await buy.count()).toBe(0)
    await other.getByRole('button', { name: 'You are offline', disabled: true }).waitFor()
    expect(await amount.inputValue()).toBe('0.1')
    await alert('You are offline.').waitFor()
    // The loaded parts of the page still work.
    await page.keyboard.press('/')
    await page.keyboard.type('kite')
    expect(await typed()).toBe('kite')
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await alert('You are offline.').waitFor({ state: 'hidden' })
    await buy.waitFor()
    await other.close()
  })

  it('F46 keeps the list while the answers are nonsense, and says that it may be old', async () => {
    const shown = page.locator('.token-card')
    await shown.first().waitFor()
    const fell: string[] = []
    page.on('pageerror', error => fell.push(error.message))
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const nonsense = [
      ...['[NaN]', deep, JSON.stringify('x'.repeat(10_000_000))],
      ...['{}', deep, '[null]'].map(data => `[{"result":{"data":${data}}}]`),
    ]
    // A row with an invalid amount.
    const real = await fetch(`http://127.0.0.1:${server.port}/api/trpc/tokens.list?batch=1&input=%7B%7D`)
    const answer = await real.json()
    answer[0].result.data[0].volume24hLamports = 'NaN'
    nonsense.push(JSON.stringify(answer))
    let served = 0
    const isList = /\/api\/trpc\/tokens\.list\?/
    await page.route(isList, async route => {
      const body = nonsense[served++ % nonsense.length] ?? ''
      await route.fulfill({ contentType: 'application/json', body })
    })
    const notice = page.getByText('Could not refresh the list. Prices may be old.')
    await notice.waitFor()
    while (served < nonsense.length) {
      // The answer may come before the press is over.
      const answered = page.waitForResponse(isList)
      await page.getByRole('button', { name: 'Try now' }).click()
      await answered
      expect(await shown.count()).toBeGreaterThan(5)
    }
    expect([await notice.count(), (await shown.count()) > 5, fell]).toEqual([1, true, []])
    await page.unroute(isList)
    await notice.waitFor({ state: 'detached' })
  })

  it('says on Welcome that the list could not be read, and reads it on request', async () => {
    const stranger = await browser.newContext()
    const other = await stranger.newPage()
    const isList = /\/api\/trpc\/[^?]*\btokens\.list\b/
    await other.route(isList, route => route.abort())
    await other.goto(server.url)
    const list = other.getByRole('region', { name: 'Trading right now' })
    await list.getByText('Could not load the list').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(0)
    await other.unroute(isList)
    await list.getByRole('button', { name: 'Try again' }).click()
    await list.getByRole('listitem').first().waitFor()
    await stranger.close()
  })

  it('dims prices while no price can arrive, and shows their age', async () => {
    const colours = () =>
      page
        .locator('.token-card data')
        .filter({ hasNotText: '…' })
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
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await server.start()
    await alert('Your Tern server does not answer.').waitFor({ state: 'hidden' })
    await expect.poll(colours).toBe('bright')
  })

  it('F39 names the vault that cannot be reached, does not lead to Welcome, and has the wallet once the vault answers', async () => {
    const other = await page.context().newPage()
    const isVault = (url: URL) => url.host.startsWith('vault.')
    await other.route(isVault, route => route.abort())
    await other.goto(`${server.url}/portfolio`)
    const notice = other.getByRole('alert').filter({ hasText: `vault.tern.localhost:${server.port} cannot be reached` })
    await notice.waitFor()
    await other.getByRole('heading', { name: 'Your wallets are not loaded' }).waitFor()
    expect(new URL(other.url()).pathname).toBe('/portfolio')
    await other.getByRole('link', { name: 'Tern, to Discover' }).click()
    await other.locator('.token-card').first().waitFor()
    await other.evaluate(() => history.pushState(null, '', '/'))
    await other.getByRole('button', { name: 'Wallets not loaded yet', disabled: true }).waitFor()
    const again = await other.getByRole('button', { name: 'Try again' }).elementHandle()
    await other.unroute(isVault)
    // The page also asks by itself, so the button may be gone by now.
    await again?.evaluate(button => (button as HTMLElement).click())
    // Welcome sends a user with a wallet on to Discover.
    await other.getByTitle(/^Wallet \w+/).waitFor()
    await other.waitForURL('**/discover')
    await notice.waitFor({ state: 'detached' })
    expect(await vaultOn(other).locator('body').count()).toBe(1)
    await other.close()
  })

  it('says that it waits for the vault while the vault is silent', async () => {
    const other = await page.context().newPage()
    const held: (() => void)[] = []
    const isVault = (url: URL) => url.host.startsWith('vault.')
    await other.route(isVault, route => void held.push(() => void route.continue().catch(() => undefined)))
    await other.goto(`${server.url}/activity`, { waitUntil: 'commit' })
    await other.getByRole('heading', { name: 'Loading your wallets' }).waitFor()
    await other.unroute(isVault)
    for (const go of held) go()
    await other.getByRole('heading', { name: 'Activity', exact: true }).waitFor()
    await other.close()
  })

  const parts = [
    ['/t/', 'markets.candles', 'Could not load the candles. The server cannot be reached.'],
    ['/t/', 'markets.trades', 'Could not load the trades. The server cannot be reached.'],
    ['/portfolio', 'referral.earned', 'Could not load your referral earnings. The server cannot be reached.'],
  ] as const
  it.each(parts)('says on %s why %s could not be read, and asks again', async (path, procedure, why) => {
    const other = await page.context().newPage()
    await other.setViewportSize({ width: 1440, height: 900 })
    const isAsked = (url: URL) => url.pathname.includes(procedure)
    await other.route(isAsked, route => route.abort())
    const [token] = await page.locator('.token-card a[href^="/t/"]').all()
    await other.goto(`${server.url}${path === '/t/' ? await token?.getAttribute('href') : path}`)
    const notice = other.locator('.banner').filter({ hasText: why })
    await notice.waitFor()
    await other.unroute(isAsked)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
    await other.close()
  })

  it('F11 locks the wallets and opens no wallet while the server’s node is on another chain', async () => {
    /** Simulates a return to the tab. The page asks the node then. */
    const comeBack = () =>
      page.evaluate(() => {
        for (const state of ['hidden', 'visible']) {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }
      })
    const elsewhere = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    const asksChain = (request: Request) => request.postData()?.includes('getGenesisHash') === true
    await page.route('**/rpc', async route =>
      asksChain(route.request())
        ? route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: elsewhere } })
        : route.continue(),
    )
    await page.getByTitle(/^Wallet \w+$/).waitFor()
    await comeBack()
    await alert('node is on another chain, 5eykt4Us, but the server trades on Practice').waitFor()
    await page.getByTitle(/^Wallet \w+, locked$/).waitFor()
    await page.keyboard.press('Shift+L')
    const dialog = page.getByRole('dialog', { name: 'Another chain' })
    await dialog.waitFor()
    const asked = page.waitForResponse(answer => asksChain(answer.request()))
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await asked
    await page.unroute('**/rpc')
    await dialog.getByRole('button', { name: 'Check again' }).click()
    // The first chain is back: the page asks for the passphrase and shows no notice.
    const unlocking = vaultOn(page).getByRole('dialog', { name: 'Unlock wallet' })
    await unlocking.getByLabel('Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
    await page.getByTitle(/^Wallet \w+$/).waitFor()
    expect(await alert('another chain').count()).toBe(0)
  })

  it('locks the wallets and opens no wallet once the server is on another chain', async () => {
    await server.kill()
    for (const entry of await readdir(server.dataDir)) await rm(join(server.dataDir, entry), { recursive: true })
    await server.start()
    await alert('your wallets are locked and nothing is sent').waitFor()
    await page.getByTitle(/^Wallet \w+, locked$/).waitFor()
    await page.keyboard.press('Shift+L')
    const dialog = page.getByRole('dialog', { name: 'Another chain' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Passphrase').count()).toBe(0)
    await expectAccessible(page, ['dark'])
    await page.setViewportSize(phone)
    await dialog.getByRole('button', { name: 'Reload' }).click()
    // The browser knows its wallets, and the new server does not.
    await alert('This browser had Main').waitFor()
    expect(await alert('nothing is sent').count()).toBe(0)
  })
})
