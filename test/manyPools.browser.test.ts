import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { startPractising } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'

let server: RunningServer
let browser: Browser
let page: Page
/** Each pool's tokens by its address. */
let pairs: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0', MADE_UP_POOLS: '600' })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await startPractising(page, server.url)
  const { pools, tokens } = await practiceRpc(() => server.port).procedure<{
    readonly pools: readonly { readonly address: string; readonly mints: readonly string[] }[]
    readonly tokens: readonly { readonly mint: string; readonly symbol: string }[]
  }>('pools.list')
  const symbols = new Map(tokens.map(({ mint, symbol }) => [mint, symbol]))
  pairs = new Map(pools.map(({ address, mints }) => [address, mints.map(mint => symbols.get(mint) ?? '')]))
  await page.goto(`${server.url}/pools`)
  await page.locator('tr[data-index]').first().waitFor()
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

interface ShownRow {
  readonly index: number
  readonly address: string
  readonly text: string
  readonly top: number
}

/** Reads the rows in the order of the document. */
const readRows = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.pools-table tr[data-index]')].map(row => ({
      index: Number(row.dataset.index),
      address: row.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? '',
      text: row.querySelector('b')?.textContent ?? '',
      top: new DOMMatrix(getComputedStyle(row).transform).f,
    })),
  ) as Promise<readonly ShownRow[]>

/** Turns the wheel and reads the rows after each turn. */
async function turnWheel(turns: number, pixels: number): Promise<readonly (readonly ShownRow[])[]> {
  await page.mouse.move(700, 500)
  const seen: (readonly ShownRow[])[] = []
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, pixels)
    await page.waitForTimeout(40)
    seen.push(await readRows())
  }
  return seen
}

describe('a list of hundreds of pools', () => {
  it('shows each pool at its own place while it is scrolled, whichever elements show it', async () => {
    const [first, second] = await readRows()
    const height = (second?.top ?? 0) - (first?.top ?? 0)
    expect(height).toBeGreaterThan(20)
    const seen = [...(await turnWheel(40, 240)), ...(await turnWheel(25, -400))]
    const addresses = new Map<number, string>()
    for (const rows of seen) {
      expect(new Set(rows.map(({ index }) => index)).size).toBe(rows.length)
      for (const { index, address, text, top } of rows) {
        expect(addresses.get(index) ?? address, `row ${index}`).toBe(address)
        addresses.set(index, address)
        expect(top).toBe(index * height)
        for (const symbol of pairs.get(address) ?? expect.fail(`${address} is no pool`)) expect(text).toContain(symbol)
      }
    }
    expect(addresses.size).toBeGreaterThan(200)
    expect(new Set(addresses.values()).size).toBe(addresses.size)
  })

  it('is in the order of the list for the keyboard once it rests, and opens the row that is pressed', async () => {
    await turnWheel(10, 240)
    const isOrdered = async () => {
      const rows = await readRows()
      return rows.every(({ index }, at) => at === 0 || index === (rows[at - 1]?.index ?? 0) + 1)
    }
    await expect.poll(isOrdered, { timeout: 5_000 }).toBe(true)
    const rows = await readRows()
    const start = rows[Math.floor(rows.length / 2)] ?? expect.fail('no rows')
    const indexOfFocus = () =>
      page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('tr')?.dataset.index))
    await page.locator(`tr[data-index="${start.index}"] a`).first().focus()
    const order: number[] = [start.index]
    for (let presses = 0; presses < 40 && order.length < 6; presses++) {
      await page.keyboard.press('Tab')
      const index = await indexOfFocus()
      if (index !== order.at(-1)) order.push(index)
    }
    expect(order).toEqual(order.map((_, at) => start.index + at))
    await page.keyboard.press('Escape')
    const pressed = page.locator(`tr[data-index="${start.index}"] a`).first()
    const href = await pressed.getAttribute('href')
    await pressed.click()
    await page.waitForURL(`**${href}`)
  })
})
