// npm run soak [-- minutes]: runs a terminal in a busy market for half an hour, and measures how much its memory grows.
import { isReached, lineOf, type Target } from './target.ts'
import { runBusyServer, tradesPerSecond } from './terminal.ts'
import { desktop, type MeasuredPage, openBrowser, openPage } from './terminalPage.ts'

const minutes = Number(process.argv[2] ?? 30)
if (!(minutes > 0)) throw new RangeError(`npm run soak [-- minutes]: ${process.argv[2]} is no number of minutes`)
const warmUpMinutes = Math.min(2, minutes / 4)
const samples = 15

async function heapMegabytes({ cdp }: MeasuredPage): Promise<number> {
  // The first collection may release objects that only a second collection can free.
  for (let pass = 0; pass < 2; pass++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

async function growthOf(screen: 'Discover' | 'Token', url: string): Promise<Target> {
  // Each screen has a browser of its own, so that they do not share a heap.
  const browser = await openBrowser()
  try {
    const measured = await openPage(browser, { ...desktop, latencyMs: 0, megabits: 1_000 })
    const { page } = measured
    await page.goto(`${url}/discover`)
    await page.locator('main a[href^="/t/"]:visible').first().waitFor()
    if (screen === 'Token') await page.locator('main a[href^="/t/"]:visible').first().click()
    await page.waitForTimeout(warmUpMinutes * 60_000)
    const heaps = [await heapMegabytes(measured)]
    for (let sample = 0; sample < samples; sample++) {
      await page.waitForTimeout((minutes * 60_000) / samples)
      heaps.push(await heapMegabytes(measured))
      // Empties the page's record of frames and trades, so that the record does not count as growth.
      await measured.take()
    }
    const value = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0)
    const detail = `MB: ${heaps.map(heap => heap.toFixed(1)).join(' ')}`
    const name = `heap growth, ${screen}, ${minutes} min at ${tradesPerSecond} trades/s`
    return { name, unit: 'MB', value, detail, target: 10, is: 'atMost' }
  } finally {
    await browser.close()
  }
}

const server = await runBusyServer()
try {
  const results = await Promise.all((['Discover', 'Token'] as const).map(screen => growthOf(screen, server.url)))
  for (const result of results) console.log(lineOf(result))
  process.exitCode = results.every(isReached) ? 0 : 1
} finally {
  await server.remove()
}
