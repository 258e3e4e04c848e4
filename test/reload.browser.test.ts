import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { pagesGone, passInSigners, type SignerWorker, signersOf } from './inSigner.ts'
import { bringPracticeWallet, fillCreation, startPractising, trade, vaultOn } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceServer } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: string
const signatures: string[] = []
const complaints: string[] = []

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await bringPracticeWallet(page, server.url)
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
  await page.locator('main a[href^="/t/"]:visible').first().click()
})

afterAll(async () => {
  await closePages()
})

const buy = /^Buy [A-Z0-9]+$/
const opened = (of: Page) => of.getByTitle(`Wallet ${address}`, { exact: true }).waitFor()
const locked = (of: Page) => of.getByTitle(`Wallet ${address}, locked`).waitFor()

async function buySome(of: Page): Promise<void> {
  await of.getByLabel('Amount', { exact: true }).fill('0.1')
  await trade(of, buy, signatures)
}

/** Opens another page of the browser. */
async function openPage(path = '/wallets'): Promise<Page> {
  const other = await context.newPage()
  await other.goto(`${server.url}${path}`)
  return other
}

let signers: readonly SignerWorker[]
const pass = (ms: number) => passInSigners(signers, ms)

describe('the only tab', () => {
  it('trades after a reload without unlocking', async () => {
    await buySome(page)
    await page.reload()
    await opened(page)
    await buySome(page)
    expect(new Set(signatures).size).toBe(2)
  })

  it('has the same signer after a reload, and Instant is disarmed', async () => {
    signers = await signersOf(page)
    expect(signers.map(({ title }) => title)).toEqual([expect.stringMatching(/^signer/)])
    await signers[0]?.evaluate('globalThis.isMarked = true')
    const instant = page.getByRole('switch', { name: 'Instant' })
    await instant.check()
    await page.reload()
    await opened(page)
    expect(await instant.isChecked()).toBe(false)
    const after = await signersOf(page)
    expect(await Promise.all(after.map(signer => signer.evaluate('globalThis.isMarked')))).toEqual([true])
  })

  it('stays open while it is there, however long it was the only one', async () => {
    const other = await openPage()
    await opened(other)
    await other.close()
    await pass(16_000)
    // The signer looks once a second.
    await page.waitForTimeout(2_500)
    await opened(page)
    await buySome(page)
  })

  it('leaves the wallets open for the next page within 15 s, and locked after that', async () => {
    const { pathname } = new URL(page.url())
    await page.close()
    page = await openPage(pathname)
    await opened(page)
    await buySome(page)
    await page.close()
    await pagesGone(signers)
    await pass(15_000)
    page = await openPage()
    await locked(page)
  })
})

describe('a lock', () => {
  it('outlasts a reload', async () => {
    await page.reload()
    await locked(page)
    await page.waitForTimeout(1_000)
    await locked(page)
  })
})

describe('a form that is left by a reload', () => {
  it('keeps no wallets open that were not stored, so that the practice wallet opens again', async () => {
    const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const practising = await visit.newPage()
    const own = await startPractising(practising, server.url)
    await practising.goto(`${server.url}/wallets`)
    await practising.getByRole('button', { name: 'Keep this wallet' }).click()
    await fillCreation(practising)
    await vaultOn(practising).getByRole('button', { name: 'Create wallet', exact: true }).waitFor()
    await practising.reload()
    await practising.getByTitle(`Wallet ${own}`, { exact: true }).waitFor()
    await visit.close()
  })
})

it('breaks nothing that the console reports', () => {
  expect(complaints).toEqual([])
})
