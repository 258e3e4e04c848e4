import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { fileOf } from '../apps/terminal/test/bundleSizes.ts'
import { bringPracticeWallet, passphrase, vaultOn } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceServer } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  page = await context.newPage()
  await bringPracticeWallet(page, server.url)
})

afterAll(async () => {
  await closePages()
})

/** Presses keys one after the other: `press('g', 'w')`. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Returns the name of the focused element, as a screen reader says it. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })

/** Presses Tab, or another key, until the element with this name has the focus. */
async function reach(name: string | RegExp, key = 'Tab'): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let presses = 0; presses < 150; presses++) {
    if (matches(await focused())) return
    await press(key)
  }
  throw new RangeError(`${key} does not lead to ${name}`)
}

/** Asks for a settings file by keyboard. The file dialog is the browser's own, so the test sets its file. */
async function importSettings(path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await reach('Import settings')
  await press('Enter')
  await (await chooser).setFiles(path)
}

const dialog = (name: string) => page.getByRole('dialog', { name })
const goneFrom = (name: string) => dialog(name).waitFor({ state: 'hidden' })

describe('by the keyboard alone', () => {
  it('goes from page to page, and announces the page', async () => {
    await press('g', ',')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await expect.poll(focused).toBe('Settings')
    expect(await page.title()).toBe('Settings · Tern')
    await press('g', 'w')
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/wallets')
    await press('g', 'd')
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor()
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Discover · Tern')
  })

  it('shows the keys, and gives the focus back', async () => {
    await reach('Skip to the page', 'Shift+Tab')
    await press('?')
    await dialog('Keys').waitFor()
    expect(await dialog('Keys').getByText('Go to Wallets').isVisible()).toBe(true)
    // No other shortcut works while a dialog is open.
    await press('g', 'w')
    await press('Escape')
    await goneFrom('Keys')
    await expect.poll(focused).toBe('Skip to the page')
    expect(new URL(page.url()).pathname).toBe('/discover')
  })

  it('finds a token and an action by their names', async () => {
    await press('/')
    await dialog('Search').waitFor()
    await page.keyboard.type('kite')
    const chosen = page.getByRole('option', { selected: true })
    await expect.poll(() => chosen.textContent()).toContain('KITE')
    // A name proves nothing, so the option shows the mint as well.
    const shown = await chosen.locator('data').first().getAttribute('value')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'KITE' }).waitFor()
    const [, , mint = ''] = new URL(page.url()).pathname.split('/')
    expect(shown).toBe(mint)
    await page.getByRole('group', { name: 'Token summary' }).locator(`data[value="${mint}"]`).waitFor()
    expect(await page.title()).toContain('KITE · Tern')
    await press('/')
    await page.keyboard.type('light theme')
    await press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await press('/')
    await page.keyboard.type('system theme')
    await press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })

  /** Opens a page without a file, which arrives at `bring`. */
  async function openWithout(file: string, path: string, heading: string) {
    const early = await page.context().newPage()
    let bring = () => {}
    const brought = new Promise<void>(resolve => {
      bring = resolve
    })
    const code = `**/${fileOf(file)}`
    await early.route(code, async route => {
      await brought
      await route.continue()
    })
    const asked = early.waitForRequest(code)
    await early.goto(`${server.url}${path}`)
    await early.getByRole('heading', { level: 1, name: heading }).waitFor()
    return { early, asked, bring }
  }

  /** Opens a page whose search finds nothing before `bring`. */
  async function beforeTheSearch() {
    const opened = await openWithout('src/shell/PaletteList.tsx', '/discover', 'Discover')
    await opened.early.keyboard.press('/')
    return opened
  }

  it('keeps the page’s shortcuts back while a dialog loads', async () => {
    const { early, asked, bring } = await openWithout('src/ui/TokenPicker.tsx', '/swap', 'Swap')
    const chosen = (name: RegExp) => early.getByRole('button', { name, pressed: true })
    await early.keyboard.press('w')
    await chosen(/^P2/).waitFor()
    await early.getByRole('button', { name: 'Token to receive' }).click()
    await asked
    await early.keyboard.press('e')
    bring()
    await early.getByLabel('Find a token').waitFor()
    expect(await chosen(/^P2/).count()).toBe(1)
    await early.keyboard.press('Escape')
    await early.keyboard.press('q')
    await chosen(/^P1/).waitFor()
    await early.close()
  })

  it('loses no letter that was typed before the search appears', async () => {
    const { early, asked, bring } = await beforeTheSearch()
    await early.keyboard.type('shortcutz')
    await early.keyboard.press('Enter')
    await early.keyboard.press('Backspace')
    await early.keyboard.type('s')
    await asked
    expect(await early.getByRole('combobox').inputValue()).toBe('shortcuts')
    bring()
    const chosen = early.getByRole('option', { selected: true })
    await expect.poll(() => chosen.textContent()).toContain('Show keys')
    expect(await early.getByRole('combobox').inputValue()).toBe('shortcuts')
    await early.close()
  })

  it('follows an Enter that was pressed before the search appears', async () => {
    const { early, asked, bring } = await beforeTheSearch()
    await early.keyboard.type('kite')
    await early.keyboard.press('Enter')
    await asked
    bring()
    await early.getByRole('heading', { level: 1, name: 'KITE' }).waitFor()
    await early.close()
  })

  it('on Discover chooses presets, and copies, stars and sells the token of a row', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press('g', 'd')
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor()
    for (const [key, preset] of [
      ['w', 'P2'],
      ['e', 'P3'],
      ['q', 'P1'],
    ] as const) {
      await press(key)
      await page
        .getByRole('button', { name: /^Preset: / })
        .getByText(preset)
        .waitFor()
    }
    await press('j')
    const path = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    const mint = /^\/t\/(\w+)$/.exec(path ?? '')?.[1] ?? expect.fail('no row has the focus')
    await press('c')
    await page.getByRole('status').filter({ hasText: 'Mint copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(mint)
    await press('x')
    await page.waitForURL(`**/t/${mint}`)
    await expect.poll(() => page.getByRole('tab', { name: 'Sell' }).getAttribute('aria-selected')).toBe('true')
    const star = page.getByRole('button', { name: /^Star / })
    await press('f')
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await press('f')
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('tab', { name: 'Buy' }).click()
  })

  it('keeps letters of shortcuts out of number fields, and leaves the field by Escape', async () => {
    await press('b')
    await page.keyboard.type('0.1bmgk?')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('0.1?')
    await press('Escape')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  })

  it('keeps the main button in one place for any input', async () => {
    await press('b')
    const main = page.locator('.trade-foot .button.main')
    const tops: Record<string, number> = {}
    for (const [typed, says] of [
      ['', 'Enter an amount'],
      ['0.1', /^(Buy|Review)/],
      ['0.1.', 'Not a number'],
      ['50', 'Not enough SOL'],
    ] as const) {
      await page.getByLabel('Amount', { exact: true }).fill(typed)
      await main.filter({ hasText: says }).waitFor()
      tops[typed] = Math.round((await main.boundingBox())?.y ?? -1)
    }
    expect(new Set(Object.values(tops)).size, JSON.stringify(tops)).toBe(1)
    await page.getByLabel('Amount', { exact: true }).fill('')
    await press('Escape')
  })

  it('locks, which disarms Instant, and unlocks', async () => {
    const instant = page.getByRole('switch', { name: 'Instant' })
    await press('Shift+A')
    expect(await instant.isChecked()).toBe(true)
    await press('Shift+L')
    await page.getByRole('button', { name: 'Unlock', exact: true }).first().waitFor()
    await press('Shift+L')
    const unlocking = vaultOn(page).getByRole('dialog', { name: 'Unlock wallet' })
    await unlocking.waitFor()
    await page.keyboard.type(passphrase)
    await press('Enter')
    await unlocking.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Unlock', exact: true }).first().waitFor({ state: 'hidden' })
    expect(await instant.isChecked()).toBe(false)
  })

  it('gives a key to another action, reports that the key was taken, and turns a key off', async () => {
    await press('g', ',')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await reach('Key: G then W')
    await press('Enter', 'g', 'd')
    await page.getByRole('alert').filter({ hasText: 'G then D is taken: Go to Discover.' }).waitFor()
    await reach('Use it here')
    await press('Enter')
    await page.getByRole('button', { name: 'Key: off' }).waitFor()
    await press('g', 'd')
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor()
    await press('g', ',')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await reach('Key: B')
    await press('Enter', 'Shift+B')
    // Until the button shows the key, another key would still belong to it.
    await page.getByRole('button', { name: 'Key: Shift B' }).waitFor()
    await press('g', 't')
    await page.getByRole('tab', { name: 'Buy' }).getByText('Shift B').waitFor()
    await page.getByRole('tab', { name: 'Sell' }).getByText('S', { exact: true }).waitFor()
    await press('g', ',')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await reach('Reset keys')
    await press('Enter', 'g', 'd')
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor()
  })

  it('exports the settings, and they come back', async () => {
    await press('g', ',')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await reach('Compact')
    await press('Enter')
    await reach('Export settings')
    const download = page.waitForEvent('download')
    await press('Enter')
    const path = await (await download).path()
    const exported = await readFile(path, 'utf8')
    expect(JSON.parse(exported)).toMatchObject({ kind: 'tern-settings', version: 1, settings: { density: 'compact' } })
    expect(exported).not.toContain(passphrase)
    await reach('Comfortable', 'Shift+Tab')
    await press('Enter')
    await importSettings(path)
    await page.getByText('Changed: density.').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.density)).toBe('compact')
    await reach('Undo')
    await press('Enter')
    await page.getByText('Undone: your earlier settings are back.').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.density)).toBe('comfortable')
  })

  it('refuses a wrong file, and changes nothing', async () => {
    const path = join(server.dataDir, 'wrong.json')
    await writeFile(path, '{"kind":"tern-settings","version":1,"settings":{"density":"roomy"}}')
    await importSettings(path)
    await page.getByText('density must be one of comfortable, compact').waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.density)).toBe('comfortable')
  })
})

