import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

/** How slow the machine and its connection are. */
export interface Conditions {
  readonly name: string
  /** How many times slower the processor is. */
  readonly cpu: number
  readonly latencyMs: number
  readonly megabits: number
}

export const desktop: Conditions = { name: '1×', cpu: 1, latencyMs: 40, megabits: 10 }
export const laptop: Conditions = { name: '4×', cpu: 4, latencyMs: 85, megabits: 9 }

/** A page that records everything that its visitor would notice. */
export interface MeasuredPage {
  readonly page: Page
  readonly cdp: CDPSession
  /** Returns the record since the last call. */
  take(): Promise<Noticed>
  /**
   * Measures the main thread's milliseconds of processor time in each second, on a processor that is not slowed down.
   */
  mainThreadLoad(during: () => Promise<void>): Promise<number>
  close(): Promise<void>
}

/** Times are in milliseconds; layout shifts have no unit. */
export interface Noticed {
  readonly frames: readonly number[]
  readonly longTasks: readonly number[]
  /** From each click or key to the next frame that shows its effect. */
  readonly interactions: readonly number[]
  readonly largestPaint: number
  readonly layoutShift: number
  /** Trades in the stream. If a token has several trades within 50 ms, the stream sends the last, with their number. */
  readonly trades: number
  /** Prices that came with these trades. Each is drawn. */
  readonly prices: number
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
  })

/** Opens a page as a first visitor sees it: with an empty cache, the production build and these conditions. */
export async function openPage(browser: Browser, conditions: Conditions): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(keepBook)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const bytesPerSecond = (conditions.megabits * 1_000_000) / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpu })
  let [trades, prices] = [0, 0]
  cdp.on('Network.webSocketFrameReceived', ({ response: { payloadData } }) => {
    const [, tickers = '', traded = '0'] = /"tickers":(\[.*?\]),"traded":(\d+)/.exec(payloadData) ?? []
    trades += Number(traded)
    prices += tickers.split('"mint":').length - 1
  })
  return {
    page,
    cdp,
    async take() {
      const noticed = await page.evaluate(() => (globalThis as unknown as { book: Book }).book.take())
      const result = { ...noticed, trades, prices }
      trades = prices = 0
      return result
    },
    async mainThreadLoad(during) {
      // A throttled thread counts its pauses as processor time.
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await cdp.send('Performance.enable')
      const threadSeconds = async () => {
        const { metrics } = await cdp.send('Performance.getMetrics')
        return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
      }
      const [began, before] = [performance.now(), await threadSeconds()]
      await during()
      const took = ((await threadSeconds()) - before) * 1_000
      const seconds = (performance.now() - began) / 1_000
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpu })
      return took / seconds
    },
    close: () => context.close(),
  }
}

interface Book {
  take(): Omit<Noticed, 'trades' | 'prices'>
}

/** Runs in the page before the page's own scripts. */
function keepBook(): void {
  let frames: number[] = []
  let longTasks: number[] = []
  let interactions = new Map<number, number>()
  let largestPaint = 0
  let layoutShift = 0
  let last = 0
  const frame = (now: number) => {
    if (last > 0) frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)

  const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  observe('longtask', entry => longTasks.push(entry.duration))
  observe('largest-contentful-paint', entry => {
    largestPaint = entry.startTime
  })
  observe('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) layoutShift += value
  })
  observe(
    'event',
    entry => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
      if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    },
    { durationThreshold: 16 },
  )

  const book: Book = {
    take() {
      const taken = { frames, longTasks, interactions: [...interactions.values()], largestPaint, layoutShift }
      frames = []
      longTasks = []
      interactions = new Map()
      layoutShift = 0
      last = 0
      return taken
    },
  }
  Object.assign(globalThis, { book })
}
