import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../../apps/server/test/runningServer.ts'
import { screens } from './terminal.ts'
import { openBrowser } from './terminalPage.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

it.runIf(isProof).each(screens)(
  'finds every control that the benchmark presses on $name',
  async ({ open, looking, using }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(100_000)
    await page.goto(`${server.url}/discover`)
    await page.locator('main a[href^="/t/"]').first().waitFor()
    await open(page)
    const acts = [...(await looking(page)), ...(await using(page))]
    for (const act of acts) await act()
    expect(acts.length).toBeGreaterThan(10)
    await page.close()
  },
)
