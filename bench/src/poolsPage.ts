import { availableParallelism, loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { runServer } from '../../apps/server/test/runningServer.ts'
import { median, percentile, type Target } from './target.ts'
import { laptop, type Noticed, openBrowser, openPage } from './terminalPage.ts'

/** Pools of a large market. */
const listedPools = 10_000

const runs = 3
const scrollMs = 8_000
/** A visitor turns the wheel this often, by this many pixels. */
const [wheelMs, wheelPixels] = [50, 240]

/**
 * Measures the list of 10,000 pools on a processor that is four times slower: its frames while it scrolls, and its answer to a
 * press on a column's heading. The makers trade, so rows change meanwhile.
 */
export async function* measurePoolsPage(): AsyncGenerator<Target> {
  const server = await runServer({ PRACTICE_TRADES_PER_SECOND: '10', MADE_UP_POOLS: String(listedPools) })
  const browser = await openBrowser()
  try {
    const ceiling = await emptyRate(browser)
    const { page, take, close } = await openPage(browser, laptop)
    await page.goto(`${server.url}/pools`)
    const list = page.getByRole('region', { name: 'All pools' })
    await list.locator('tbody tr[data-index]').first().waitFor()
    const count = Number(await list.getByRole('table').getAttribute('aria-rowcount')) - 1
    if (count < listedPools) throw new RangeError(`the list has ${count} pools`)
    await page.waitForTimeout(3_000)

    const scrolled: Noticed[] = []
    for (let run = 0; run < runs; run++) {
      await take()
      await scroll(page)
      scrolled.push(await take())
    }
    const rates = scrolled.map(rateOf)
    const load = `machine's load ${loadavg()[0]?.toFixed(1)} of ${availableParallelism()}`
    yield {
      name: `frames: ${count} pools, scrolling, ${laptop.name}`,
      unit: 'fps',
      value: median(rates),
      detail: `of ${runs}: ${rates.map(rate => rate.toFixed(1)).join(' ')}; longest task ${longestOf(scrolled)} ms; ${load}; an empty box ${ceiling.toFixed(1)}`,
      target: 57,
      is: 'atLeast',
    }

    const answers: number[] = []
    for (let run = 0; run < runs; run++)
      for (const name of ['Volume 24h SOL', 'Fees 24h SOL', 'APR 24h', 'Liquidity SOL']) {
        await take()
        await page.getByRole('button', { name, exact: true }).click()
        await page.waitForTimeout(1_000)
        answers.push(...(await take()).interactions)
      }
    yield {
      name: `sort to next paint, p95: ${count} pools, ${laptop.name}`,
      unit: 'ms',
      value: percentile(answers, 95),
      detail: `of ${answers.length}: ${answers.map(one => one.toFixed(0)).join(' ')}`,
      target: 100,
      is: 'atMost',
    }
    await close()
  } finally {
    await browser.close()
    await server.remove()
  }
}

const rateOf = ({ frames }: Noticed): number => (1_000 * frames.length) / frames.reduce((all, gap) => all + gap, 0)

/** Measures the frames of an empty box of the list's height: no page scrolls faster on this machine. */
async function emptyRate(browser: Browser): Promise<number> {
  const { page, take, close } = await openPage(browser, laptop)
  await page.goto('data:text/html,<p>')
  await page.setContent('<div style="height: 90vh; overflow: auto"><div style="height: 360000px">')
  await take()
  await scroll(page)
  const rate = rateOf(await take())
  await close()
  return rate
}

const longestOf = (noticed: readonly Noticed[]): string =>
  Math.max(0, ...noticed.flatMap(({ longTasks }) => longTasks)).toFixed(0)

/** Scrolls down for the first half of the time, and up again. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(720, 500)
  const turns = scrollMs / wheelMs
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, turn < turns / 2 ? wheelPixels : -wheelPixels)
    await page.waitForTimeout(wheelMs)
  }
}
