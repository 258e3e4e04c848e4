import { parseAmount } from '@tern/core'
import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringPracticeWallet, bringWallet, figure, trade } from './onPage.ts'
import { listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'

let server: RunningServer
let browser: Browser
const complaints: string[] = []
const { rpc, lamportsOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

/** Somebody's own browser. */
async function newVisitor(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  listenTo(context, complaints)
  return context.newPage()
}

const card = (page: Page) => page.getByRole('region', { name: 'Referral' })
const shown = async (page: Page, label: string) =>
  card(page).locator('dl > div').filter({ hasText: label }).locator('dd').textContent()

describe('a link that is shared', () => {
  let referrer: Page

  it('is offered only where a fee is charged', async () => {
    referrer = await newVisitor()
    await bringWallet(referrer, server.url)
    await referrer.getByRole('link', { name: 'Portfolio' }).first().click()
    await referrer.getByText('Net worth').first().waitFor()
    await expect.poll(() => card(referrer).count()).toBe(0)
    const feeWallet = 'Hb2HDX6tnRfw5j442npy58Z2GBzJA58Nz7ipouWGT63p'
    await rpc('requestAirdrop', feeWallet, 1_000_000_000)
    await expect.poll(() => lamportsOf(feeWallet)).toBe(1_000_000_000n)
    await referrer.goto('about:blank')
    await server.stop()
    await server.start({ FEE_WALLET: feeWallet, REFERRAL_SHARE_BPS: '2500' })
  })

  it('brings its owner a share of the fee that those pay who came by it', async () => {
    await referrer.goto(`${server.url}/portfolio`)
    await card(referrer).getByRole('button', { name: 'Get my link' }).click()
    await card(referrer).getByRole('button', { name: 'Copy link' }).click()
    const link = await referrer.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(new RegExp(`^${server.url}/\\?ref=[2-9a-z]{8}$`))

    const trader = await newVisitor()
    await trader.goto(link)
    await expect.poll(() => trader.url()).not.toContain('ref=')
    await bringPracticeWallet(trader, server.url)
    await trader.getByRole('link', { name: 'Discover' }).first().click()
    await trader.locator('a[href^="/t/"]').first().click()
    await trader.getByLabel('Amount', { exact: true }).fill('1')
    const promised = await trade(trader, /^Buy \S+$/, [])
    const fee = figure(promised, 'Trade fee 1%', 9)
    expect(fee).toBe(10_000_000n)

    // It is told apart from what else the trade cost.
    await trader.getByRole('link', { name: 'Activity' }).first().click()
    const lines = trader.getByRole('region', { name: 'Transactions' }).locator('ul.transactions > li')
    await lines.getByRole('button', { name: /^Buy / }).first().click()
    const row = lines
      .first()
      .locator('dl > div')
      .filter({ hasText: /^Trade fee/ })
    await expect.poll(() => row.locator('dd').textContent()).toMatch(/^0\.010*\sSOL$/)

    await referrer.reload()
    await expect
      .poll(async () => parseAmount((await shown(referrer, 'Earned'))?.split(' ')[0] ?? '0', 9), { timeout: 60_000 })
      .toBe(fee / 4n)
    expect([await shown(referrer, 'Traders'), await shown(referrer, 'Trades')]).toEqual(['1', '1'])
    expect(complaints).toEqual([])
  })
})
