import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { type RunningServer, runServer } from '../../apps/server/test/runningServer.ts'
import { discoverPage, loadedBytes, otherPages, tokenPage } from '../../apps/terminal/test/bundleSizes.ts'
import { median, percentile, type Target } from './target.ts'
import { type Conditions, desktop, laptop, type Noticed, openBrowser, openPage } from './terminalPage.ts'

/** Trades a second in a busy market. */
export const tradesPerSecond = 1_000

/** Tokens that these trades are of. */
const listedTokens = 600

/**
 * Runs a server with a practice chain whose makers rest. Its stream carries made-up trades, most of them of made-up
 * tokens.
 */
export const runBusyServer = (): Promise<RunningServer> =>
  runServer({
    PRACTICE_TRADES_PER_SECOND: '0',
    MADE_UP_TRADES_PER_SECOND: String(tradesPerSecond),
    MADE_UP_TOKENS: String(listedTokens),
  })

const dist = join(import.meta.dirname, '../../apps/terminal/dist')

/** Measures the terminal against its targets: its size, its first paint, and its smoothness in a busy market. */
export async function* measureTerminal(): AsyncGenerator<Target> {
  const server = await runBusyServer()
  const browser = await openBrowser()
  try {
    yield* sizes()
    for (const conditions of [desktop, laptop]) yield await measureFirstSight(browser, server.url, conditions)
    for (const screen of screens)
      for (const conditions of [desktop, laptop]) yield* measureCalm(browser, server.url, screen, conditions)
    for (const screen of screens) yield await measureShifts(browser, server.url, screen)
  } finally {
    await browser.close()
    await server.remove()
  }
}

function* sizes(): Generator<Target> {
  const kilobytes = (name: string, entries: readonly string[], before: readonly string[], target: number): Target => {
    const { js, css } = loadedBytes(dist, entries, before)
    return { name, unit: 'kB', value: js / 1_000, detail: `CSS ${(css / 1_000).toFixed(1)} kB`, target, is: 'atMost' }
  }
  yield kilobytes('JavaScript to a usable Discover, gzip', discoverPage, [], 215)
  yield kilobytes('more for a token, its chart and one venue', tokenPage, discoverPage, 90)
  for (const page of otherPages(dist))
    yield kilobytes(`more for ${page.slice('src/'.length)}`, [page], discoverPage, 60)
}

const visits = 5

/** Measures a first visit with an empty cache, until Discover's largest element is painted. */
async function measureFirstSight(browser: Browser, url: string, conditions: Conditions): Promise<Target> {
  const paints: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const { page, take, close } = await openPage(browser, conditions)
    await page.goto(`${url}/discover`)
    await firstToken(page).waitFor()
    await page.waitForTimeout(1_000)
    paints.push((await take()).largestPaint)
    await close()
  }
  return {
    name: `largest paint of Discover, first visit, ${conditions.name}`,
    unit: 'ms',
    value: median(paints),
    detail: `${visits} visits, ${conditions.latencyMs} ms away, ${conditions.megabits} Mb/s; from ${paints.toSorted(ascending).map(whole).join(' ')}`,
    target: conditions.cpu === 1 ? 1_200 : 2_000,
    is: 'atMost',
  }
}

interface Screen {
  readonly name: string
  /** Navigates from Discover to the measured screen. */
  open(page: Page): Promise<void>
  /** Two clicks; the second undoes the first. */
  looking(page: Page): Promise<readonly [Act, Act]>
  /** Each action that a visitor takes on the screen. Together they leave the screen as it was. */
  using(page: Page): Promise<readonly Act[]>
  readonly framesAtFourTimes: number
}

type Act = () => Promise<void>

const firstToken = (page: Page) => page.locator('main a[href^="/t/"]:visible').first()

/** Finds the page of a token that exists on the chain. Most tokens in the stream are made up. */
const tokenOnChain = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (await fetch('/api/trpc/tokens.list')).json()
    return `${location.origin}/t/${answer.result.data[0].mint}`
  })

/** Clicks at a position, as a hand does: a look-up by name would take the page longer than many clicks. */
async function clickOn(found: Locator): Promise<Act> {
  const box = await found.first().boundingBox()
  if (box === null) throw new RangeError(`${found} is not on the page`)
  return () => found.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const button = (page: Page, name: string | RegExp) =>
  clickOn(page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }))
const tab = (page: Page, name: string) => clickOn(page.getByRole('tab', { name }))

/** The screens that are measured. */
export const screens: readonly Screen[] = [
  {
    name: 'Discover',
    framesAtFourTimes: 57,
    open: async () => undefined,
    looking: async page => [await button(page, /^Hold all/), await button(page, 'Live')],
    using: async page => {
      const press = (key: string) => () => page.keyboard.press(key)
      const find = await clickOn(page.getByLabel('Find a token'))
      const [filter, sort] = [await button(page, /^Filters (\d )?for New$/), await button(page, 'Sort New')]
      const [hold, live] = [await button(page, /^Hold all/), await button(page, 'Live')]
      const [table, columns] = [await button(page, 'Table'), await button(page, 'Columns')]
      const search = [find, press('e'), press('l'), press('Backspace'), press('Backspace')]
      const menus = [filter, press('Escape'), sort, press('Escape')]
      return [...search, ...menus, hold, live, table, columns, await clickOn(page.getByLabel('Quick buy amount'))]
    },
  },
  {
    name: 'Token',
    framesAtFourTimes: 58,
    open: async page => {
      await page.goto(await tokenOnChain(page))
      await page.getByRole('region', { name: 'Price chart' }).locator('canvas').first().waitFor()
    },
    looking: async page => [await tab(page, 'Sell'), await tab(page, 'Buy')],
    using: async page => {
      const next = () => page.keyboard.press('Tab')
      const [minute, price, cap] = [await button(page, '1m'), await button(page, 'Price'), await button(page, 'MCap')]
      const [trades, all] = [await button(page, '1 SOL+'), await button(page, 'All')]
      const [sell, buy] = [await tab(page, 'Sell'), await tab(page, 'Buy')]
      const [about, positions] = [await tab(page, 'About'), await tab(page, 'Positions')]
      const chart = [minute, cap, price, await button(page, '15s')]
      return [...chart, next, next, trades, all, sell, buy, await button(page, '0.5'), next, about, positions]
    },
  },
]

