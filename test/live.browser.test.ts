import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'

const patience = { timeout: 100_000, interval: 200 }
const complaints: string[] = []
let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0', MADE_UP_TRADES_PER_SECOND: '600' })
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  await page.goto(`${server.url}/discover`)
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

/** Reads each value in these elements: its seen text, its heard text if that differs, and the exact value. */
const valuesIn = (selector: string) =>
  page.locator(`${selector} data`).evaluateAll(all =>
    all.map(data => {
      const heard = data.querySelector('.visually-hidden')?.textContent
      const seen = (data.querySelector('[aria-hidden]') ?? data).textContent ?? ''
      return { seen, heard, exact: (data as HTMLDataElement).value }
    }),
  )

/** Waits until each of these values has changed. @returns the new values. */
async function changed(selector: string) {
  await page.locator(`${selector} data`).nth(3).waitFor()
  const before = await valuesIn(selector)
  return vi.waitFor(async () => {
    const after = await valuesIn(selector)
    expect(after.filter(({ exact }, at) => exact !== before[at]?.exact).length).toBeGreaterThan(3)
    return after
  }, patience)
}

/** Counts these figures of the first token, and finds figures whose click does not reach the token's link. */
const figuresOf = (selector: string) =>
  page.evaluate(figure => {
    const token = [...document.querySelectorAll('[data-mint]')].find(one => one.checkVisibility())
    const figures = [...(token?.querySelectorAll(figure) ?? [])]
    const dead = figures.filter(one => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a') === null
    })
    return { count: figures.length, dead: dead.map(({ textContent }) => textContent) }
  }, selector)

/** Reads the tooltips of these figures of the first token, with the pointer at the beginning of each figure. */
async function titlesOf(selector: string) {
  const token = page.locator('[data-mint]:visible').first()
  const titles: (string | null)[] = []
  for (const figure of await token.locator(selector).all()) {
    const { x, y, height } = (await figure.boundingBox()) ?? expect.fail('not drawn')
    await page.mouse.move(x + 3, y + height / 2)
    titles.push(await page.evaluate(() => document.querySelector('a:hover')?.getAttribute('title') ?? null))
  }
  return titles
}

