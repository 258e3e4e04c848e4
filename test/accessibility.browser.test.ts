import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDownRecoveryCode } from './onPage.ts'
import { type RunningServer, runServer } from './runningServer.ts'

const passphrase = 'correct horse battery staple'
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '4' })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(server.url)
})

afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

/** What axe finds against the page as it stands, in one theme, each as a rule and where. */
async function violations(colorScheme: 'dark' | 'light'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme })
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // By the browser's own hand: as a script element the page's policy would refuse it.
  if (!isThere) await page.evaluate(axe)
  const found = await page.evaluate(tags => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe
    return run(document, { runOnly: tags })
  }, rules)
  expect(found.passes.length).toBeGreaterThan(15)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id} at ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

async function expectNone(): Promise<void> {
  expect(await violations('dark')).toEqual([])
  expect(await violations('light')).toEqual([])
}

describe('every page is without violations, dark and light', () => {
  it('welcome', async () => {
    await page.locator('.live-tokens a').first().waitFor()
    await expectNone()
  })

  it('create a wallet, with what is wrong', async () => {
    await page.getByRole('button', { name: 'Start practising' }).click()
    await page.getByLabel('Passphrase', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Use at least 8 characters').waitFor()
    await expectNone()
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await page.getByText('The two are not the same').waitFor()
    await page.getByLabel('Again').fill(passphrase)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('list', { name: 'Recovery code' }).waitFor({ timeout: 30_000 })
    await expectNone()
  })

  it('discover', async () => {
    await writeDownRecoveryCode(page)
    await page.getByRole('button', { name: 'Create wallet' }).click()
    await page.waitForURL('**/discover')
    await page.getByRole('region', { name: 'New' }).getByRole('link').first().waitFor()
    await expectNone()
  })

  it('discover, as a table and on a phone', async () => {
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('row').nth(1).waitFor()
    await expectNone()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Graduated' }).click()
    await page.getByRole('region', { name: 'Graduated' }).getByRole('link').first().waitFor()
    await expectNone()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('token on a bonding curve that is complete', async () => {
    await page.getByText('Curve complete').first().waitFor()
    const card = page.getByRole('listitem').filter({ hasText: 'Curve complete' }).first()
    await card.getByRole('link').click()
    await page.getByRole('button', { name: 'Curve complete' }).waitFor()
    await expectNone()
    await page.goBack()
  })

  it('token, with a receipt and a trade made', async () => {
    await page.getByLabel('Find a token').fill('KITE')
    await page.getByRole('link', { name: 'KITE' }).click()
    // Whoever hears a price hears its zeros, not how many there are.
    const price = page
      .locator('data')
      .filter({ has: page.locator('sub') })
      .first()
    expect(await price.ariaSnapshot()).toMatch(/0\.0{4,}[1-9]/)
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await page.getByRole('button', { name: 'Buy KITE', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Order submitted: ' }).waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('0.2')
    await page.getByRole('button', { name: 'Buy KITE', exact: true }).waitFor()
    await expectNone()
  })

  it('wallet, and its lock', async () => {
    await page.goto(`${server.url}/wallets`)
    await page.getByRole('link', { name: 'KITE' }).waitFor()
    await expectNone()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('dialog').getByLabel('Passphrase').waitFor()
    await expectNone()
  })
})
