import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet } from './onPage.ts'
import { openBrowser } from './openBrowser.ts'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '1' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

/** Whether a request hands on a transaction. */
const isSending = (url: string, body: string | null) =>
  url.endsWith('/api/spot/relayer') || (url.endsWith('/rpc') && body?.includes('"sendTransaction"') === true)

/** Nothing that the page sends arrives; how much it tried. */
async function cutOff(context: BrowserContext) {
  let attempts = 0
  await context.route('**/*', async route => {
    if (!isSending(route.request().url(), route.request().postData())) return route.fallback()
    attempts++
    return route.abort()
  })
  return { attempts: () => attempts, mend: () => context.unroute('**/*') }
}

async function readyToBuy(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await createWallet(page, server.url)
  page.setDefaultTimeout(30_000)
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByRole('tab', { name: 'Buy' }).click()
  await page.getByLabel('Amount', { exact: true }).fill('0.1')
  await page.getByRole('button', { name: /^Buy \S+$/ }).waitFor()
  return { context, page }
}

const notices = (page: Page) =>
  page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('trade-transaction-notifies') ?? '{}')))

describe('a trade that was signed', () => {
  it('F31 F34 outlives the page: what could not be sent goes out after a reload, and its end is told', async () => {
    const { context, page } = await readyToBuy()
    const cut = await cutOff(context)
    await page.getByRole('button', { name: /^Buy \S+$/ }).click()
    await page.getByText('Both direct and relay transactions failed. Trying again.').waitFor()
    const [notice] = await notices(page)
    expect(notice).toMatchObject({
      address: expect.any(String),
      signatures: [expect.any(String)],
      timestamp: expect.any(Number),
    })
    await page.reload()
    await cut.mend()
    await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    await expect.poll(() => notices(page), { timeout: 60_000 }).toEqual([])
    await page.reload()
    await page.waitForTimeout(2_000)
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: /Order submitted:|Sending/ })
        .count(),
    ).toBe(0)
    await context.close()
  })

  it('F36 is not sent where the browser stores nothing, and says so', async () => {
    const { context, page } = await readyToBuy()
    const cut = await cutOff(context)
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError')
      }
    })
    await page.getByRole('button', { name: /^Buy \S+$/ }).click()
    await page.getByText('Not sent: there is no place to note the transaction down first').waitFor()
    expect(cut.attempts()).toBe(0)
    await context.close()
  })

  it('F32 is looked after by the tab that sent it, until that is gone', async () => {
    const { context, page } = await readyToBuy()
    const cut = await cutOff(context)
    await page.getByRole('button', { name: /^Buy \S+$/ }).click()
    await page.getByText('Both direct and relay transactions failed. Trying again.').waitFor()
    const other = await context.newPage()
    await other.goto(server.url)
    await other.waitForTimeout(2_000)
    expect(await other.getByRole('status').filter({ hasText: 'Sending' }).count()).toBe(0)
    await page.close()
    await other.reload()
    await cut.mend()
    await other.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    await context.close()
  })
})