describe('in a crowded market', () => {
  it('the seen text of a value is right, a screen reader says all of it after any number of updates, and a click on it opens its token', async () => {
    const caps = await changed('.card-figures > [title="Market cap"]')
    for (const { seen, heard, exact } of caps) {
      if (/^[\d.]+$/.test(seen)) expect(`${exact}${exact.includes('.') ? '' : '.'}000`).toContain(seen)
      expect(heard ?? seen).toBe(exact)
    }
    expect(caps.some(({ heard }) => heard !== undefined)).toBe(true)
    expect(await figuresOf('.card-figures > span')).toEqual({ count: 3, dead: [] })
    expect(await titlesOf('.card-figures > span')).toEqual([
      'Market cap',
      'Volume of the last 5 minutes',
      'Buys and sells of the last 5 minutes',
    ])
  })

  it('a screen reader says a price as it is seen, with its zeros, and a click on any figure of a row opens its token', async () => {
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const prices = await changed('.strong > .live-cell')
    for (const { seen, heard, exact } of prices) {
      expect(heard ?? seen.replace(/\.?0+$/, '')).toBe(exact)
      const [, zeros, digits] = /^0\.(0{4,})(\d+)$/.exec(exact) ?? []
      expect(heard === undefined).toBe(zeros === undefined)
      if (zeros !== undefined) expect(seen).toBe(`0.0${zeros.length}${digits?.padEnd(4, '0')}`)
    }
    expect(prices.some(({ heard }) => heard !== undefined)).toBe(true)
    expect(await figuresOf('td:not(.row-action)')).toEqual({ count: 8, dead: [] })
  })

  it('a view shows current values after going back to it, and nothing moved in it while it was hidden', async () => {
    const caps = '.card-figures > [title="Market cap"]'
    const left = await valuesIn(caps)
    await changed('.strong > .live-cell')
    expect(await valuesIn(caps)).toEqual(left)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.locator('.token-card:visible').first().waitFor()
    const back = await valuesIn(caps)
    expect(back.filter(({ exact }, at) => exact !== left[at]?.exact).length).toBeGreaterThan(3)
  })

  it('a market cap shows all its digits under the pointer, and the rows of the tape stay in order below their head at any scroll position', async () => {
    await page.locator('main a[href^="/t/"]:visible').first().click()
    const cap = page.getByRole('group', { name: 'Token summary' }).locator('dd data').first()
    await cap.hover()
    await vi.waitFor(async () => expect(await cap.getAttribute('title')).toMatch(/^[\d,]+\.\d+$/), patience)
    const tape = page.getByRole('region', { name: 'Latest trades' })
    // Reads rows and box at one moment. A row that left in between would be at the window's edge.
    const look = () =>
      tape.evaluate(section => {
        const all = [...section.querySelectorAll('.tape-row')]
        const rows = all.map(row => ({ top: row.getBoundingClientRect().top, said: row.textContent ?? '' }))
        const { top, bottom } = section.getBoundingClientRect()
        return { rows, top, bottom }
      })
    const standWell = async () => {
      const { rows, top, bottom } = await look()
      for (const [at, row] of rows.entries()) if (at > 0) expect(row.top - (rows[at - 1]?.top ?? 0)).toBeCloseTo(20)
      expect(rows[0]?.top).toBeLessThanOrEqual(top + 20)
      expect((rows.at(-1)?.top ?? 0) + 20).toBeGreaterThanOrEqual(bottom)
      return rows
    }
    const before = await vi.waitFor(standWell, patience)
    const top = await tape.locator('thead').boundingBox()
    expect((await standWell())[0]?.top).toBeCloseTo((top?.y ?? 0) + (top?.height ?? 0))
    await vi.waitFor(async () => expect((await standWell())[0]?.said).not.toBe(before[0]?.said), patience)
    await tape.evaluate(box => box.scrollTo({ top: 600 }))
    await vi.waitFor(standWell, patience)
    const head = await tape.getByRole('columnheader', { name: 'Side' }).boundingBox()
    expect(head?.y).toBeCloseTo(((await tape.boundingBox())?.y ?? 0) + 3, 0)
  })

  /** Selects with `select`, and copies. @returns the clipboard, and the text of the value when it was copied. */
  async function copied(select: () => void) {
    await page.evaluate(select)
    await page.evaluate(() => {
      document.addEventListener(
        'copy',
        () => {
          const value = document.querySelector<HTMLDataElement>('.price-large data')?.value ?? ''
          const rows = [...document.querySelectorAll('.tape-row')].map(row =>
            [...row.querySelectorAll('data')].map(data => data.value),
          )
          Object.assign(window, { stood: { value, rows } })
        },
        { once: true },
      )
    })
    await page.keyboard.press('Control+C')
    const stood = await page.evaluate(() => (window as unknown as { stood: { value: string; rows: string[][] } }).stood)
    return { text: await page.evaluate(() => navigator.clipboard.readText()), ...stood }
  }

  it('copies values with all their digits, rows as lines', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect
      .poll(async () => {
        const { text, value } = await copied(() => {
          const shown = document.querySelector('.price-large data [aria-hidden]')
          if (shown !== null) getSelection()?.selectAllChildren(shown)
        })
        expect(value).toMatch(/^0\.0000\d+$/)
        return text === value
      }, patience)
      .toBe(true)
    const { text, value } = await copied(() => {
      const shown = document.querySelector('.price-large')
      if (shown !== null) getSelection()?.selectAllChildren(shown)
    })
    expect(text).toBe(`${value} SOL`)
    const table = await copied(() => {
      const rows = document.querySelector('.tape-rows tbody')
      if (rows !== null) getSelection()?.selectAllChildren(rows)
    })
    const lines = table.text.split('\n').map(row => row.split('\t'))
    expect(lines.map(([, sol, price]) => [sol, price])).toEqual(table.rows)
    expect(lines.length).toBeGreaterThan(5)
    for (const [side, , , age] of lines) expect(`${side} ${age}`).toMatch(/^[▲▼] (Buy|Sell)\S* \d+[sm]$/)
    // The browser itself copies text without a value.
    const title = await copied(() => {
      const heading = document.querySelector('h1')
      if (heading !== null) getSelection()?.selectAllChildren(heading)
    })
    expect(title.text).toBe(await page.getByRole('heading', { level: 1 }).textContent())
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })

  /** Measures over three seconds how often per second the page draws the chart and the tape. */
  const drawnHz = () =>
    page.evaluate(async seconds => {
      const { timeline } = document
      const frames = { chart: new Set<unknown>(), tape: new Set<unknown>() }
      const { save } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.save = function () {
        if (this.canvas.isConnected) frames.chart.add(timeline.currentTime)
        save.call(this)
      }
      const rows = new MutationObserver(() => frames.tape.add(timeline.currentTime))
      const tape = document.querySelector('[aria-label="Latest trades"]')
      if (tape !== null) rows.observe(tape, { childList: true, characterData: true, subtree: true })
      await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
      rows.disconnect()
      CanvasRenderingContext2D.prototype.save = save
      return { chart: frames.chart.size / seconds, tape: frames.tape.size / seconds }
    }, 3)

  it('a chart is drawn at most four times a second, eight under the pointer, and the tape ten times', async () => {
    await page.mouse.move(0, 0)
    const beside = await drawnHz()
    const chart = await page.getByRole('region', { name: 'Price chart' }).boundingBox()
    await page.mouse.move((chart?.x ?? 0) + 200, (chart?.y ?? 0) + 200)
    const within = await drawnHz()
    for (const { tape } of [beside, within]) expect(tape).toBeLessThanOrEqual(10.4)
    expect(Math.min(beside.chart, beside.tape, within.chart)).toBeGreaterThan(0)
    expect(beside.chart).toBeLessThanOrEqual(4.4)
    expect(within.chart).toBeLessThanOrEqual(8.4)
  })

  /** Returns the animations of a ring and of a changed price under this page's settings. */
  const motions = () =>
    page.evaluate(() =>
      ['ring', 'flash once'].map(className => {
        const shown = document.querySelector('main')?.appendChild(document.createElement('span'))
        if (shown === undefined) throw new RangeError('no page')
        shown.className = className
        const { animationName } = getComputedStyle(shown)
        shown.remove()
        return animationName
      }),
    )

  it('nothing moves if the user wants no motion, by the system’s setting or Tern’s', async () => {
    const moving = ['spin', 'flash-once']
    const still = ['none', 'none']
    // The page learns of a changed preference with its next frame.
    const becomes = (asked: string[]) => expect.poll(motions, patience).toEqual(asked)
    await becomes(moving)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await becomes(still)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await becomes(moving)
    await page.goto(`${server.url}/settings`)
    await page.getByRole('group', { name: 'Motion' }).getByRole('button', { name: 'Reduced' }).click()
    await becomes(still)
    await page.reload()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    await becomes(still)
  })

  it('shows all digits of a market cap that is tapped', async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    listenTo(phone, complaints)
    const held = await phone.newPage()
    await held.goto(`${server.url}/discover`)
    const path = await held.locator('main a[href^="/t/"]:visible').first().getAttribute('href')
    await held.goto(`${server.url}${path}`)
    const cap = held.getByRole('group', { name: 'Token summary' }).locator('dd data').first()
    const tip = held.locator('main > .tip')
    await expect
      .poll(async () => {
        await cap.tap()
        return tip.textContent({ timeout: 500 }).catch(() => '')
      }, patience)
      .toMatch(/^[\d,]+\.\d+$/)
    expect(await tip.isVisible()).toBe(true)
    await held.locator('h1').tap()
    await tip.waitFor({ state: 'hidden' })
    await phone.close()
  })

  it('no page logs a complaint', () => expect(complaints).toEqual([]))
})
