import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
const { procedure } = practiceRpc(() => server.port)

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
})

afterAll(async () => {
  await closePages()
})

it('a chart asks for the trades of its token’s maker if it is wide enough to mark them', async () => {
  const listed = await procedure<readonly { mint: string; curve: { creator: string } | null }[]>('tokens.list')
  const token = listed.find(({ curve }) => curve !== null)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  let asked = 0
  page.on('request', request => {
    if (decodeURIComponent(request.url()).includes(`"by":"${token?.curve?.creator}"`)) asked++
  })
  await page.goto(`${server.url}/t/${token?.mint}`)
  await page.locator('.chart canvas').first().waitFor()
  const checks = page.getByRole('list', { name: 'Safety checks' })
  // On a phone, a check may be out of sight.
  await checks
    .getByText(/Top 10 hold/)
    .first()
    .waitFor({ state: 'attached' })
  expect(asked).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => asked, { timeout: 100_000 }).toBe(1)
})