const runs = 3
const runMs = 8_000
/** Clicks of a visitor who watches prices move. */
const clicks = 14

/** Measures frames, long tasks and the response to clicks, while a thousand trades a second arrive. */
async function* measureCalm(
  browser: Browser,
  url: string,
  screen: Screen,
  conditions: Conditions,
): AsyncGenerator<Target> {
  const { page, take, mainThreadLoad, close } = await openPage(browser, conditions)
  await page.goto(`${url}/discover`)
  await firstToken(page).waitFor()
  await screen.open(page)
  const [there, back] = await screen.looking(page)
  const looking = Array.from({ length: clicks }, (_, n) => (n % 2 === 0 ? there : back))
  const using = await screen.using(page)
  await page.waitForTimeout(2_000)
  const visits = async (acts: readonly Act[]) => {
    const noticed: Noticed[] = []
    for (let run = 0; run < runs; run++) {
      await take()
      await visit(page, acts)
      noticed.push(await take())
    }
    return noticed
  }
  const [noticed, used] = [await visits(looking), await visits(using)]
  // Frames also depend on the machine and on its other processes. The main thread's time depends on the page only.
  const load = await mainThreadLoad(() => visit(page, looking))
  await close()
  const where = `${screen.name}, ${tradesPerSecond} trades/s, ${conditions.name}`
  const slow = conditions.cpu > 1
  const perSecond = (count: (one: Noticed) => number) => whole(median(noticed.map(count)) / (runMs / 1_000))
  const rates = noticed.map(rateOf)
  const late = noticed.map(lateOf)
  const longest = [...noticed, ...used].map(({ longTasks }) => Math.max(0, ...longTasks))
  const answers = used.flatMap(({ interactions }) => interactions)
  const detail = `${clicks} clicks in 8 s, of ${runs}: ${rates.map(rate => rate.toFixed(1)).join(' ')}; ${perSecond(one => one.trades)} trades/s were reported, in ${perSecond(one => one.prices)} prices/s; main thread ${whole(load)} ms/s unthrottled, machine's load ${loadavg()[0]?.toFixed(1)} of ${availableParallelism()}`
  yield {
    name: `frames: ${where}`,
    unit: 'fps',
    value: median(rates),
    detail,
    target: slow ? screen.framesAtFourTimes : 59,
    is: 'atLeast',
  }
  const share = { name: `frames over 25 ms: ${where}`, unit: '%', value: median(late) }
  yield { ...share, detail: late.map(one => one.toFixed(1)).join(' '), target: slow ? 8 : 1, is: 'atMost' }
  if (!slow) {
    const task = { name: `longest task: ${where}`, unit: 'ms', value: median(longest) }
    yield { ...task, detail: `0: none over 50; ${longest.map(whole).join(' ')}`, target: 50, is: 'atMost' }
  }
  const answer = { name: `click or key to next paint, p95: ${where}`, unit: 'ms', value: percentile(answers, 95) }
  yield {
    ...answer,
    detail: `${answers.length} over 16 ms, slowest ${whole(Math.max(0, ...answers))}; one of each thing in 8 s: ${median(used.map(rateOf)).toFixed(1)} fps, ${median(used.map(lateOf)).toFixed(1)} % over 25 ms`,
    target: slow ? 200 : 100,
    is: 'atMost',
  }
}

async function visit(page: Page, actions: readonly Act[]): Promise<void> {
  const began = performance.now()
  for (const [n, act] of actions.entries()) {
    await page.waitForTimeout(Math.max(0, began + (n * runMs) / actions.length - performance.now()))
    await act()
  }
  await page.waitForTimeout(Math.max(0, began + runMs - performance.now()))
}

/** Measures from the first paint on: a minute without input. */
async function measureShifts(browser: Browser, url: string, screen: Screen): Promise<Target> {
  const { page, take, close } = await openPage(browser, desktop)
  await page.goto(`${url}/discover`)
  await firstToken(page).waitFor()
  await screen.open(page)
  await page.waitForTimeout(60_000)
  const { layoutShift } = await take()
  await close()
  const name = `layout shift of ${screen.name}, first minute`
  return { name, unit: '', value: layoutShift, detail: 'all shifts added up', target: 0.02, is: 'atMost' }
}

const rateOf = ({ frames }: Noticed): number => (1_000 * frames.length) / sum(frames)
const lateOf = ({ frames }: Noticed): number => (100 * frames.filter(gap => gap > 25).length) / frames.length
const ascending = (a: number, b: number) => a - b
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const whole = (value: number): string => value.toFixed(0)