it('a sideways swipe leads from column to column on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await press('g', 'd')
  const tabs = page.getByRole('group', { name: 'Columns' })
  const chosen = (name: string) => tabs.getByRole('button', { name, pressed: true }).waitFor()
  await chosen('New')
  await page.locator('.token-card:visible').first().waitFor()
  const touch = await page.context().newCDPSession(page)
  const swipe = async (fromX: number, toX: number) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: fromX, y: 400 }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: toX, y: 405 }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await swipe(300, 100)
  await chosen('Filling')
  await swipe(300, 100)
  await chosen('Graduated')
  await swipe(100, 300)
  await chosen('Filling')
  await swipe(100, 300)
  await chosen('New')
  await touch.detach()
  await page.setViewportSize({ width: 1440, height: 900 })
})

const narrow = [
  ['a phone', 390],
  ['a tablet', 1_024],
] as const
describe.each(narrow)('on a page as narrow as %s', (_, width) => {
  const inSheet = () => page.evaluate(() => document.activeElement?.closest('#trade-panel') !== null)

  it('skips to the buttons that open the trade panel, stays in it, and gives the focus back', async () => {
    // A toast lies above the sheet and can be reached from it, so wait until it is gone.
    await expect.poll(() => page.getByRole('button', { name: 'Dismiss' }).count(), { timeout: 100_000 }).toBe(0)
    await page.setViewportSize({ width, height: 844 })
    await press('g', 't')
    await page.getByRole('button', { name: 'Buy', exact: true }).waitFor()
    await reach('Skip to the trade panel', 'Shift+Tab')
    await press('Enter')
    await expect.poll(focused).toBe('Buy')
    await press('Tab', 'Enter')
    await expect.poll(inSheet).toBe(true)
    const gone = new Set<string>()
    // More presses than there are stops.
    for (let presses = 0; presses < 40; presses++) {
      await press('Tab')
      if (!(await inSheet()) && (await page.evaluate(() => document.activeElement !== document.body)))
        gone.add(await focused())
    }
    expect([...gone]).toEqual([])
    await reach('Close the trade panel')
    await press('Enter')
    await expect.poll(focused).toBe('Sell')
    await press('Enter')
    await expect.poll(inSheet).toBe(true)
    await press('Escape')
    await expect.poll(focused).toBe('Sell')
  })

  it('leads to the other pages, and nothing lies under the bar', async () => {
    const rail = page.getByRole('navigation', { name: 'Primary' })
    const menu = page.getByRole('button', { name: 'Pages', exact: true })
    expect([await rail.isVisible(), await menu.isVisible()]).toEqual(width > 760 ? [true, false] : [false, true])
    await reach(width > 760 ? 'Portfolio' : 'Pages')
    if (width <= 760) {
      await press('Enter')
      // The menu takes the keys once it has the focus.
      await page.locator('[role=menuitem]:focus').waitFor()
      await reach('Portfolio', 'ArrowDown')
    }
    await press('Enter')
    await page.waitForURL('**/portfolio')
    await rail.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('the chosen theme', () => {
  /** Records the look of the page in each frame, from the first frame on. */
  async function framesOf(arrange: (other: Page) => Promise<unknown>): Promise<readonly string[]> {
    const other = await page.context().newPage()
    await other.addInitScript(() => {
      const frames: string[] = []
      const firstFrame = new Promise<void>(resolve => {
        const look = () => {
          const root = document.documentElement
          if (document.body !== null) frames.push(`${root.dataset.theme} ${getComputedStyle(root).colorScheme}`)
          if (frames.length > 0) resolve()
          if (frames.length < 60) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      Object.assign(globalThis, { frames, firstFrame })
    })
    // The app arrives after the first frame, as on a slow line. Until then only the first script has set the theme.
    await other.route('**/assets/index-*.js', async route => {
      await other.evaluate(() => (globalThis as unknown as { firstFrame: Promise<void> }).firstFrame)
      await route.continue()
    })
    await arrange(other)
    await other.goto(`${server.url}/settings`)
    await other.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const frames = await other.evaluate(() => (globalThis as unknown as { frames: string[] }).frames)
    await other.close()
    return [...new Set(frames)]
  }

  it('is applied in every frame after a reload, and in other tabs at once', async () => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/settings`)
    await other.getByRole('button', { name: 'Light', exact: true }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await other.close()
    expect(await framesOf(async () => undefined)).toEqual(['light light'])
    // Without the first script the first frame has no theme, so this test can fail.
    expect(await framesOf(other => other.route('**/firstPaint.js', route => route.abort()))).not.toEqual([
      'light light',
    ])
  })
})
