import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceServer } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  // No maker trades, so the lists do not change.
  server = await practiceServer()
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/discover`)
})

afterAll(async () => {
  await closePages()
})

const filters = (list: string) => page.getByRole('dialog', { name: `Filters for ${list}` })
const rowsOf = (list: string) => page.getByRole('region', { name: list }).getByRole('listitem')
const filterInAddress = (list: string) => new URL(page.url()).searchParams.get(list)

describe('filters of Discover', () => {
  it('ask the chain for the holders of a token', async () => {
    await page.getByRole('button', { name: 'Filters for Graduated' }).click()
    const form = filters('Graduated')
    const all = await rowsOf('Graduated').count()
    expect(all).toBeGreaterThan(3)
    await form.getByLabel('Top 10 % at most').fill('50')
    await expect.poll(() => form.getByRole('status').textContent()).toMatch(/^[1-9]\d* of \d+ match$/)
    const shares = () =>
      rowsOf('Graduated')
        .getByText(/^!?\s*Top 10 /)
        .allTextContents()
    await expect.poll(async () => (await shares()).length).toBeGreaterThan(0)
    await expect.poll(() => rowsOf('Graduated').count()).toBeLessThan(all)
    for (const text of await shares()) expect(Number(/([\d.]+)%/.exec(text)?.[1])).toBeLessThanOrEqual(50)
    expect(filterInAddress('graduated')).toBe('top10:..50')
  })

  it('are kept as a set, chosen in another list after a reload, exported and deleted', async () => {
    const form = filters('Graduated')
    await form.getByRole('button', { name: 'Save set' }).click()
    await form.getByLabel('Name of the set').fill('Spread out')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Reset' }).click()
    expect(filterInAddress('graduated')).toBeNull()

    await page.reload()
    await page.getByRole('button', { name: /^Filters (\d )?for New$/ }).click()
    await filters('New').getByRole('button', { name: 'Saved sets' }).click()
    await page.getByRole('button', { name: 'Spread out', exact: true }).click()
    await expect.poll(() => filterInAddress('new')).toBe('top10:..50')
    expect(await filters('New').getByLabel('Top 10 % at most').inputValue()).toBe('50')

    await page.evaluate(() => history.pushState(null, '', '/settings'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export settings' }).click()
    const file: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    expect(file).toMatchObject({ settings: { filterSets: [{ name: 'Spread out', filter: 'top10:..50' }] } })

    await page.goBack()
    await page.getByRole('button', { name: /^Filters (\d )?for New$/ }).click()
    await filters('New').getByRole('button', { name: 'Saved sets' }).click()
    await page.getByRole('button', { name: 'Delete Spread out' }).click()
    await filters('New').getByRole('button', { name: 'Saved sets' }).click()
    await filters('New').getByText('No saved sets yet.').waitFor()
  })

  it('keep the tokens of either token program, and tokens with one of the words', async () => {
    const form = filters('New')
    const match = () => form.getByRole('status').textContent()
    await form.getByRole('button', { name: 'Reset' }).click()
    const [, all] = /of (\d+) match$/.exec((await match()) ?? '') ?? []
    await form.getByLabel('Token-2022 only').check()
    await expect.poll(() => filterInAddress('new')).toBe('token2022')
    await form.getByLabel('No Token-2022').check()
    expect(await form.getByLabel('Token-2022 only').isChecked()).toBe(false)
    await expect.poll(() => filterInAddress('new')).toBe('classic')
    await form.getByLabel('No Token-2022').uncheck()
    const symbol = (await rowsOf('New').first().getByRole('link').textContent()) ?? ''
    await form.getByLabel('Show words').fill(`${symbol}, nothing is called so`)
    await expect.poll(match).toMatch(new RegExp(`^[1-9]\\d* of ${all} match$`))
    await rowsOf('New').first().getByRole('link', { name: symbol, exact: true }).waitFor()
    expect(filterInAddress('new')).toBe(`has:${symbol.toLowerCase()},nothing is called so`)
    await form.getByLabel('Transfer fee % at most').fill('2.5')
    await expect.poll(() => filterInAddress('new')).toMatch(/^fee:\.\.2\.5;has:/)
    await form.getByRole('button', { name: 'Reset' }).click()
  })

  it('can be cleared of unreadable values, too', async () => {
    const form = filters('New')
    const reset = form.getByRole('button', { name: 'Reset' })
    expect(await reset.getAttribute('aria-disabled')).toBe('true')
    await form.getByLabel('Age at most').fill('soon')
    await form.getByText('Age: type 30s, 5m, 24h or 7d.').waitFor()
    expect(filterInAddress('new')).toBeNull()
    await reset.click()
    expect(await form.getByLabel('Age at most').inputValue()).toBe('')
    expect(await reset.getAttribute('aria-disabled')).toBe('true')
  })

  it('keep starred tokens, starred by a key in the row or on the page', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.evaluate(() => history.pushState(null, '', '/discover'))
    await rowsOf('New').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    await rowsOf('New').first().getByText('starred').waitFor({ state: 'attached' })
    const link = rowsOf('New').first().getByRole('link')
    const path = (await link.getAttribute('href')) ?? ''
    await page.getByRole('button', { name: /^Filters (\d )?for New$/ }).click()
    await filters('New').getByLabel('Starred').check()
    await expect.poll(() => filters('New').getByRole('status').textContent()).toMatch(/^1 of \d+ match$/)
    await page.keyboard.press('Escape')
    await page.evaluate(path => history.pushState(null, '', path), path)
    const star = page.getByRole('button', { name: /^Star / })
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('f')
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false')
    await page.goBack()
    await page.getByText('One filter hides').waitFor()
  })
})

describe('Discover', () => {
  it('holds its lists by Space on the button of the current view, because that button does nothing', async () => {
    const view = page.getByRole('group', { name: 'View' })
    const isHeld = () => page.getByRole('button', { name: 'Hold all' }).getAttribute('aria-pressed')
    for (const name of ['Table', 'Columns']) {
      await view.getByRole('button', { name }).click()
      await expect.poll(() => view.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
      await page.keyboard.press('Space')
      expect(await isHeld()).toBe('true')
      await page.keyboard.press('Space')
      expect(await isHeld()).toBe('false')
    }
    // On every other button, Space presses the button.
    await view.getByRole('button', { name: 'Table' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => view.getByRole('button', { name: 'Table' }).getAttribute('aria-pressed')).toBe('true')
    expect(await isHeld()).toBe('false')
    await view.getByRole('button', { name: 'Columns' }).click()
  })

  it.each([1440, 1280])('shows the whole hint of its search field, %s pixels wide', async width => {
    await page.setViewportSize({ width, height: 900 })
    const hidden = await page.getByLabel('Find a token').evaluate(element => {
      const input = element as HTMLInputElement
      input.value = input.placeholder
      const more = input.scrollWidth - input.clientWidth
      input.value = ''
      return more
    })
    expect(hidden).toBeLessThanOrEqual(0)
  })

  it.each(['light', 'dark'] as const)('shows the checks of a token under the pointer, in %s', async colorScheme => {
    await page.emulateMedia({ colorScheme })
    const card = page.locator('.token-card').filter({ hasText: 'Mint, freeze' }).first()
    await card.hover()
    const groundOf = (of: Locator) => of.evaluate(element => getComputedStyle(element).backgroundColor)
    expect(await groundOf(card.locator('.chip.passed'))).not.toBe(await groundOf(card))
  })
})
